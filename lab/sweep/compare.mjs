// Runs `run.mjs` on Brio and its peers, interleaved, and prints Brio's ratio to the best peer, the worst first, and the geometric mean.
// usage: brio compare.mjs [--rounds N] [PART OF A NAME ...]; the environment names the binaries: BRIO, BUN, DENO, NODE (a missing one is
// left out). Only the ratios of one run count, and only from batches that are long beside the compilers' work (SWEEP_BATCH_US).
import { execFileSync } from "node:child_process";
import process from "node:process";
import { fileURLToPath } from "node:url";

const TIMEOUT_MS = 900_000;
const program = fileURLToPath(new URL("./run.mjs", import.meta.url));
const runtimes = { bun: ["BUN"], deno: ["DENO", "run", "-A"], node: ["NODE"], brio: ["BRIO"] };
/** The arguments of the program, and the runtimes that it compares: the operations of a home run in Brio as in that home. */
const groups = [
  { args: [], commands: runtimes },
  { args: ["--home", "bun"], commands: { bun: runtimes.bun, brio: ["BRIO", "--as", "bun"] } },
  { args: ["--home", "deno"], commands: { deno: runtimes.deno, brio: ["BRIO", "--as", "deno"] } },
];

const wanted = process.argv.slice(2);
const rounds = wanted[0] === "--rounds" ? Number(wanted.splice(0, 2)[1]) : 3;

/** Nanoseconds by operation and runtime. */
const samples = new Map();

function runOnce(name, [variable, ...flags], args) {
  const binary = process.env[variable];
  if (binary === undefined) return;
  const options = { encoding: "utf8", timeout: TIMEOUT_MS, stdio: ["ignore", "pipe", "ignore"] };
  const lines = execFileSync(binary, [...flags, program, ...args, ...wanted], options)
    .trim()
    .split("\n");
  for (const [operation, value] of Object.entries(JSON.parse(lines.at(-1)))) {
    const row = samples.get(operation) ?? {};
    samples.set(operation, row);
    (row[name] ??= []).push(value);
  }
}

function median(values = []) {
  const numbers = values.filter((value) => typeof value === "number").sort((left, right) => left - right);
  return numbers[numbers.length >> 1];
}

for (let round = 0; round < rounds; round++) {
  for (const { args, commands } of groups) {
    for (const [name, command] of Object.entries(commands)) {
      try {
        runOnce(name, command, args);
      } catch (error) {
        console.error(`${name}: ${error.message.slice(0, 200)}`);
      }
    }
  }
}

const rows = [];
for (const [operation, row] of samples) {
  const values = Object.fromEntries(Object.keys(runtimes).map((name) => [name, median(row[name])]));
  const best = Math.min(...["bun", "deno", "node"].map((name) => values[name] || Infinity));
  if (values.brio > 0 && best < Infinity) rows.push({ operation, ratio: values.brio / best, values });
  else console.log(`  -     ${operation}  ${JSON.stringify(row)}`);
}
rows.sort((left, right) => right.ratio - left.ratio);
for (const { operation, ratio, values } of rows) {
  const shown = Object.entries(values).map(([name, value]) => `${name}=${value ?? "-"}`);
  console.log(`${ratio.toFixed(2).padStart(7)}x  ${operation.padEnd(36)} ${shown.join("  ")}`);
}
const mean = Math.exp(rows.reduce((sum, { ratio }) => sum + Math.log(ratio), 0) / rows.length);
const above = (limit) => rows.filter(({ ratio }) => ratio > limit).length;
console.log(
  `${rows.length} operations; ${mean.toFixed(2)} x the best peer; ${above(2)} above 2x, ${above(3)} above 3x`,
);
