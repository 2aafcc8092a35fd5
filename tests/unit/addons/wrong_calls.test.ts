// The status of calls of Node-API with wrong arguments, in a wrong state or order, and what callbacks throw. All values are
// those of Node 26.10.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { test } from "../harness.ts";
import { buildAddon } from "./build_addon.ts";

interface Pending {
  status: number;
  exception: Error & { code?: string };
}

const path = buildAddon("wrong_calls");
const addon = createRequire(import.meta.url)(path) as { statuses(): Record<string, number | Pending> };

const OK = 0;
const INVALID_ARGUMENT = 1;
const OBJECT_EXPECTED = 2;
const STRING_EXPECTED = 3;
const NAME_EXPECTED = 4;
const NUMBER_EXPECTED = 6;
const BOOLEAN_EXPECTED = 7;
const ARRAY_EXPECTED = 8;
const GENERIC_FAILURE = 9;
const ESCAPE_CALLED_TWICE = 12;
const BIGINT_EXPECTED = 17;
const DATE_EXPECTED = 18;
const ARRAY_BUFFER_EXPECTED = 19;

/** The calls that are no INVALID_ARGUMENT. */
const STATUSES: Record<string, number | string> = {
  "number of a string": NUMBER_EXPECTED,
  "integer of a string": NUMBER_EXPECTED,
  "boolean of a string": BOOLEAN_EXPECTED,
  "string of an object": STRING_EXPECTED,
  "BigInt of a string": BIGINT_EXPECTED,
  "date of an object": DATE_EXPECTED,
  "length of an object": ARRAY_EXPECTED,
  "keys of a string": OK,
  "instanceof an object": "5 TypeError ERR_NAPI_CONS_FUNCTION: Constructor must be a function",
  "symbol described by an object": STRING_EXPECTED,
  "error with an object as message": STRING_EXPECTED,
  "error with an object as code": STRING_EXPECTED,
  "own property with an object as key": NAME_EXPECTED,
  "script of an object": STRING_EXPECTED,
  "number from a BigInt": "6 TypeError",
  "number from a symbol": "6 TypeError",
  "string from a symbol": "3 TypeError",
  "object from undefined": "2 TypeError",
  "type tag of a string": OK,
  "type tag of undefined": "10 TypeError",
  "properties of a string": OK,
  "properties of undefined": "2 TypeError",
  "property without a value": OK,
  "callback on a string": OK,
  "callback on undefined": "2 TypeError",
  "asynchronous context of undefined": OBJECT_EXPECTED,
  "instance of an arrow function": "10 TypeError",
  "prototype of a frozen object": GENERIC_FAILURE,
  "error with undefined as code": STRING_EXPECTED,
  "script that throws": "9 TypeError",
  "Buffer beyond its memory": "0 RangeError ERR_OUT_OF_RANGE: The byte offset + length is out of range",
  "Buffer too large": "9 Error ERR_BUFFER_TOO_LARGE: Cannot create a Buffer larger than 0x1fffffffffffff bytes",
  "first detaching": OK,
  "second detaching": OK,
  "shared memory is detached": OK,
  "bytes of a Float16Array": 8,
  "no address of an empty Buffer": 1,
  "detaching an object": ARRAY_BUFFER_EXPECTED,
  "first escape": OK,
  "second escape": ESCAPE_CALLED_TWICE,
  "first wrap": OK,
  "first type tag": OK,
  "a count below zero": GENERIC_FAILURE,
  "sign of a BigInt": OK,
  "words of a BigInt": "10 RangeError",
  "offset of an array":
    "9 RangeError ERR_NAPI_INVALID_TYPEDARRAY_ALIGNMENT: start offset of Int32Array should be a multiple of 4",
  "length of an array": "9 RangeError ERR_NAPI_INVALID_TYPEDARRAY_LENGTH: Invalid typed array length",
  "a call with a pending exception": "10 Error",
};

const show = (result: number | Pending): number | string => {
  if (typeof result === "number") return result;
  const { status, exception } = result;
  const { name, code, message } = exception;
  // The messages of errors without a code are the engine's.
  return code === undefined ? `${status} ${name}` : `${status} ${name} ${code}: ${message}`;
};

const found = addon.statuses();
for (const [name, result] of Object.entries(found)) {
  test(`${name} has the status that it has in Node`, () => {
    assert.strictEqual(show(result), STATUSES[name] ?? INVALID_ARGUMENT);
  });
}

test("all statuses that are expected are there", () => {
  assert.deepStrictEqual(
    Object.keys(STATUSES).filter((name) => !(name in found)),
    [],
  );
});

/** Runs a program with the addon in a process of its own. Returns what it prints, and its exit code. */
function run(file: string, program: string): { status: number | null; output: string } {
  const code = `const addon = require(${JSON.stringify(file)});
    process.on("uncaughtException", ({ code, message }) => console.log("uncaught", code, message));
    ${program}`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--expose-gc", "-e", code], {
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1" },
  });
  return { status, output: stdout + stderr };
}

test("what a finalizer throws is an uncaught exception", () => {
  const { status, output } = run(
    path,
    `(() => { for (let index = 0; index < 20; index++) addon.throwingExternal(); })();
     setImmediate(() => { gc(); setImmediate(gc); });`,
  );
  assert.match(output, /^uncaught E_FINALIZER from a finalizer$/m);
  assert.strictEqual(status, 0);
});

test("what a thread-safe function throws is an uncaught exception from version 10 on, before a warning", () => {
  const program = `addon.callLater(() => { throw new Error("from JavaScript"); });`;
  const modern = run(buildAddon("wrong_calls", "version_10", ["-DVERSION=10"]), program);
  assert.deepStrictEqual(modern, { status: 0, output: "uncaught undefined from JavaScript\n" });
  const old = run(path, program);
  assert.match(old.output, /\[DEP0168\] DeprecationWarning: Uncaught Node-API callback exception detected/);
  assert.doesNotMatch(old.output, /^uncaught/m);
  assert.strictEqual(old.status, 0);
});
