// Runs programs under Brio and its peers, interleaved, and prints medians of CPU time, wall time and memory with Brio's ratio to the
// best peer. The environment names the binaries: BRIO, BUN, DENO, NODE; a missing one is left out.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import process from "node:process";

const TIMEOUT_MS = 120_000;
/** CPU time in /proc is counted in ticks of this length. */
const TICK_MS = 10;
const runtimes = { bun: ["BUN"], deno: ["DENO", "run", "-A"], node: ["NODE"], brio: ["BRIO"] };

/** CPU milliseconds of all children that have ended. */
function childrenCpu() {
  const fields = readFileSync("/proc/self/stat", "latin1")
    .replace(/^.*\) /, "")
    .split(" ");
  return (Number(fields[13]) + Number(fields[14])) * TICK_MS;
}

/** One run; null when it fails. Linters end with 1 for what they report. */
function runOnce([variable, ...flags], { args, cwd, mayFail }) {
  const binary = process.env[variable];
  if (binary === undefined) return null;
  const before = childrenCpu();
  const start = performance.now();
  const environment = { ...process.env, NO_COLOR: "1" };
  const child = spawnSync(binary, [...flags, ...args], { cwd, env: environment, timeout: TIMEOUT_MS });
  const wall = performance.now() - start;
  const isGood = child.status === 0 || (mayFail && child.status === 1 && child.stdout.length > 0);
  if (!isGood) {
    console.error(`${variable} ${args.join(" ")}: ${String(child.error ?? child.stderr).slice(-300)}`);
    return null;
  }
  const memory = /peak memory: (\d+)\s*$/.exec(String(child.stdout));
  return { cpu: childrenCpu() - before, wall, memory: memory === null ? null : Number(memory[1]) / 1024 };
}

function median(values) {
  const numbers = values.filter((value) => value !== null).toSorted((left, right) => left - right);
  return numbers.length === 0 ? null : numbers[numbers.length >> 1];
}

function measure(programs, rounds) {
  const samples = new Map();
  for (let round = 0; round < rounds; round++) {
    for (const [name, program] of Object.entries(programs)) {
      const row = samples.get(name) ?? {};
      samples.set(name, row);
      for (const [runtime, command] of Object.entries(runtimes)) {
        const result = runOnce(command, program);
        if (result !== null) (row[runtime] ??= []).push(result);
      }
    }
  }
  return samples;
}

/** The medians of a row by runtime. */
function medians(row) {
  const of = (results, metric) => median(results.map((result) => result[metric]));
  const one = (results) => ({ cpu: of(results, "cpu"), wall: of(results, "wall"), memory: of(results, "memory") });
  return Object.fromEntries(Object.entries(row).map(([runtime, results]) => [runtime, one(results)]));
}

/**
 * Measures programs and prints a table.
 *
 * @param {Record<string, { args: string[], cwd: string, mayFail?: boolean }>} programs The arguments of each program by its name; one
 *   that ends its output with `peak memory: KILOBYTES` has its memory in the table. `mayFail`: status 1 with output is a success.
 * @param {number} rounds How many times each program runs under each runtime.
 */
export function comparePrograms(programs, rounds) {
  const ratios = [];
  for (const [name, row] of measure(programs, rounds)) {
    const values = medians(row);
    const peers = Object.entries(values).filter(([runtime]) => runtime !== "brio");
    const isMeasured = values.brio !== undefined && peers.length > 0;
    const ratio = (metric) => values.brio[metric] / Math.min(...peers.map(([, value]) => value[metric]));
    const shown = (metric) => `${metric} ${ratio(metric).toFixed(2)}x`;
    const metrics = ["cpu", "wall", ...(isMeasured && values.brio.memory !== null ? ["memory"] : [])];
    if (isMeasured) ratios.push(ratio("cpu"));
    const head = isMeasured ? metrics.map(shown).join(" ") : "not measured";
    const cells = Object.entries(values).map(([runtime, { cpu, wall, memory }]) => {
      const parts = [cpu, Math.round(wall), ...(memory === null ? [] : [`${Math.round(memory)}MB`])];
      return `${runtime}=${parts.join("/")}`;
    });
    console.log(`${name.padEnd(18)} ${head.padEnd(38)} ms of CPU and wall: ${cells.join("  ")}`);
  }
  const mean = Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
  console.log(`${ratios.length} programs; CPU ${mean.toFixed(2)} x the best peer`);
}

/**
 * Reads `[--rounds N] [PART OF A NAME ...]`.
 *
 * @param {string[]} args The arguments.
 * @returns {{ rounds: number, isWanted: (name: string) => boolean }} The rounds, and which names were asked for.
 */
export function readArguments(args) {
  const wanted = [...args];
  const rounds = wanted[0] === "--rounds" ? Number(wanted.splice(0, 2)[1]) : 3;
  return { rounds, isWanted: (name) => wanted.length === 0 || wanted.some((part) => name.includes(part)) };
}

/**
 * The programs whose names were asked for.
 *
 * @template T
 * @param {Record<string, T>} programs All.
 * @param {(name: string) => boolean} isWanted Whether a name was asked for.
 * @returns {Record<string, T>} Those.
 */
export function chosen(programs, isWanted) {
  return Object.fromEntries(Object.entries(programs).filter(([name]) => isWanted(name)));
}
