"use strict";
// What can be chosen beside the picture: field, colours, scale, and in 3D slice or volume.

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
