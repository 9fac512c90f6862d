"use strict";
// An image of a plane or a volume: what is asked for, and how it is shown.

function frameParameters() {
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
async function showFrame(answer) {
  const image = await createImageBitmap(await answer.blob());
  frame = JSON.parse(answer.headers.get("X-Frame"));
  draw(image, frame);
  return frame.step;
}
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
