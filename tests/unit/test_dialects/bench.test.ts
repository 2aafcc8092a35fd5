// `brio bench`: dialects, JSON, groups, comparison with a saved run, bad input.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { test } from "../harness.ts";
import { withFiles } from "../test_runner/run_program.ts";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

interface Bench {
  origin: string;
  group: string | null;
  name: string;
  baseline: boolean;
  results: {
    ok?: {
      n: number;
      min: number;
      max: number;
      avg: number;
      p75: number;
      median: { value: number; low: number; high: number };
      rounds: number[];
      usedExplicitTimers: boolean;
    };
    err?: { message: string };
  }[];
}

interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

function bench(folder: string, ...args: string[]): Outcome {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["bench", "--min-time", "20", ...args], {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1" },
    timeout: 120_000,
  });
  return { code: status, stdout, stderr };
}

function benchesOf({ stdout }: Outcome): Bench[] {
  return JSON.parse(stdout).benches as Bench[];
}

const WORK = "const work = (n) => { let sum = 0; for (let i = 0; i < n; i++) sum += Math.sqrt(i); return sum; };\n";

test("benchmarks of Deno, Vitest and mitata are measured", () => {
  const files = {
    "a_bench.ts": `${WORK}Deno.bench("plain", () => { work(10); });
Deno.bench({ name: "grouped", group: "g", baseline: true, async fn() { await null; } });
Deno.bench("timed", (b) => { work(10_000); b.start(); work(1); b.end(); });
Deno.bench.ignore("ignored", () => {});`,
    "b.bench.ts": `import { bench, describe } from "vitest";\n${WORK}describe("outer", () => { describe("inner", () => { bench("x", () => { work(10); }, { time: 5 }); }); bench.skip("skipped", () => {}); });`,
    "c.bench.mjs": `import { bench, group, run, summary } from "mitata";\n${WORK}group("m", () => { bench("one", () => work(1)); bench("two", () => work(2)).baseline(); }); await run();`,
  };
  withFiles(files, (folder) => {
    const outcome = bench(folder, "--json");
    const benches = benchesOf(outcome);
    assert.deepStrictEqual(
      benches.map(({ group, name, baseline }) => [group, name, baseline]),
      [
        [null, "plain", false],
        ["g", "grouped", true],
        [null, "timed", false],
        ["outer > inner", "x", false],
        ["m", "one", false],
        ["m", "two", true],
      ],
    );
    for (const { results } of benches) {
      const { n, min, max, avg, median } = results[0]!.ok!;
      assert.ok(
        n > 0 && min > 0 && min <= avg && avg <= max && median.low <= median.value && median.value <= median.high,
      );
    }
    assert.strictEqual(benches[2]!.results[0]!.ok!.usedExplicitTimers, true);
    assert.strictEqual(outcome.code, 0);
  });
});

test("a group is compared, and a saved run shows what became slower", () => {
  const file = (fast: number): string =>
    `${WORK}Deno.bench("slow", { group: "g" }, () => { work(20_000); });\nDeno.bench("fast", { group: "g" }, () => { work(${fast}); });`;
  withFiles({ "a_bench.ts": file(100) }, (folder) => {
    const first = bench(folder, "--save", "before.json");
    assert.match(first.stdout, /group g/);
    assert.match(first.stdout, /summary\n {2}fast\n {5}[\d.]+x faster than slow/);
    assert.strictEqual(first.code, 0);
    writeFileSync(path.join(folder, "a_bench.ts"), file(20_000));
    const second = bench(folder, "--compare", "before.json", "--fail-slower", "100");
    assert.match(second.stdout, /g > fast {2}\+[\d.]+ % slower/);
    assert.strictEqual(second.code, 1);
    assert.strictEqual(JSON.parse(readFileSync(path.join(folder, "before.json"), "utf8")).version, 1);
  });
});

test("a benchmark that throws fails the run and the others are measured", () => {
  withFiles(
    { "a_bench.ts": `Deno.bench("throws", () => { throw new Error("no"); }); Deno.bench("fine", () => {});` },
    (folder) => {
      const outcome = bench(folder, "--json");
      const [throws, fine] = benchesOf(outcome);
      assert.strictEqual(throws!.results[0]!.err!.message, "no");
      assert.ok(fine!.results[0]!.ok!.n > 0);
      assert.strictEqual(outcome.code, 1);
    },
  );
});

test("wrong command lines and missing files are reported", () => {
  withFiles({ "a_bench.ts": `Deno.bench("a", () => {});`, "broken.bench.ts": "const = 1;" }, (folder) => {
    assert.strictEqual(bench(folder, "--unknown").code, 2);
    assert.strictEqual(bench(folder, "--compare", "missing.json").code, 2);
    const missing = bench(folder, "nothing");
    assert.match(missing.stderr, /no test files match "nothing"/);
    const broken = bench(folder, "broken.bench.ts");
    assert.match(broken.stderr, /SyntaxError/);
    assert.strictEqual(broken.code, 1);
    assert.strictEqual(benchesOf(bench(folder, "--filter", "nothing", "--json", "a_bench.ts")).length, 0);
  });
});

test("skip, todo, only and conditions of Vitest hold for benchmarks and suites", () => {
  const all = `import { bench, describe } from "vitest"; const none = () => { throw new Error("ran"); };
bench.skip("a", none); bench.todo("b"); bench.skipIf(true)("c", none); bench.runIf(false)("d", none);
describe.skip("s", () => { bench("e", none); bench("f", none); }); describe.todo("t"); describe.skipIf(true)("u", () => { bench("g", none); });
describe.each([1, 2])("h %i", (value) => { bench("i", () => value, { time: 5 }); });`;
  const only = `import { bench, describe } from "vitest"; bench("a", () => {}); describe("s", () => { bench.only("b", () => {}, { time: 5 }); bench("c", () => {}); });
describe.only("t", () => { bench("d", () => {}, { time: 5 }); });`;
  withFiles({ "all.bench.ts": all, "only.bench.ts": only }, (folder) => {
    const plain = bench(folder, "all.bench.ts");
    assert.match(plain.stdout, /^skipped in all\.bench\.ts: a, b, c, d, s e, s f, u g$/m);
    assert.strictEqual(plain.code, 0);
    const names = (outcome: Outcome): string[] => benchesOf(outcome).map(({ group, name }) => `${group} ${name}`);
    assert.deepStrictEqual(names(bench(folder, "all.bench.ts", "--json")), ["h 1 i", "h 2 i"]);
    const outcome = bench(folder, "only.bench.ts", "--json");
    assert.deepStrictEqual(names(outcome), ["s b", "t d"]);
    assert.strictEqual(outcome.code, 0);
  });
});
