"use strict";
// Where the run stands, and the buttons that ask it for something.

function duration(seconds) {
  if (seconds < 60) return `${Math.round(seconds)} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.round(seconds % 3600 / 60)} min`;
}
function showState(state) {
  const parts = [`step ${state.step}`, `time ${number(state.time, 6)} of ${number(state.end_time, 6)}`, `dt ${number(state.dt, 3)}`];
  if (state.updates_per_second > 0 && !state.paused) parts.push(`${number(state.updates_per_second / 1e6, 3)} million updates/s`);
  if (state.seconds_left !== null && state.seconds_left >= 0 && !state.paused) parts.push(`${duration(state.seconds_left)} left`);
  if (state.paused) parts.push("paused");
  if (state.ended) parts.push(state.ended);
  $("state").textContent = parts.join("   ");
  $("state").className = state.paused ? "paused" : "";
  $("done").style.width = `${100 * state.fraction}%`;
  const button = (name) => document.querySelector(`#requests button[value="${name}"]`);
  if (button("pause")) button("pause").hidden = state.paused;
  if (button("go")) button("go").hidden = !state.paused;
  if (state.ended) {
    ended = true;
    for (const each of document.querySelectorAll("#requests button")) each.disabled = true;
  }
}
function listen() {
  const events = new EventSource("events");
  events.onmessage = (event) => {
    showState(JSON.parse(event.data));
    if (ended) events.close();
  };
}
function addRequests() {
  for (const [name, meaning] of Object.entries(about.requests)) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = name;
    button.value = name;
    button.title = meaning;
    button.onclick = async () => {
      if (name === "stop" && !confirm("Stop the run? It writes a checkpoint and can go on from there.")) return;
      await fetch("control?do=" + name, { method: "POST" });
    };
    $("requests").append(button);
  }
}
