"use strict";
// The history of the run: a curve of one of its quantities.

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
