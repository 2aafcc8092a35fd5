// The Console class over streams of our own, and the global console.
import { test } from "../harness.ts";
import assert from "node:assert";
import { Console } from "node:console";
import { Writable } from "node:stream";

function makeConsole(options: object = {}): { console: Console; out: () => string; err: () => string } {
  let out = "";
  let err = "";
  const stdout = new Writable({
    write(chunk, _encoding, done) {
      out += chunk;
      done();
    },
  });
  const stderr = new Writable({
    write(chunk, _encoding, done) {
      err += chunk;
      done();
    },
  });
  return { console: new Console({ stdout, stderr, ...options }), out: () => out, err: () => err };
}

test("log and error format their arguments to their streams", () => {
  const { console, out, err } = makeConsole();
  console.log("%s is %d", "x", 5, { a: 1 });
  console.log();
  console.error([1]);
  console.warn("w");
  assert.strictEqual(out(), "x is 5 { a: 1 }\n\n");
  assert.strictEqual(err(), "[ 1 ]\nw\n");
});

test("groups indent every line", () => {
  const { console, out } = makeConsole();
  console.group("outer");
  console.log("a\nb");
  console.group();
  console.log("c");
  console.groupEnd();
  console.groupEnd();
  console.groupEnd();
  console.log("d");
  assert.strictEqual(out(), "outer\n  a\n  b\n    c\nd\n");
});

test("count counts by label, assert prints failures, dir respects its options", () => {
  const { console, out, err } = makeConsole();
  console.count();
  console.count("x");
  console.count();
  console.countReset();
  console.count();
  console.assert(true, "no");
  console.assert(false, "yes %s", 1);
  console.dir({ a: { b: {} } }, { depth: 0 });
  assert.strictEqual(out(), "default: 1\nx: 1\ndefault: 2\ndefault: 1\n{ a: [Object] }\n");
  assert.strictEqual(err(), "Assertion failed: yes 1\n");
});

test("table draws rows and columns", () => {
  const { console, out } = makeConsole();
  console.table([{ a: 1, b: "x" }, { a: 2 }]);
  assert.strictEqual(
    out(),
    "┌─────────┬───┬─────┐\n│ (index) │ a │ b   │\n├─────────┼───┼─────┤\n│ 0       │ 1 │ 'x' │\n│ 1       │ 2 │     │\n└─────────┴───┴─────┘\n",
  );
  assert.throws(() => console.table([], "x" as any), { code: "ERR_INVALID_ARG_TYPE" });
});

test("time prints a duration, trace a stack", () => {
  const { console, out, err } = makeConsole();
  console.time("t");
  console.timeEnd("t");
  console.trace("here");
  assert.match(out(), /^t: \d+(?:\.\d+)?m?s\n$/);
  assert.match(err(), /^Trace: here\n    at /);
});

test("colours are used when requested", () => {
  const { console, out } = makeConsole({ colorMode: true });
  console.log(5);
  assert.strictEqual(out(), "\u001b[33m5\u001b[39m\n");
});

test("errors of the stream are swallowed, or thrown with ignoreErrors: false", () => {
  const makeBroken = () =>
    new Writable({
      write() {
        throw new Error("broken");
      },
    });
  new Console(makeBroken()).log("x");
  const broken = makeBroken();
  assert.throws(() => new Console(broken, broken, false).log("x"), /broken/);
});

test("Console refuses what is not a stream and unknown colour modes", () => {
  assert.throws(() => new Console({} as any), {
    name: "TypeError",
    code: "ERR_CONSOLE_WRITABLE_STREAM",
    message: "Console expects a writable stream instance for stdout",
  });
  assert.throws(() => makeConsole({ colorMode: "x" }), { code: "ERR_INVALID_ARG_VALUE" });
});

test("methods work without their object, and the global console is a Console", () => {
  const { console: own, out } = makeConsole();
  const { log } = own;
  log("free");
  assert.strictEqual(out(), "free\n");
  assert.ok(console instanceof Console);
  assert.strictEqual(Object.prototype.toString.call(console), "[object console]");
});
