import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { test } from "../harness.ts";

// (module (func (export "f") unreachable))
const unnamed = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 5, 1, 1, 102, 0, 0, 10, 5, 1, 3, 0, 0, 11,
];
// (module (import "m" "g" (func $imp)) (func $main (export "f") (call $imp) unreachable)), with a section of names
const named = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 2, 7, 1, 1, 109, 1, 103, 0, 0, 3, 2, 1, 0, 7, 5, 1, 1, 102, 0, 1, 10,
  7, 1, 5, 0, 16, 0, 0, 11, 0, 19, 4, 110, 97, 109, 101, 1, 12, 2, 0, 3, 105, 109, 112, 1, 4, 109, 97, 105, 110,
];

function run(bytes: number[], imports?: WebAssembly.Imports): Error {
  const instance = new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(bytes)), imports);
  try {
    (instance.exports.f as () => void)();
  } catch (error) {
    return error as Error;
  }
  throw new Error("it did not trap");
}

test("the stack of a trap begins with its message and names the function by its index", () => {
  const error = run(unnamed);
  assert.ok(error instanceof WebAssembly.RuntimeError);
  const [header, frame, caller] = error.stack!.split("\n");
  assert.strictEqual(header, `RuntimeError: ${error.message}`);
  assert.match(frame!, /^ {4}at wasm:\/\/wasm\/[^:]+:wasm-function\[0\]/);
  assert.match(caller!, /^ {4}at run \(.*traps\.test\.ts:\d+:\d+\)$/);
});

test("a frame has the name of a function that the module names", () => {
  const thrown = run(named, {
    m: {
      g() {
        throw new Error("from the import");
      },
    },
  });
  assert.strictEqual(thrown.message, "from the import");
  assert.match(thrown.stack!, /traps\.test\.ts:\d+:\d+\)?\n {4}at main \(wasm:\/\/wasm\/[^:]+:wasm-function\[[^\]]+\]/);
  assert.match(run(named, { m: { g() {} } }).stack!, /^RuntimeError: .*\n {4}at main \(wasm:/);
});

test("prepareStackTrace receives the frame of a WebAssembly function", () => {
  const before = Error.prepareStackTrace;
  Error.prepareStackTrace = (_, sites) => sites.map((site) => [site.getFunctionName(), site.getFileName()]);
  try {
    const [[name, file]] = run(named, { m: { g() {} } }).stack as unknown as [string, string][];
    assert.strictEqual(name, "main");
    assert.match(file!, /^wasm:\/\/wasm\//);
  } finally {
    Error.prepareStackTrace = before;
  }
});

test("an uncaught trap is reported with its message and the line of the program", () => {
  const program = `const module = new WebAssembly.Module(new Uint8Array(${JSON.stringify(unnamed)}));\nnew WebAssembly.Instance(module).exports.f();`;
  const { status, stderr } = spawnSync(process.execPath, ["-e", program], { encoding: "utf8" });
  assert.strictEqual(status, 1);
  assert.match(stderr, /\nRuntimeError: [^\n]+\n {4}at wasm:\/\/wasm\/[^:]+:wasm-function\[0\]/);
});
