// `run()`.
import assert from "node:assert";
import { run } from "node:test";
import path from "node:path";
import { test } from "../harness.ts";
import { tap, withFiles } from "./run_program.ts";

const start: any = run;

test("it returns a stream of events", () => {
  const outcome = tap(`
    import fs from "node:fs";
    fs.writeFileSync("a.test.js", 'const { test } = require("node:test"); test("yes", (t) => { t.diagnostic("d"); t.log?.("l", { more: 1 }); }); test("no", () => { throw new TypeError("x"); });');
    const stream = run({ files: [import.meta.dirname + "/a.test.js"] });
    const seen = [];
    stream.on("test:pass", (data) => seen.push("pass " + data.name + " " + data.line + ":" + data.column + " " + (data.file === import.meta.dirname + "/a.test.js") + " " + data.testNumber));
    stream.on("test:fail", (data) => seen.push("fail " + data.name + " " + data.details.error.cause.name + " " + data.details.error.failureType));
    const types = new Set();
    for await (const { type } of stream) types.add(type);
    console.error(stream.constructor.name);
    console.error(seen.join("\\n"));
    console.error(["test:enqueue", "test:dequeue", "test:start", "test:complete", "test:pass", "test:fail", "test:plan", "test:diagnostic", "test:summary"].every((type) => types.has(type)));
  `);
  assert.strictEqual(outcome.stderr, "TestsStream\npass yes 1:40 true 1\nfail no TypeError testCodeFailure\ntrue\n");
});

test("files can be aborted", () => {
  const outcome = tap(`
    import fs from "node:fs";
    fs.writeFileSync("a.test.js", 'setInterval(() => {}, 1000);');
    let failed;
    for await (const { type, data } of run({ files: ["a.test.js"], signal: AbortSignal.timeout(200) })) if (type === "test:fail") failed = data.details.error.failureType;
    console.error(failed);
  `);
  assert.strictEqual(outcome.stderr, "testAborted\n");
});

test("argv, execArgv, env and cwd reach the files", () => {
  const outcome = tap(`
    import fs from "node:fs";
    fs.mkdirSync("inner");
    fs.writeFileSync("inner/a.test.js", 'console.log(process.argv[2], process.execArgv.includes("--no-warnings"), process.env.OWN, require("node:path").basename(process.cwd()), process.env.NODE_TEST_CONTEXT, process.env.NODE_TEST_WORKER_ID);');
    let text = "";
    for await (const { type, data } of run({ cwd: import.meta.dirname + "/inner", argv: ["--own"], execArgv: ["--no-warnings"], env: { ...process.env, OWN: "1" } })) if (type === "test:stdout") text += data.message;
    process.stderr.write(text);
  `);
  assert.strictEqual(outcome.stderr, "--own true 1 inner child-v8 1\n");
});

test("setup gets the stream before anything runs", () => {
  const outcome = tap(
    `for await (const _ of run({ files: [], setup: (stream) => console.error(stream.constructor.name) }));`,
  );
  assert.strictEqual(outcome.stderr, "TestsStream\n");
});

test("run inside a test file runs nothing", () => {
  withFiles({}, (folder) => {
    const outcome = tap(`
      import fs from "node:fs";
      fs.writeFileSync("b.test.mjs", 'import test, { run } from "node:test"; run({ files: ["nothing.js"] }); ');
      let text = "";
      for await (const { type, data } of run({ files: ["b.test.mjs"] })) if (type === "test:stderr") text += data.message;
      process.stderr.write(String(text.includes("node:test run() is being called recursively within a test file. skipping running files.")));
    `);
    assert.strictEqual(outcome.stderr, "true");
    assert.ok(path.isAbsolute(folder));
  });
});

test("wrong options throw", () => {
  const wrong = (options: unknown, code: string, message?: RegExp): void =>
    assert.throws(() => start(options), message === undefined ? { code } : { code, message });
  wrong(5, "ERR_INVALID_ARG_TYPE");
  wrong({ files: "a.js" }, "ERR_INVALID_ARG_TYPE");
  wrong({ globPatterns: "a.js" }, "ERR_INVALID_ARG_TYPE");
  wrong({ files: ["a.js"], globPatterns: ["b.js"] }, "ERR_INVALID_ARG_VALUE");
  wrong({ watch: 1 }, "ERR_INVALID_ARG_TYPE");
  wrong({ forceExit: 1 }, "ERR_INVALID_ARG_TYPE");
  wrong(
    { forceExit: true, watch: true },
    "ERR_INVALID_ARG_VALUE",
    /The property 'options\.forceExit' is not supported with watch mode\./,
  );
  wrong({ only: 1 }, "ERR_INVALID_ARG_TYPE");
  wrong(
    { shard: {} },
    "ERR_INVALID_ARG_TYPE",
    /The "options\.shard\.total" property must be of type number\. Received undefined/,
  );
  wrong({ shard: { total: 2, index: 3 } }, "ERR_OUT_OF_RANGE");
  wrong({ setup: 1 }, "ERR_INVALID_ARG_TYPE");
  wrong({ testNamePatterns: [5] }, "ERR_INVALID_ARG_TYPE");
  wrong({ testSkipPatterns: "[" }, "ERR_INVALID_ARG_VALUE");
  wrong({ isolation: "thread" }, "ERR_INVALID_ARG_VALUE");
  wrong({ cwd: 5 }, "ERR_INVALID_ARG_TYPE");
  wrong({ argv: "a" }, "ERR_INVALID_ARG_TYPE");
  wrong({ execArgv: [1] }, "ERR_INVALID_ARG_TYPE");
  wrong({ env: 1 }, "ERR_INVALID_ARG_TYPE");
  wrong({ env: {}, isolation: "none" }, "ERR_INVALID_ARG_VALUE");
  wrong({ lineCoverage: 101 }, "ERR_OUT_OF_RANGE");
  wrong({ coverage: 1 }, "ERR_INVALID_ARG_TYPE");
});
