// What run.ts measures: prints the nanoseconds of CPU time of each operation, as JSON.
"use strict";
const addon = require(process.argv[2]);
const { Counter } = addon;
const text = "twenty characters ab";
const counter = new Counter(1);

// Each result is used, so that no call can be left out.
let sink = 0;
const operations = {
  call: [2e6, (i) => (sink += addon.add(i, 0.5))],
  string: [1e6, () => (sink += addon.echo(text).length)],
  object: [3e5, () => (sink += addon.object().depth)],
  class: [3e5, (i) => (sink += new Counter(i).next())],
  method: [2e6, () => (sink += counter.next())],
  buffer: [2e3, () => (sink += addon.buffer()[7])],
};
const REPETITIONS = 5;
/** Buffers are made a few at a time, as programs do, so that what was made can be given back between. */
const BUFFERS_PER_TURN = 20;

const turn = () => new Promise((resolve) => setImmediate(resolve));

async function nanoseconds(name) {
  const [count, operation] = operations[name];
  const step = name === "buffer" ? BUFFERS_PER_TURN : count;
  const before = process.cpuUsage();
  for (let done = 0; done < count; done += step) {
    for (let i = 0; i < step; i++) operation(i);
    await turn();
  }
  const used = process.cpuUsage(before);
  return ((used.user + used.system) * 1000) / count;
}

(async () => {
  const names = process.argv[3] ? process.argv[3].split(",") : Object.keys(operations);
  const best = {};
  for (let repetition = 0; repetition < REPETITIONS; repetition++) {
    for (const name of names) best[name] = Math.min(best[name] ?? Infinity, await nanoseconds(name));
  }
  for (const name of names) best[name] = Math.round(best[name]);
  console.log(JSON.stringify(best));
  if (sink === 0) console.error("nothing was called");
})();
