"use strict";
// Curves of fields of a grid with one direction, one above the other, each on a scale of its own.

const curveColours = ["#5cb4e6", "#f0c25a", "#7ddc8a", "#ff8f8f", "#c59bff", "#ff7ad9", "#7fe3dd", "#d0d4da"];
let curveBoxes = []; // where each stands, in pixels of the canvas, and its scale

function lineParameters() {
  const ask = new URLSearchParams({
    fields: choice.curves.join(","), width: stageSize().width, logarithmic: choice.logarithmic ? 1 : 0,
  });
  if (choice.moment !== null) ask.set("moment", choice.moment);
  return ask;
}
async function showLine(answer) {
  const line = await answer.json();
  frame = line;
  drawLines(line);
  return line.step;
}

// The ends of the axis of a curve: those that were given, or those that follow the values, with room.
function endsOfAxis(name, line) {
  const fixed = choice.ranges?.[name];
  if (fixed && (fixed[0] > 0 || !line.logarithmic)) return fixed;
  const { lower, upper } = line.scales[name];
  const part = 0.06;
  if (line.logarithmic) return [lower * (lower / upper) ** part, upper * (upper / lower) ** part];
  return [lower - part * (upper - lower), upper + part * (upper - lower)];
}
function drawLines(line) {
  const { context, width, height, pixels } = fit($("picture"));
  context.clearRect(0, 0, width, height);
  const names = Object.keys(line.fields);
  // Beside each other, too, where there is no room for all of them in one column.
  const columns = Math.ceil(names.length / Math.max(1, Math.floor(height / (90 * pixels))));
  const rows = Math.ceil(names.length / columns);
  const high = height / rows, broad = width / columns;
  const axis = "xyz".indexOf(line.axis);
  curveBoxes = names.map((name, n) => {
    const [bottom, top] = endsOfAxis(name, line);
    return {
      name, bottom, top, x: Math.floor(n / rows) * broad + 62 * pixels, y: n % rows * high + 22 * pixels,
      wide: Math.max(1, broad - 74 * pixels), high: Math.max(1, high - 62 * pixels),
      axes: line.axis + " ", left: about.lower[axis], right: about.upper[axis], logarithmicUp: line.logarithmic,
    };
  });
  curveBoxes.forEach((box, n) => {
    frameBox = box;
    drawAxes(context, box, pixels);
    drawCurve(context, box, line, curveColours[n % curveColours.length], pixels);
  });
  const remarks = names.map((name) => {
    const each = remarksOn(line.scales[name], "");
    return each.length === 0 ? "" : `${name.replaceAll("_", " ")}: ${each.join(", ")}`;
  });
  $("remarks").textContent = remarks.filter(Boolean).join("; ");
  showRanges();
  $("picture").dataset.step = line.step;
  if (!about.live) $("state").textContent = `step ${line.step}   time ${number(line.time, 6)}`;
}
function drawCurve(context, box, line, colour, pixels) {
  context.fillStyle = context.strokeStyle = colour;
  context.textAlign = "left";
  context.textBaseline = "bottom";
  context.fillText(box.name, box.x + 4 * pixels, box.y - 4 * pixels);
  const up = scaleUp(box);
  context.save();
  context.beginPath();
  context.rect(box.x, box.y, box.wide, box.high);
  context.clip();
  context.beginPath();
  let isDrawing = false;
  line.fields[box.name].forEach((value, i) => {
    if (value === null || (line.logarithmic && value <= 0)) { isDrawing = false; return; }
    const at = [box.x + (line.x[i] - box.left) / (box.right - box.left) * box.wide, box.y + box.high - up(value) * box.high];
    if (!isDrawing) context.moveTo(...at);
    context.lineTo(...at); // a point where the line begins, which may be all there is of it
    isDrawing = true;
  });
  context.lineWidth = 1.5 * pixels;
  context.lineCap = "round";
  context.stroke();
  context.restore();
}

// Which curve the pointer is on, and where there.
function partOfCurve(event) {
  for (const box of curveBoxes) {
    const at = partOf(box, event);
    if (at.inside) return { x: at.x, y: 0, inside: true, field: box.name };
  }
  return null;
}

// ---- Choices

function addCurveChoices() {
  $("field").hidden = true;
  $("colour-bar").hidden = $("colour-choice").hidden = true;
  $("curves").hidden = false;
  $("value").className = "above"; // the axis of the lowest curve is below
  choice.region = [0, 1, 0, 1];
  choice.curves = choice.curves.filter((name) => about.fields.includes(name));
  if (choice.curves.length === 0) choice.curves = about.fields.slice(0, 3);
  for (const name of about.fields) {
    const label = document.createElement("label");
    label.className = "line";
    const box = document.createElement("input");
    box.type = "checkbox";
    box.checked = choice.curves.includes(name);
    box.onchange = () => {
      const curves = about.fields.filter((each) => each === name ? box.checked : choice.curves.includes(each));
      if (curves.length === 0) box.checked = true; else change({ curves });
    };
    label.append(box, name.replaceAll("_", " "));
    $("curves").append(label);
  }
  $("range").hidden = true;
  $("fixed").checked = choice.ranges !== null;
  $("fixed").onchange = () => {
    const shown = curveBoxes.map((box) => [box.name, [box.bottom, box.top]]);
    change({ ranges: $("fixed").checked ? Object.fromEntries(shown) : null });
  };
}
// Two ends to write for each curve, where they are fixed.
function showRanges() {
  const ranges = $("ranges");
  ranges.hidden = choice.ranges === null;
  const names = curveBoxes.map((box) => box.name).join();
  if (ranges.hidden) ranges.replaceChildren();
  if (ranges.hidden || (ranges.dataset.names === names && ranges.hasChildNodes())) return;
  ranges.dataset.names = names;
  ranges.replaceChildren(...curveBoxes.map((box) => {
    const label = document.createElement("label");
    const ends = [box.bottom, box.top].map((value, n) => {
      const end = document.createElement("input");
      end.value = number(value, 6);
      end.setAttribute("aria-label", `${["lower", "upper"][n]} end of ${box.name.replaceAll("_", " ")}`);
      return end;
    });
    ends[0].onchange = ends[1].onchange = () => {
      const range = ends.map((end) => parseFloat(end.value));
      const kept = { ...choice.ranges };
      if (range[0] < range[1] && (range[0] > 0 || !choice.logarithmic)) kept[box.name] = range; else delete kept[box.name];
      change({ ranges: kept });
    };
    label.append(box.name.replaceAll("_", " "), document.createElement("br"), ends[0], " to ", ends[1]);
    return label;
  }));
}
