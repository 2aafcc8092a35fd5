// `brio coverage`: reports of profiles that processes wrote.
import assert from "node:assert";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "../harness.ts";
import { runtime, withFiles } from "../test_runner/run_program.ts";

const FILES = {
  "code.ts": "export function f(x: number): number {\n  if (x > 1) return 1;\n  return 2;\n}\n",
  "one.ts": `import { f } from "./code.ts";\nf(1);\n`,
  "two.ts": `import { f } from "./code.ts";\nf(2);\n`,
};

test("profiles of several processes are added up", () => {
  withFiles(FILES, (folder) => {
    const env = { NODE_V8_COVERAGE: join(folder, "cov"), NO_COLOR: "1" };
    runtime(["one.ts"], folder, env);
    const first = runtime(["coverage", "cov", "--include", "code"], folder);
    assert.match(first.stdout, /code\.ts +\| +66.66 \| +50 \| +100 \| +100 \|/);
    runtime(["two.ts"], folder, env);
    const lcov = runtime(["coverage", "--lcov", "cov"], folder).stdout;
    for (const line of ["SF:code.ts", "FNDA:2,f", "DA:2,2", "DA:3,1", "BRDA:2,0,0,1", "BRDA:2,0,1,1", "SF:one.ts"])
      assert.ok(lcov.split("\n").includes(line), `${line} in ${lcov}`);
    assert.strictEqual(runtime(["coverage", "cov", "--html", "--output", "pages"], folder).code, 0);
    assert.match(readFileSync(join(folder, "pages/index.html"), "utf8"), /code\.ts\.html/);
  });
});

test("thresholds, missing folders and unknown flags have exit codes", () => {
  withFiles(FILES, (folder) => {
    runtime(["one.ts"], folder, { NODE_V8_COVERAGE: join(folder, "cov") });
    assert.strictEqual(runtime(["coverage", "cov", "--threshold", "100"], folder).code, 0);
    const missing = runtime(["coverage", "missing"], folder);
    assert.match(missing.stderr, /no coverage in missing/);
    assert.strictEqual(missing.code, 2);
    assert.strictEqual(runtime(["coverage", "--unknown"], folder).code, 2);
  });
});
