// The ranges of blocks that `Profiler.takePreciseCoverage` reports: where code behind jumps, branches and suspensions begins and
// ends. The ranges are V8's: the file passes on Node.
import assert from "node:assert";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import inspector from "node:inspector";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { test } from "../harness.ts";

const require = createRequire(import.meta.url);
const folder = mkdtempSync(path.join(tmpdir(), "brio-coverage-blocks-"));
process.on("exit", () => rmSync(folder, { recursive: true }));

interface Reported {
  functionName: string;
  ranges: { startOffset: number; endOffset: number; count: number }[];
}

let files = 0;

/** The functions of `source` after `use` was called with its exports: name, then ranges with the code that they contain. */
async function ranges(source: string, use: (exports: any) => unknown): Promise<string[][]> {
  const name = path.join(folder, `file${++files}.cjs`);
  writeFileSync(name, source);
  const session = new inspector.Session();
  session.connect();
  const post = (method: string, params?: object): any => {
    let outcome: any;
    session.post(method, params, (error, result) => (outcome = error ?? result));
    return outcome;
  };
  post("Profiler.enable");
  post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  await use(require(name));
  const { result } = post("Profiler.takePreciseCoverage");
  session.disconnect();
  const script = result.find(({ url }: { url: string }) => url === pathToFileURL(name).href);
  return script.functions
    .slice(1)
    .map(({ functionName, ranges: list }: Reported) => [
      functionName,
      ...list.map(({ startOffset, endOffset, count }) => `${count}: ${source.slice(startOffset, endOffset)}`),
    ]);
}

const attempt = (action: () => unknown): void => {
  try {
    action();
  } catch {}
};

test("code behind a jump is uncovered up to the end of its block", async () => {
  const jumps = "exports.f = function f(x) { if (x) { return 1; if (x > 2) { g(); } g(); } return 2; g(); };";
  const both = ({ f }: any): void => void [f(1), f(0)];
  assert.deepStrictEqual(await ranges(jumps, both), [
    [
      "f",
      "2: function f(x) { if (x) { return 1; if (x > 2) { g(); } g(); } return 2; g(); }",
      "1: { return 1; if (x > 2) { g(); } g(); }",
      "0:  if (x > 2) { g(); } g(); }",
      "1:  return 2;",
      "0:  g(); ",
    ],
  ]);
  const operand = "exports.f = (x) => { throw x; const y = x ? 1 : 2; x(y); };";
  assert.deepStrictEqual(await ranges(operand, ({ f }) => attempt(() => f(1))), [
    ["exports.f", "1: (x) => { throw x; const y = x ? 1 : 2; x(y); }", "0:  const y = x ? 1 : 2; x(y); "],
  ]);
  const branches = "exports.f = (x) => { if (x) { return 1; } else { throw x; } x(); if (x) { x(); } };";
  assert.deepStrictEqual(await ranges(branches, ({ f }) => f(1)), [
    ["exports.f", `1: ${branches.slice(12, -1)}`, "0:  else { throw x; } x(); if (x) { x(); } "],
  ]);
  const loops =
    "exports.f = (x) => { f: { break f; x(); } do { x--; if (x) continue; else break; x(); } while (x); return x; };";
  assert.deepStrictEqual(await ranges(loops, ({ f }) => f(3)), [
    [
      "exports.f",
      "1: (x) => { f: { break f; x(); } do { x--; if (x) continue; else break; x(); } while (x); return x; }",
      "0:  x(); }",
      "3: { x--; if (x) continue; else break; x(); }",
      "2: continue;",
      "1:  else break;",
      "0:  x(); }",
    ],
  ]);
});

test("code behind a call that throws counts as run up to the next branch", async () => {
  const fails = ({ f }: any): void =>
    attempt(() =>
      f(() => {
        throw new Error("x");
      }),
    );
  assert.deepStrictEqual(await ranges("exports.f = (x) => { x(); y(); if (x) { z(); } return x; };", fails), [
    ["exports.f", "1: (x) => { x(); y(); if (x) { z(); } return x; }", "0: { z(); } return x; "],
  ]);
  const declared = "exports.f = (x) => { if (x) { x(); } function g() {} let y; y = x; return y; };";
  assert.deepStrictEqual(await ranges(declared, fails), [
    ["exports.f", `1: ${declared.slice(12, -1)}`, "0:  function g() {} let y; y = x; return y; "],
    ["g", "0: function g() {}"],
  ]);
  assert.deepStrictEqual(await ranges("exports.f = (x) => { try { x(); } finally { x = 1; } return x; };", fails), [
    ["exports.f", "1: (x) => { try { x(); } finally { x = 1; } return x; }", "0:  return x; "],
  ]);
});

test("an operand begins with its operator and ends with its parentheses", async () => {
  assert.deepStrictEqual(
    await ranges("exports.f = (a, b) => (a && b)  || (b && 'b')||'neither';", ({ f }) => f(1, 2)),
    [["exports.f", "1: (a, b) => (a && b)  || (b && 'b')||'neither'", "0: || (b && 'b')||'neither'"]],
  );
});

test("a suspension that does not continue leaves what follows uncovered", async () => {
  const waits = "exports.f = async (x) => { const a = await x; x = 2; await a; x = 3; return x; };";
  assert.deepStrictEqual(await ranges(waits, ({ f }) => f(Promise.reject(new Error("x"))).catch(() => {})), [
    ["exports.f", `1: ${waits.slice(12, -1)}`, "0:  x = 2; await a; x = 3; return x; "],
  ]);
  const yields = "exports.f = function* (x) { yield 1; x = 2; yield x ; x = 3; };";
  const twice = ({ f }: any): void => {
    const iterator = f();
    iterator.next();
    iterator.next();
  };
  assert.deepStrictEqual(await ranges(yields, twice), [
    ["exports.f", "1: function* (x) { yield 1; x = 2; yield x ; x = 3; }", "0:  x = 3; "],
  ]);
});

test("members of classes have V8's names and starts", async () => {
  const members = `exports.A = class A { x = 1; static #y = () => 2; constructor() { A.z(); }
    static z() { return 3; } #w() {} get v() { return this.#w(); } };
exports.B = class { y = 1 }; exports.C = class { constructor() {} };`;
  assert.deepStrictEqual(await ranges(members, ({ A }) => new A()), [
    ["<instance_members_initializer>", "1: x = 1"],
    ["<static_initializer>", "1: static #y = () => 2"],
    ["#y", "0: () => 2"],
    ["A", "1: constructor() { A.z(); }"],
    ["z", "1: z() { return 3; }"],
    ["#w", "0: #w() {}"],
    ["get v", "0: get v() { return this.#w(); }"],
    ["<instance_members_initializer>", "0: y = 1"],
    ["exports.C", "0: constructor() {}"],
  ]);
});
