"use strict";
// What all parts of the page use: its elements, the size of its pictures, numbers as text, and what is
// known of the run.

const $ = (id) => document.getElementById(id);
const number = (value, digits = 4) => {
  if (value === null || value === undefined) return "–";
  const size = Math.abs(value);
  if (value === 0) return "0";
  return size >= 1e-3 && size < 1e5 ? String(Number(value.toPrecision(digits))) : value.toExponential(digits - 1);
};
const sleep = (milliseconds) => new Promise((wake) => setTimeout(wake, milliseconds));
function say(text) { $("message").textContent = text; }

let about = null;
let ended = false;
let frame = null; // what is said of the image that is shown

function stageSize() {
  const box = $("stage").getBoundingClientRect();
  const pixels = Math.min(window.devicePixelRatio || 1, 2);
  const side = (length) => Math.max(8, Math.min(4096, Math.round(length * pixels)));
  return { width: side(box.width), height: side(box.height), pixels };
}
function fit(canvas) {
  const { width, height, pixels } = stageSize();
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width;
    canvas.height = height;
  }
  return { context: canvas.getContext("2d"), width, height, pixels };
}
