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
  setInterval(async () => {
    try {
      const moments = (await (await fetch("about")).json()).moments;
      if (moments.length === about.moments.length) return;
      const follows = choice.moment === about.moments.length - 1;
      about.moments = moments;
      slider.max = moments.length - 1;
      if (follows) show(moments.length - 1);
    } catch { /* the program has ended */ }
  }, 5000);
}
