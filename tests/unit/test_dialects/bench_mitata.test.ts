// `brio bench`: arguments and generators of mitata 1.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { test } from "../harness.ts";
import { withFiles } from "../test_runner/run_program.ts";

test("a benchmark of mitata runs for each combination of its arguments, which a generator receives", () => {
  const files = {
    "a.bench.mjs": `import { bench, run } from "mitata";
      const seen = new Set();
      bench("of $n", function* (state) { const n = state.get("n"); yield () => seen.add(n); console.error("end " + [...seen].join()); }).args("n", [1, 10]);
      bench("both $x $y", function* (state) {
        yield { [0]() { return state.get("x"); }, bench(x) { if (x !== state.get("x")) throw x; } };
      }).args({ x: [1, 2], y: ["a"] });
      bench("$n", function* () { yield () => {}; }).range("n", 1, 64).name("range $n");
      await run();`,
  };
  withFiles(files, (folder) => {
    const { stdout, stderr } = spawnSync(process.execPath, ["bench", "--min-time", "10", "--json"], {
      cwd: folder,
      encoding: "utf8",
      timeout: 120_000,
    });
    const { benches } = JSON.parse(stdout) as { benches: { name: string; results: { err?: unknown }[] }[] };
    assert.deepStrictEqual(
      benches.map(({ name }) => name),
      ["of 1", "of 10", "both 1 a", "both 2 a", "range 1", "range 8", "range 64"],
    );
    assert.ok(benches.every(({ results }) => results[0]!.err === undefined));
    assert.match(stdout + stderr, /end 1,10/);
  });
});
