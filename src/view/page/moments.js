"use strict";
// The moments of a run that is over, one for each of its outputs.

function addMoments() {
  $("moments").hidden = false;
  const slider = $("moment");
  const count = about.moments.length;
  slider.max = count - 1;
  if (choice.moment === null || choice.moment >= count) choice.moment = count - 1;
  const show = (moment) => {
    slider.value = moment;
    $("moment-name").textContent = about.moments[moment];
    change({ moment });
  };
  slider.oninput = () => show(Number(slider.value));
  let playing = false;
  $("play").onclick = async () => {
    playing = !playing;
    $("play").textContent = playing ? "stop" : "play";
    while (playing) {
      const before = frame;
      show((choice.moment + 1) % about.moments.length);
      for (let n = 0; n < 100 && frame === before; ++n) await sleep(20);
      await sleep(60);
    }
  };
  show(choice.moment);
  // Outputs of a run that still goes on.
  const refresh = async (isWritten) => {
    try {
      const now = await (await fetch("about")).json();
      const kept = ["cells", "lower", "upper", "fields"];
      if (kept.some((key) => JSON.stringify(now[key]) !== JSON.stringify(about[key]))) {
        location.reload();
        return;
      }
      const count = about.moments.length;
      const follows = choice.moment === count - 1;
      about.moments = now.moments;
      slider.max = now.moments.length - 1;
      if ((now.moments.length > count && follows) || choice.moment >= now.moments.length) show(Math.max(0, now.moments.length - 1));
      else if (isWritten) show(choice.moment);
      if (isWritten) loadHistory();
    } catch { /* the program has ended */ }
  };
  setInterval(() => refresh(false), 5000);
  // Files that are written anew.
  const events = new EventSource("events");
  events.onmessage = (event) => {
    if ("changes" in JSON.parse(event.data)) refresh(true);
    else events.close(); // the program ends
  };
}
