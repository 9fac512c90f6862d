"use strict";
// Around an image or a curve: axes with numbers, and remarks on values that cannot be shown.

let frameBox = null; // where the image stands, in pixels of the canvas

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
function remarksOn(facts, how) {
  const remarks = [];
  if (facts.not_finite) remarks.push(`${facts.not_finite} values not finite${how}`);
  if (facts.not_positive) remarks.push(`${facts.not_positive} values not positive`);
  return remarks;
}
