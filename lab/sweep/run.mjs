// Measures everyday operations, the same source for every runtime: `run.mjs [--home NAME] [PART OF A NAME ...]` prints JSON
// {name: CPU ns per operation}; with a home those of its global (`operations/homes`), otherwise those that all runtimes have.
// CPU time is counted, which other work on the machine changes less than wall time: the least of three batches of 20 ms, after
// as long a warm-up. An operation that throws has its message as its value.
import { readdirSync } from "node:fs";
import process from "node:process";

const BATCH_US = Number(process.env.SWEEP_BATCH_US ?? 20_000);
const BATCHES = 3;
const COUNT_MAX = 1 << 22;
const TIMEOUT_MS = 5000;

const wanted = process.argv.slice(2);
const home = wanted[0] === "--home" ? wanted.splice(0, 2)[1] : undefined;
const folder = new URL(home === undefined ? "./operations/" : "./operations/homes/", import.meta.url);
const files = home === undefined ? readdirSync(folder).filter((file) => file.endsWith(".mjs")) : [`${home}.mjs`];

/** CPU microseconds of `count` runs. */
async function batch(operation, count, isAsync) {
  const before = process.cpuUsage();
  if (isAsync) for (let index = 0; index < count; index++) await operation();
  else for (let index = 0; index < count; index++) operation();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

function failLate() {
  return new Promise((_, reject) => setTimeout(reject, TIMEOUT_MS, new Error(`no end in ${TIMEOUT_MS} ms`)).unref?.());
}

async function measure(operation) {
  const first = operation();
  const isAsync = first instanceof Promise;
  if (isAsync) await Promise.race([first, failLate()]);
  let count = 1;
  while ((await batch(operation, count, isAsync)) < BATCH_US && count < COUNT_MAX) count *= 2;
  let least = Infinity;
  for (let round = 0; round < BATCHES; round++) least = Math.min(least, await batch(operation, count, isAsync));
  return Math.round((least * 1000) / count);
}

const results = {};
for (const file of files.sort()) {
  const { operations, end } = await import(new URL(file, folder).href);
  for (const [name, operation] of Object.entries(operations)) {
    if (wanted.length > 0 && !wanted.some((part) => name.includes(part))) continue;
    try {
      results[name] = await measure(operation);
    } catch (error) {
      results[name] = `failed: ${String(error?.message ?? error).slice(0, 80)}`;
    }
  }
  await end?.();
}
console.log(JSON.stringify(results));
process.exit(0);
