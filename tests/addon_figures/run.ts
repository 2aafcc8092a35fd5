// What calls of native addons cost, beside other runtimes: `brio tests/addon_figures/run.ts [--packages NODE_MODULES] RUNTIME…`,
// where RUNTIME is the path of Brio, Node.js or Bun. Runs program.cjs with each, alternately, and prints the least nanoseconds
// of CPU time of the rounds for each operation. With --packages, a folder that has `bcrypt`, also the hashes per second of
// `bcrypt.hash`, 64 at a time with ten rounds of its cost.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

const ROUNDS = 3;
const { values, positionals: runtimes } = parseArgs({
  options: { packages: { type: "string" }, only: { type: "string", default: "" } },
  allowPositionals: true,
});
const folder = mkdtempSync(join(tmpdir(), "brio-figures-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const addon = join(folder, "calls.node");
execFileSync("cc", ["-shared", "-fPIC", "-O1", join(import.meta.dirname, "calls.c"), "-o", addon]);

const BCRYPT = `
  const bcrypt = require(process.argv[1]);
  const COUNT = 64, COST = 10;
  (async () => {
    await bcrypt.hash("warm", 4);
    const start = performance.now();
    await Promise.all(Array.from({ length: COUNT }, (_, index) => bcrypt.hash("password " + index, COST)));
    console.log(JSON.stringify({ "bcrypt (hashes/s)": Math.round((COUNT * 1000) / (performance.now() - start)) }));
  })();`;

function measure(runtime: string): Record<string, number> {
  const program = join(import.meta.dirname, "program.cjs");
  const output = execFileSync(runtime, [program, addon, values.only], { encoding: "utf8" });
  const figures = JSON.parse(output) as Record<string, number>;
  if (values.packages !== undefined) {
    const file = join(values.packages, "bcrypt");
    Object.assign(figures, JSON.parse(execFileSync(runtime, ["-e", BCRYPT, file], { encoding: "utf8" })));
  }
  return figures;
}

const best = new Map(runtimes.map((runtime) => [runtime, {} as Record<string, number>]));
for (let round = 0; round < ROUNDS; round++) {
  for (const [runtime, figures] of best) {
    for (const [name, figure] of Object.entries(measure(runtime))) {
      const known = figures[name];
      // Of hashes per second the most is the best.
      const isRate = name.includes("/s");
      figures[name] = known === undefined ? figure : isRate ? Math.max(known, figure) : Math.min(known, figure);
    }
  }
}
console.table(Object.fromEntries(best));
