"use strict";
// Begins: what the run is, what can be chosen, and from then on what it looks like. Loaded last.

async function begin() {
  recall();
  about = await (await fetch("about")).json();
  document.title = `${about.name} – Solenoid`;
  $("name").textContent = about.title || about.name;
  addChoices();
  addPointer();
  if (about.live) {
    addRequests();
    listen();
  } else {
    choice.moment ??= 0;
    addMoments();
    $("progress").hidden = true;
  }
  if (about.dimensions === 1) follow("line", lineParameters, showLine);
  else follow("frame", frameParameters, showFrame);
  loadHistory();
}
begin().catch((error) => say(`the page cannot be shown: ${error.message}`));
