// Compares `brio test` with other runners on 1,000 small files of three tests each, interleaved: wall time, processor time of the
// process and its children, and peak memory (resident set of the largest process).
//
//   brio tests/test_runners/compare.ts [--files N] [--rounds N] NAME=PROGRAM…
//
// Names: brio, bun, node (their binaries), vitest (the folder of a package whose node_modules has it, run by node of PATH).
// Prints the median of each, and its ratio to that of brio.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";

interface Sample {
  wallMs: number;
  cpuMs: number;
  peakMiB: number;
}

/** How a runner is started in the folder of its files. */
interface Runner {
  name: string;
  header: string;
  command: string[];
  folder: string;
  samples: Sample[];
}

const HEADERS: Record<string, string> = {
  brio: `import { expect, test } from "bun:test";`,
  bun: `import { expect, test } from "bun:test";`,
  vitest: `import { expect, test } from "vitest";`,
  node: `import { test } from "node:test"; import assert from "node:assert"; const expect = (a) => ({ toBe: (b) => assert.strictEqual(a, b) });`,
};

function commandOf(name: string, program: string): string[] {
  if (name === "brio") return [program, "test"];
  if (name === "bun") return [program, "test", "--isolate"];
  if (name === "node") return [program, "--test", "--test-reporter=dot"];
  return ["node", join(program, "node_modules", "vitest", "vitest.mjs"), "run"];
}

function writeTests(folder: string, header: string, count: number): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), `{ "type": "module" }`);
  for (let index = 0; index < count; index++) {
    const tests = [1, 2, 3].map((n) => `test("${index} ${n}", () => { expect(${n} + ${index}).toBe(${n + index}); });`);
    writeFileSync(join(folder, `file${index}.test.js`), `${header}\n${tests.join("\n")}\n`);
  }
}

/** Runs once under GNU time. Throws when the run fails. */
function measure({ command, folder }: Runner): Sample {
  const report = join(folder, "..", "time.txt");
  const start = performance.now();
  const { status, stderr } = spawnSync("time", ["-o", report, "-f", "%U %S %M", ...command], {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1", CI: "" },
    maxBuffer: 64 * 1024 * 1024,
  });
  const wallMs = performance.now() - start;
  if (status !== 0) throw new Error(`${command.join(" ")} ended with ${status}: ${stderr.slice(-500)}`);
  const [user, system, kib] = readFileSync(report, "utf8").trim().split("\n").at(-1)!.split(" ").map(Number);
  return { wallMs, cpuMs: (user! + system!) * 1000, peakMiB: kib! / 1024 };
}

function median(values: number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return (sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!) / 2;
}

function main(): void {
  let fileCount = 1000;
  let rounds = 5;
  const root = mkdtempSync(join(tmpdir(), "test-runners-"));
  const runners: Runner[] = [];
  const words = process.argv.slice(2);
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === "--files") fileCount = Number(words.shift());
    else if (word === "--rounds") rounds = Number(words.shift());
    else {
      const [name = "", program = ""] = word.split("=");
      if (HEADERS[name] === undefined || program === "") throw new Error(`NAME=PROGRAM expected, not "${word}"`);
      const folder = join(root, name);
      runners.push({ name, header: HEADERS[name], command: commandOf(name, program), folder, samples: [] });
    }
  }
  try {
    for (const { name, folder, header } of runners) {
      writeTests(folder, header, fileCount);
      const given = process.argv.find((word) => word.startsWith("vitest="));
      if (name === "vitest")
        symlinkSync(join(given!.slice("vitest=".length), "node_modules"), join(folder, "node_modules"));
    }
    for (let round = 0; round < rounds; round++) {
      // Another order in each round.
      for (let index = 0; index < runners.length; index++) {
        const runner = runners[(index + round) % runners.length]!;
        runner.samples.push(measure(runner));
      }
    }
    report(runners, fileCount, rounds);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function report(runners: Runner[], fileCount: number, rounds: number): void {
  console.log(`${fileCount} files of 3 tests, ${rounds} rounds; medians`);
  const of = ({ samples }: Runner, key: keyof Sample): number => median(samples.map((sample) => sample[key]));
  const own = runners.find(({ name }) => name === "brio");
  for (const runner of runners) {
    const cells = (["wallMs", "cpuMs", "peakMiB"] as const).map((key) => {
      const ratio = own === undefined ? "" : ` (brio: ${(of(own, key) / of(runner, key)).toFixed(2)} ×)`;
      return `${key} ${of(runner, key).toFixed(0)}${ratio}`;
    });
    console.log(`${runner.name.padEnd(7)} ${cells.join("  ")}`);
  }
}

main();
