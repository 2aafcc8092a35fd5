// The message for a variable that is not declared, on which programs and people search. The same on Node and Deno.
import assert from "node:assert";
import { test } from "../harness.ts";

const messageOf = (code: string): string => {
  try {
    (0, eval)(code);
  } catch (error) {
    assert.strictEqual((error as Error).name, "ReferenceError");
    assert.match((error as Error).stack!, /is not defined/);
    return (error as Error).message;
  }
  throw new Error("nothing was thrown");
};

test("reads, calls and strict assignments name the variable", () => {
  assert.strictEqual(messageOf("missing"), "missing is not defined");
  assert.strictEqual(messageOf("missing()"), "missing is not defined");
  assert.strictEqual(messageOf("missing.member"), "missing is not defined");
  assert.strictEqual(messageOf("'use strict'; missing = 1"), "missing is not defined");
  assert.strictEqual(messageOf("(() => [1].map(() => missing))()"), "missing is not defined");
});

test("names have any characters", () => {
  assert.strictEqual(messageOf("$_1"), "$_1 is not defined");
  assert.strictEqual(messageOf("ñandú"), "ñandú is not defined");
  assert.strictEqual(messageOf("имя"), "имя is not defined");
});

test("compiled code throws the same", () => {
  const read = new Function("call", "return call ? undeclared : 1");
  for (let count = 0; count < 20_000; count++) read(false);
  assert.throws(() => read(true), { name: "ReferenceError", message: "undeclared is not defined" });
});

test("a program's own errors keep their words", () => {
  const text = "Can't find variable: x";
  assert.strictEqual(new ReferenceError(text).message, text);
});
