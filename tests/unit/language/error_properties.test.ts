// The own properties of errors, which programs copy and print by their names: as in V8, without the engine's own, and with V8's stack.
import { deepStrictEqual, strictEqual } from "node:assert";
import { test } from "../harness.ts";

const LISTS: [string, (error: object) => PropertyKey[]][] = [
  ["getOwnPropertyNames", Object.getOwnPropertyNames],
  ["ownKeys", Reflect.ownKeys],
  ["getOwnPropertyDescriptors", (error) => Reflect.ownKeys(Object.getOwnPropertyDescriptors(error))],
];

function isOfV8(stack: unknown, head: string): boolean {
  return typeof stack === "string" && stack.startsWith(`${head}\n    at `);
}

test("the names of an error's properties", () => {
  for (const [name, list] of LISTS) {
    deepStrictEqual(list(new TypeError("x")), ["stack", "message"], name);
    deepStrictEqual(list(new Error("x", { cause: 1 })), ["stack", "message", "cause"], name);
    deepStrictEqual(list(new Error()), ["stack"], name);
    const own: any = Object.assign(new Error("x"), { code: "E", line: 3 });
    deepStrictEqual(list(own), ["stack", "message", "code", "line"], name);
    strictEqual(own.line, 3);
  }
});

test("a stack that is read by its name is V8's", () => {
  for (const [name, list] of LISTS) {
    const error: any = new RangeError("x");
    const copy: any = {};
    for (const key of list(error)) copy[key] = error[key];
    strictEqual(isOfV8(copy.stack, "RangeError: x"), true, name);
    strictEqual(isOfV8(JSON.parse(JSON.stringify(error, list(error) as string[])).stack, "RangeError: x"), true, name);
    strictEqual(error.stack, copy.stack);
  }
});

test("the properties stay as they were", () => {
  const error = new Error("x", { cause: 1 });
  Object.defineProperty(error, "hidden", { value: 2, configurable: false });
  const frozen = Object.freeze(new Error("y"));
  for (const [name, list] of LISTS) {
    strictEqual(list(error).includes("hidden"), true, name);
    strictEqual(list(frozen).includes("message"), true, name);
  }
  const message = Object.getOwnPropertyDescriptor(error, "message");
  deepStrictEqual(message, { value: "x", writable: true, enumerable: false, configurable: true });
  deepStrictEqual(Object.keys(error), []);
  strictEqual(isOfV8(error.stack, "Error: x"), true);
});

test("a prepareStackTrace of the program makes the stack", () => {
  const holder = Error as any;
  const before = holder.prepareStackTrace;
  holder.prepareStackTrace = () => "prepared";
  try {
    const error: any = new Error("x");
    for (const key of Object.getOwnPropertyNames(error)) if (key === "stack") strictEqual(error[key], "prepared");
  } finally {
    holder.prepareStackTrace = before;
  }
});

test("a stack that is deleted is gone", () => {
  for (const make of [() => new Error("x"), () => new TypeError("x", { cause: 1 })]) {
    const error = make();
    strictEqual(delete error.stack, true);
    strictEqual(error.stack, undefined);
    strictEqual(Object.getOwnPropertyNames(error).includes("stack"), false);
  }
});
