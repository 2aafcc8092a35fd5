// Errors of source that a program passes as a string have no enumerable properties.
import assert from "node:assert";
import vm from "node:vm";
import { test } from "../harness.ts";

const SOURCE = "a b c";

function thrownBy(body: () => unknown): Error {
  try {
    body();
  } catch (error) {
    return error as Error;
  }
  throw new Error("nothing was thrown");
}

test("errors of the constructors of functions", () => {
  for (const sample of [function () {}, async function () {}, function* () {}, async function* () {}]) {
    const error = thrownBy(() => new (sample.constructor as FunctionConstructor)(SOURCE));
    assert.ok(error instanceof SyntaxError);
    assert.strictEqual(JSON.stringify(error), "{}");
    assert.deepStrictEqual(Object.keys(error), []);
    assert.ok(error.message.startsWith("Unexpected identifier"), error.message);
  }
});

test("errors of functions that are called without new, and of bodies with await", () => {
  assert.strictEqual(JSON.stringify(thrownBy(() => Function(SOURCE))), "{}");
  assert.strictEqual(JSON.stringify(thrownBy(() => Function("await import('x") as unknown)), "{}");
});

test("errors of eval, scripts, regular expressions and JSON", () => {
  for (const body of [
    () => (0, eval)(SOURCE),
    () => new vm.Script(SOURCE),
    () => new RegExp("("),
    () => JSON.parse("{"),
  ])
    assert.strictEqual(JSON.stringify(thrownBy(body)), "{}");
});

test("an error of a conversion to a string is the program's", () => {
  const own = Object.assign(new SyntaxError("own"), { detail: 1 });
  const argument = {
    toString(): string {
      throw own;
    },
  };
  assert.strictEqual(
    thrownBy(() => new Function(argument as unknown as string)),
    own,
  );
  assert.deepStrictEqual(Object.keys(own), ["detail"]);
});
