"use strict";
// Where the run stands, and the buttons that ask it for something.

function duration(seconds) {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  const minutes = Math.round(seconds / 60);
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
function showState(state) {
  const goesOn = !state.paused && !state.ended && !state.lost;
  const parts = [`step ${state.step}`, `time ${number(state.time, 6)} of ${number(state.end_time, 6)}`, `dt ${number(state.dt, 3)}`];
  if (state.updates_per_second > 0 && goesOn) parts.push(`${number(state.updates_per_second / 1e6, 3)} million updates/s`);
  if (state.seconds_left !== null && state.seconds_left >= 0 && goesOn) parts.push(`${duration(state.seconds_left)} left`);
  if (state.paused && !state.lost) parts.push("paused");
  if (state.lost) parts.push("no connection to the run");
  if (state.ended) parts.push(state.ended);
  $("state").textContent = parts.join("   ");
  $("state").className = state.ended ? "ended" : state.lost ? "lost" : state.paused ? "paused" : "";
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
  let state = null;
  events.onmessage = (event) => {
    state = JSON.parse(event.data);
    showState(state);
    if (ended) events.close();
  };
  // What was said last is no longer known to be so: the run may have been killed.
  events.onerror = () => { if (state && !ended) showState({ ...state, lost: true }); };
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
