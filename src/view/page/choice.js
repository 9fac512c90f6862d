"use strict";
// What is chosen. It stands in the address behind #, so that a reload, or a second page, shows the same.

let choice = {
  field: "", view: "plane", axis: "z", position: 0.5, region: [0, 1, 0, 1],
  colours: "viridis", logarithmic: false, range: null,
  azimuth: 30, elevation: 25, zoom: 1, glow: true, opacity: [0, 0.02, 0.1, 0.4],
  surfaces: "", surfaceOpacity: 1, curves: [], ranges: null, quantity: "", moment: null,
};
let changed = 0; // counts changes of the choice, so that a pause does not hide them

function remember() {
  history.replaceState(null, "", "#" + encodeURIComponent(JSON.stringify(choice)));
}
function recall() {
  try {
    const known = JSON.parse(decodeURIComponent(location.hash.slice(1)));
    for (const key of Object.keys(choice)) if (key in known) choice[key] = known[key];
  } catch { /* an address without a choice */ }
}
const wakers = new Set(); // called at the next change
function change(values) {
  Object.assign(choice, values);
  changed += 1;
  remember();
  for (const wake of wakers) wake();
  wakers.clear();
}
