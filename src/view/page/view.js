"use strict";
// The page asks for one image after the other, each for the view that is chosen just then; an image
// is made only because it was asked for. What is chosen stands in the address behind #, so that a
// reload, or a second page, shows the same.

const $ = (id) => document.getElementById(id);
const number = (value, digits = 4) => {
  if (value === null || value === undefined) return "–";
  const size = Math.abs(value);
  if (value === 0) return "0";
  return size >= 1e-3 && size < 1e5 ? String(Number(value.toPrecision(digits))) : value.toExponential(digits - 1);
};

let about = null;
let ended = false;
let frame = null; // what is said of the image that is shown
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

// ---- What is asked for

function stageSize() {
  const box = $("stage").getBoundingClientRect();
  const pixels = Math.min(window.devicePixelRatio || 1, 2);
  const side = (length) => Math.max(8, Math.min(4096, Math.round(length * pixels)));
  return { width: side(box.width), height: side(box.height), pixels };
}
function parameters() {
  const { width, height, pixels } = stageSize();
  const ask = new URLSearchParams({
    field: choice.field, view: choice.view, axis: choice.axis, position: choice.position,
    colours: choice.colours, logarithmic: choice.logarithmic ? 1 : 0,
  });
  if (choice.range) ask.set("range", choice.range.join(","));
  if (choice.view === "volume") {
    ask.set("width", width);
    ask.set("height", height);
    ask.set("azimuth", choice.azimuth.toFixed(2));
    ask.set("elevation", choice.elevation.toFixed(2));
    ask.set("zoom", choice.zoom.toFixed(3));
    if (choice.glow) ask.set("opacity", choice.opacity.map((part) => part.toFixed(4)).join(","));
    if (choice.surfaces) ask.set("surfaces", choice.surfaces);
    ask.set("surface_opacity", choice.surfaceOpacity);
  } else {
    const margin = pixels * 70; // for the numbers at the axes
    ask.set("width", Math.max(8, Math.round(width - margin)));
    ask.set("height", Math.max(8, Math.round(height - margin)));
    ask.set("region", choice.region.join(","));
  }
  if (choice.moment !== null) ask.set("moment", choice.moment);
  return ask;
}
const sleep = (milliseconds) => new Promise((wake) => setTimeout(wake, milliseconds));
function say(text) { $("message").textContent = text; }

// Gives up at a change of the choice, for which one need not wait until the run has made a step.
async function fetchUntilChange(address) {
  const abort = new AbortController();
  const giveUp = () => abort.abort();
  wakers.add(giveUp);
  try {
    return await fetch(address, { signal: abort.signal });
  } finally {
    wakers.delete(giveUp);
  }
}
// Shows what is chosen, and again at each step: one answer after the other. `show` returns the step
// of an answer.
async function follow(path, parameters, show) {
  let shown = -1; // the change that the last answer is of
  let step = -1; // and its step
  while (!ended) {
    const mine = changed;
    const ask = parameters();
    if (!about.live && mine === shown) {
      await new Promise((wake) => wakers.add(wake));
      continue;
    }
    try {
      // Of the same choice another step is wanted, of another choice any.
      if (mine === shown) ask.set("after", step);
      const answer = await (mine === shown ? fetchUntilChange : fetch)(`${path}?${ask}`);
      if (answer.status === 204) continue;
      if (!answer.ok) {
        say((await answer.text()).trim());
        shown = mine;
        step = -1;
        if (about.live) await sleep(500);
        continue;
      }
      step = await show(answer);
      shown = mine;
      say("");
    } catch (error) {
      if (error.name === "AbortError") continue;
      if (ended) return;
      say("no connection to the run; trying again");
      await sleep(1000);
    }
  }
}

// ---- Images

async function showFrame(answer) {
  const image = await createImageBitmap(await answer.blob());
  frame = JSON.parse(answer.headers.get("X-Frame"));
  draw(image, frame);
  return frame.step;
}
function fit(canvas) {
  const { width, height, pixels } = stageSize();
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width;
    canvas.height = height;
  }
  return { context: canvas.getContext("2d"), width, height, pixels };
}
let frameBox = null; // where the image stands, in pixels of the canvas
function draw(image, facts) {
  const { context, width, height, pixels } = fit($("picture"));
  context.clearRect(0, 0, width, height);
  const wide = facts.show_width;
  const high = facts.show_height;
  frameBox = { x: Math.round((width - wide) / 2), y: Math.round((height - high) / 2), wide, high };
  if (choice.view !== "volume") frameBox.x = Math.max(frameBox.x, Math.round(54 * pixels));
  context.imageSmoothingEnabled = facts.shrink < 1;
  context.drawImage(image, frameBox.x, frameBox.y, wide, high);
  if (facts.axes) drawAxes(context, facts, pixels); else drawDirections(context, height, pixels);
  $("picture").dataset.step = facts.step;
  $("lower").textContent = number(facts.lower);
  $("upper").textContent = number(facts.upper);
  if (!choice.range) {
    $("range-lower").value = number(facts.lower, 6);
    $("range-upper").value = number(facts.upper, 6);
  }
  $("position-value").textContent = facts.normal ? `${facts.normal} = ${number(facts.at)}` : "";
  $("remarks").textContent = remarksOn(facts, " (magenta)").join("; ");
  if (!about.live) $("state").textContent = `step ${facts.step}   time ${number(facts.time, 6)}`;
}
function remarksOn(facts, how) {
  const remarks = [];
  if (facts.not_finite) remarks.push(`${facts.not_finite} values not finite${how}`);
  if (facts.not_positive) remarks.push(`${facts.not_positive} values not positive`);
  return remarks;
}
// Where x, y and z point to in a volume.
function drawDirections(context, height, pixels) {
  const a = choice.azimuth * Math.PI / 180, e = choice.elevation * Math.PI / 180;
  const along = [[-Math.sin(a), -Math.sin(e) * Math.cos(a)], [Math.cos(a), -Math.sin(e) * Math.sin(a)], [0, Math.cos(e)]];
  const x = 60 * pixels, y = height - 70 * pixels;
  context.strokeStyle = context.fillStyle = "#d0d4da";
  context.lineWidth = 1.5 * pixels;
  context.font = `${13 * pixels}px system-ui, sans-serif`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  along.forEach(([right, up], n) => {
    const at = (length) => [x + length * pixels * right, y - length * pixels * up];
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(...at(34));
    context.stroke();
    if (Math.hypot(right, up) > 0.2) context.fillText("xyz"[n], ...at(44));
  });
}
function ticks(lower, upper, most) {
  const rough = (upper - lower) / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= rough) * power;
  const values = [];
  for (let n = Math.ceil(lower / step - 1e-9); n * step <= upper + 1e-9 * step; ++n) values.push(n * step);
  return values;
}
const tickText = (value) => number(value, 6).replace(/\.?0+e/, "e");
function logarithmicTicks(lower, upper, most) {
  const first = Math.ceil(Math.log10(lower) - 1e-9), last = Math.floor(Math.log10(upper) + 1e-9);
  if (last - first < 1) return ticks(lower, upper, most).filter((value) => value > 0);
  const step = Math.ceil((last - first + 1) / most);
  const values = [];
  for (let n = first; n <= last; n += step) values.push(10 ** n);
  return values;
}
// From a value to the part of the height that it stands at.
function scaleUp(facts) {
  const on = facts.logarithmicUp ? Math.log10 : (value) => value;
  return (value) => (on(value) - on(facts.bottom)) / (on(facts.top) - on(facts.bottom));
}
function drawAxes(context, facts, pixels) {
  const { x, y, wide, high } = frameBox;
  context.strokeStyle = context.fillStyle = "#9aa1ac";
  context.lineWidth = pixels;
  context.font = `${12 * pixels}px system-ui, sans-serif`;
  context.strokeRect(x - 0.5, y - 0.5, wide + 1, high + 1);
  context.textAlign = "center";
  context.textBaseline = "top";
  for (const value of ticks(facts.left, facts.right, Math.max(2, wide / (80 * pixels)))) {
    const at = x + (value - facts.left) / (facts.right - facts.left) * wide;
    context.fillRect(at, y + high, pixels, 5 * pixels);
    context.fillText(tickText(value), at, y + high + 7 * pixels);
  }
  context.fillText(facts.axes[0], x + wide / 2, y + high + 20 * pixels);
  context.textAlign = "right";
  context.textBaseline = "middle";
  const up = scaleUp(facts);
  for (const value of (facts.logarithmicUp ? logarithmicTicks : ticks)(facts.bottom, facts.top, Math.max(2, high / (60 * pixels)))) {
    const at = y + high - up(value) * high;
    context.fillRect(x - 5 * pixels, at, 5 * pixels, pixels);
    context.fillText(tickText(value), x - 8 * pixels, at);
  }
  context.fillText(facts.axes[1], x - 40 * pixels, y + high / 2 - 14 * pixels);
}

// ---- Where the run stands

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

// ---- History

let rows = null;
async function loadHistory() {
  for (; ;) {
    try {
      rows = await (await fetch("history")).json();
      const select = $("quantity");
      if (select.options.length !== rows.labels.length) {
        select.replaceChildren(...rows.labels.map((label) => new Option(label)));
        if (!rows.labels.includes(choice.quantity)) choice.quantity = rows.labels.find((label) => label.endsWith("KE")) ?? rows.labels[0] ?? "";
        select.value = choice.quantity;
      }
      drawHistory();
    } catch { /* the connection is told of elsewhere */ }
    if (ended || !about.live) return;
    await sleep(2000);
  }
}
function drawHistory() {
  const canvas = $("history");
  const pixels = window.devicePixelRatio || 1;
  canvas.width = canvas.clientWidth * pixels;
  canvas.height = canvas.clientHeight * pixels;
  const context = canvas.getContext("2d");
  const column = rows.labels.indexOf(choice.quantity) + 1;
  const points = rows.rows.filter((row) => column > 0 && row[column] !== null).map((row) => [row[0], row[column]]);
  if (points.length < 2) return;
  const xs = points.map((point) => point[0]), ys = points.map((point) => point[1]);
  const [left, right, lower, upper] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const margin = 14 * pixels;
  context.strokeStyle = "#5cb4e6";
  context.lineWidth = 1.5 * pixels;
  context.beginPath();
  for (const [x, y] of points)
    context.lineTo(margin / 2 + (x - left) / (right - left || 1) * (canvas.width - margin),
      canvas.height - margin - (y - lower) / (upper - lower || 1) * (canvas.height - 2 * margin));
  context.stroke();
  context.fillStyle = "#9aa1ac";
  context.font = `${11 * pixels}px system-ui, sans-serif`;
  context.fillText(number(upper), 4 * pixels, 11 * pixels);
  context.fillText(number(lower), 4 * pixels, canvas.height - 3 * pixels);
  context.textAlign = "right";
  context.fillText(`t = ${number(right)}`, canvas.width - 4 * pixels, canvas.height - 3 * pixels);
}

// ---- Choices

function addChoices() {
  const field = $("field");
  field.replaceChildren(...about.fields.map((name) => new Option(name.replaceAll("_", " "), name)));
  if (!about.fields.includes(choice.field)) choice.field = about.fields[0];
  field.value = choice.field;
  field.onchange = () => change({ field: field.value, range: null });
  const colours = $("colours");
  colours.replaceChildren(...Object.keys(about.colours).map((name) => new Option(name)));
  colours.value = choice.colours;
  colours.onchange = () => { change({ colours: colours.value }); drawBar(); };
  const logarithmic = $("logarithmic");
  logarithmic.checked = choice.logarithmic;
  logarithmic.onchange = () => { $("fixed").checked = false; $("range").hidden = $("ranges").hidden = true; change({ logarithmic: logarithmic.checked, range: null, ranges: null }); };
  const fixed = $("fixed");
  const useRange = () => {
    const ends = [parseFloat($("range-lower").value), parseFloat($("range-upper").value)];
    $("range").hidden = !fixed.checked;
    change({ range: fixed.checked && ends[0] < ends[1] ? ends : null });
  };
  fixed.checked = choice.range !== null;
  if (choice.range) [$("range-lower").value, $("range-upper").value] = choice.range;
  $("range").hidden = !fixed.checked;
  fixed.onchange = $("range-lower").onchange = $("range-upper").onchange = useRange;
  $("quantity").onchange = () => { choice.quantity = $("quantity").value; remember(); if (rows) drawHistory(); };
  $("version").textContent = about.version;
  drawBar();
  if (about.dimensions === 1) addCurveChoices();
  if (about.dimensions === 3) addViewChoices();
}
function addViewChoices() {
  $("views").hidden = false;
  const buttons = [["x", "x slice"], ["y", "y slice"], ["z", "z slice"], ["volume", "volume"]].map(([name, text]) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = text;
    button.value = name;
    button.onclick = () => {
      change(name === "volume" ? { view: "volume" } : { view: "plane", axis: name, region: [0, 1, 0, 1] });
      mark();
    };
    return button;
  });
  $("view-choices").append(...buttons);
  const mark = () => {
    for (const button of buttons) button.classList.toggle("chosen", button.value === (choice.view === "volume" ? "volume" : choice.axis));
    $("volume").hidden = choice.view !== "volume";
    $("position-label").hidden = choice.view === "volume";
    if (choice.view === "volume") drawOpacity();
  };
  $("position").value = choice.position;
  $("position").oninput = () => change({ position: Number($("position").value) });
  $("surfaces").value = choice.surfaces;
  $("surfaces").onchange = () => change({ surfaces: $("surfaces").value.replaceAll(" ", "") });
  $("surface-opacity").value = choice.surfaceOpacity;
  $("surface-opacity").oninput = () => change({ surfaceOpacity: Number($("surface-opacity").value) });
  $("glow").checked = choice.glow;
  $("glow").onchange = () => change({ glow: $("glow").checked });
  $("opacity").onpointerdown = (event) => { $("opacity").setPointerCapture(event.pointerId); bend(event); };
  $("opacity").onpointermove = (event) => { if (event.buttons) bend(event); };
  mark();
}
function drawBar() {
  const bar = $("bar");
  bar.width = 256;
  bar.height = 14;
  const context = bar.getContext("2d");
  const fill = context.createLinearGradient(0, 0, 256, 0);
  about.colours[choice.colours].forEach((colour, n, all) => fill.addColorStop(n / (all.length - 1), colour));
  context.fillStyle = fill;
  context.fillRect(0, 0, 256, 14);
  if (about.dimensions === 3 && choice.view === "volume") drawOpacity();
}
// Opacities are shown as their square roots, since the small ones matter.
function drawOpacity() {
  const canvas = $("opacity");
  canvas.width = canvas.clientWidth;
  canvas.height = canvas.clientHeight;
  const context = canvas.getContext("2d");
  const fill = context.createLinearGradient(0, 0, canvas.width, 0);
  about.colours[choice.colours].forEach((colour, n, all) => fill.addColorStop(n / (all.length - 1), colour));
  const at = (n) => [8 + n / (choice.opacity.length - 1) * (canvas.width - 16), canvas.height - 8 - Math.sqrt(choice.opacity[n]) * (canvas.height - 16)];
  context.fillStyle = fill;
  context.beginPath();
  context.moveTo(8, canvas.height);
  choice.opacity.forEach((_, n) => context.lineTo(...at(n)));
  context.lineTo(canvas.width - 8, canvas.height);
  context.fill();
  context.fillStyle = "#fff";
  choice.opacity.forEach((_, n) => { context.beginPath(); context.arc(...at(n), 5, 0, 7); context.fill(); });
}
function bend(event) {
  const canvas = $("opacity");
  const box = canvas.getBoundingClientRect();
  const part = (value) => Math.min(1, Math.max(0, value));
  const n = Math.round(part((event.clientX - box.left - 8) / (box.width - 16)) * (choice.opacity.length - 1));
  const opacity = [...choice.opacity];
  opacity[n] = part((box.bottom - 8 - event.clientY) / (box.height - 16)) ** 2;
  change({ opacity });
  drawOpacity();
}

// ---- The pointer on the picture

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

// ---- Moments of a run that is over

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
  else follow("frame", parameters, showFrame);
  loadHistory();
}
begin().catch((error) => say(`the page cannot be shown: ${error.message}`));
