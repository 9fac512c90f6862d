"use strict";
// From values to colours and opacity: the bar of colours, and the curve that the mouse bends.

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
