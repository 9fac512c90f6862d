"use strict";
// The pointer on the picture: the value there, a part that is enlarged or moved, a box that is turned.

function partOf(box, event) {
  if (!box) return null;
  const { pixels } = stageSize();
  const stage = $("stage").getBoundingClientRect();
  const x = ((event.clientX - stage.left) * pixels - box.x) / box.wide;
  const y = 1 - ((event.clientY - stage.top) * pixels - box.y) / box.high;
  return { x, y, inside: x >= 0 && x < 1 && y >= 0 && y < 1 };
}
const partOfRegion = (event) => partOf(frameBox, event);
function place(at) {
  const [left, right, bottom, top] = choice.region;
  return { x: left + at.x * (right - left), y: bottom + at.y * (top - bottom) };
}
let probing = false;
let pointed = null;
async function probe() {
  if (probing) return;
  probing = true;
  while (pointed && (about.dimensions === 1 || choice.view === "plane")) {
    const at = place(pointed);
    const field = pointed.field ?? choice.field;
    const ask = new URLSearchParams({ field, axis: choice.axis, position: choice.position, x: at.x, y: at.y });
    if (choice.moment !== null) ask.set("moment", choice.moment);
    try {
      const answer = await fetch("probe?" + ask);
      if (answer.ok && pointed && answer.status !== 204) {
        const found = await answer.json();
        const where = found.place.map((value, n) => about.cells[n] > 1 ? `${"xyz"[n]} = ${number(value)}` : "").filter(Boolean);
        $("value").textContent = `${field.replaceAll("_", " ")} = ${number(found.value, 6)}   at ${where.join(", ")}`;
      }
    } catch { /* told elsewhere */ }
    await sleep(ended ? 1e9 : 250);
  }
  probing = false;
  if (!pointed) $("value").textContent = "";
}
function point(at) {
  pointed = at && at.inside ? at : null;
  if (pointed) probe(); else $("value").textContent = "";
}
function addPointer() {
  const picture = $("picture");
  let last = null;
  picture.onpointerdown = (event) => { last = event; picture.setPointerCapture(event.pointerId); };
  picture.onpointerup = () => { last = null; };
  picture.onpointerleave = () => { pointed = null; $("value").textContent = ""; };
  picture.onpointermove = (event) => {
    if (about.dimensions === 1) {
      point(partOfCurve(event));
      return;
    }
    if (last && choice.view === "volume") {
      const azimuth = choice.azimuth - (event.clientX - last.clientX) * 0.4;
      const elevation = Math.min(90, Math.max(-90, choice.elevation + (event.clientY - last.clientY) * 0.4));
      change({ azimuth: (azimuth + 3600) % 360, elevation });
      last = event;
      return;
    }
    const at = partOfRegion(event);
    if (last && at && frameBox) {
      const { pixels } = stageSize();
      moveRegion(-(event.clientX - last.clientX) * pixels / frameBox.wide, (event.clientY - last.clientY) * pixels / frameBox.high);
      last = event;
      return;
    }
    point(at);
  };
  picture.addEventListener("wheel", (event) => {
    if (about.dimensions === 1) return;
    event.preventDefault();
    const factor = Math.exp(event.deltaY * 0.0015);
    if (choice.view === "volume") change({ zoom: Math.min(50, Math.max(0.3, choice.zoom / factor)) });
    else zoomRegion(partOfRegion(event), factor);
  }, { passive: false });
  picture.ondblclick = () => change({ region: [0, 1, 0, 1], zoom: 1 });
  picture.onkeydown = (event) => {
    const turns = { ArrowLeft: [-5, 0], ArrowRight: [5, 0], ArrowUp: [0, 5], ArrowDown: [0, -5] };
    const turn = turns[event.key];
    if (!turn || choice.view !== "volume") return;
    event.preventDefault();
    change({ azimuth: (choice.azimuth + turn[0] + 360) % 360, elevation: Math.min(90, Math.max(-90, choice.elevation + turn[1])) });
  };
  new ResizeObserver(() => change({})).observe($("stage"));
}
const within = (lower, length) => {
  const begin = Math.min(1 - length, Math.max(0, lower));
  return [begin, begin + length];
};
function moveRegion(right, up) {
  const [left, end, bottom, top] = choice.region;
  const wide = end - left, high = top - bottom;
  change({ region: [...within(left + right * wide, wide), ...within(bottom + up * high, high)] });
}
function zoomRegion(at, factor) {
  if (!at || !at.inside) return;
  const [left, right, bottom, top] = choice.region;
  const wide = Math.min(1, Math.max(0.005, (right - left) * factor)), high = Math.min(1, Math.max(0.005, (top - bottom) * factor));
  const centre = place(at);
  change({ region: [...within(centre.x - at.x * wide, wide), ...within(centre.y - at.y * high, high)] });
}
