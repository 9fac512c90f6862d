"use strict";
// The page asks for one image after the other, each for the view that is chosen just then; an image
// is made only because it was asked for.

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
