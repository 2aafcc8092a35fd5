// Commands of `Runtime` that a session of the own thread runs, and `inspector.console`. Run with Node or Brio.
import assert from "node:assert";
import inspector from "node:inspector";
import { Session } from "node:inspector/promises";
import { test } from "../harness.ts";

const globals = globalThis as any;

async function withSession(
  body: (post: (method: string, params?: object) => Promise<any>, session: Session) => unknown,
) {
  const session = new Session();
  session.connect();
  try {
    await session.post("Runtime.enable");
    await body((method, params) => session.post(method, params as any) as Promise<any>, session);
  } finally {
    session.disconnect();
  }
}

test("callFunctionOn calls a function with a receiver and arguments of all kinds", () =>
  withSession(async (post) => {
    const { result: object } = await post("Runtime.evaluate", { expression: "({ x: 1, y: [1, 2] })" });
    const { objectId } = object;
    const call = async (functionDeclaration: string, rest: object = { objectId }) =>
      (await post("Runtime.callFunctionOn", { functionDeclaration, ...rest })).result;
    const sum = await call("function (a, b) { return a + b }", {
      executionContextId: 1,
      arguments: [{ value: 2 }, { value: 3 }],
    });
    assert.deepStrictEqual(sum, { type: "number", value: 5, description: "5" });
    const list = await call("function (key) { return this[key] }", {
      objectId,
      arguments: [{ value: "y" }],
      returnByValue: true,
    });
    assert.deepStrictEqual(list, { type: "object", value: [1, 2] });
    const same = await call("function (other) { return this === other }", { objectId, arguments: [{ objectId }] });
    assert.strictEqual(same.value, true);
    const zero = await call("(x) => x", { objectId, arguments: [{ unserializableValue: "-0" }] });
    assert.strictEqual(zero.unserializableValue, "-0");
    const big = await call("(x) => x", { objectId, arguments: [{ unserializableValue: "12n" }] });
    assert.strictEqual(big.unserializableValue, "12n");
    assert.strictEqual((await call("(x) => x", { objectId, arguments: [{}] })).type, "undefined");
    const later = await call("async () => 7", { objectId, awaitPromise: true });
    assert.strictEqual(later.value, 7);
  }));

test("callFunctionOn reports exceptions and wrong parameters", () =>
  withSession(async (post) => {
    const { result } = await post("Runtime.evaluate", { expression: "({})" });
    const { objectId } = result;
    const call = (functionDeclaration: unknown, rest: object = { objectId }) =>
      post("Runtime.callFunctionOn", { functionDeclaration, ...rest });
    const thrown = await call("function () { throw new TypeError('boo') }");
    assert.deepStrictEqual([thrown.result.subtype, thrown.exceptionDetails.text], ["error", "Uncaught"]);
    assert.strictEqual((await call("function ({")).result.className, "SyntaxError");
    const rejected = await call("async () => { throw new Error('no') }", { objectId, awaitPromise: true });
    assert.strictEqual(rejected.exceptionDetails.text, "Uncaught (in promise) Error: no");
    for (const [declaration, rest, message] of [
      ["5", { objectId }, "Given expression does not evaluate to a function"],
      ["() => 1", { objectId: "none" }, "Invalid remote object id"],
      ["() => 1", {}, "Either objectId or executionContextId or uniqueContextId must be specified"],
      ["() => 1", { executionContextId: 99 }, "Cannot find context with specified id"],
      [undefined, { objectId }, "Invalid parameters"],
    ] as const)
      await assert.rejects(call(declaration, rest), (error: any) => error.message.endsWith(message));
  }));

test("awaitPromise waits for a promise that the client names", () =>
  withSession(async (post) => {
    const { result } = await post("Runtime.evaluate", { expression: "Promise.resolve({ a: 1 })" });
    const settled = await post("Runtime.awaitPromise", { promiseObjectId: result.objectId, returnByValue: true });
    assert.deepStrictEqual(settled.result, { type: "object", value: { a: 1 } });
    const { result: other } = await post("Runtime.evaluate", { expression: "({})" });
    await assert.rejects(
      post("Runtime.awaitPromise", { promiseObjectId: other.objectId }),
      /Could not find promise with given id$/,
    );
  }));

test("a compiled script runs once", () =>
  withSession(async (post) => {
    const source = { expression: "globalThis.compiledByTest = 6 * 7", sourceURL: "u.js" };
    const { scriptId } = await post("Runtime.compileScript", { ...source, persistScript: true });
    assert.strictEqual(globals.compiledByTest, undefined);
    assert.strictEqual((await post("Runtime.runScript", { scriptId })).result.value, 42);
    assert.strictEqual(globals.compiledByTest, 42);
    await assert.rejects(post("Runtime.runScript", { scriptId }), /No script with given id$/);
    assert.deepStrictEqual(await post("Runtime.compileScript", { ...source, persistScript: false }), {});
    const wrong = await post("Runtime.compileScript", { expression: "1+", sourceURL: "u.js", persistScript: true });
    assert.strictEqual(wrong.exceptionDetails.text, "Uncaught");
  }));

test("objects are released one by one and by group", () =>
  withSession(async (post) => {
    const make = async () =>
      (await post("Runtime.evaluate", { expression: "({})", objectGroup: "group" })).result.objectId as string;
    const [first, second] = [await make(), await make()];
    await post("Runtime.releaseObject", { objectId: first });
    await assert.rejects(post("Runtime.releaseObject", { objectId: first }), /Could not find object with given id$/);
    await assert.rejects(post("Runtime.releaseObject", { objectId: "none" }), /Invalid remote object id$/);
    await post("Runtime.getProperties", { objectId: second });
    await post("Runtime.releaseObjectGroup", { objectGroup: "group" });
    await assert.rejects(post("Runtime.getProperties", { objectId: second }), /Could not find object with given id$/);
  }));

test("calls of a binding are events until it is removed", () =>
  withSession(async (post, session) => {
    const calls: unknown[] = [];
    session.on("Runtime.bindingCalled", ({ params }) => calls.push(params.payload));
    await post("Runtime.addBinding", { name: "bindingOfTest" });
    globals.bindingOfTest("one");
    assert.throws(() => globals.bindingOfTest(3), { message: "Invalid arguments: should be exactly one string." });
    await post("Runtime.removeBinding", { name: "bindingOfTest" });
    globals.bindingOfTest("two");
    assert.deepStrictEqual(calls, ["one"]);
  }));

test("inspector.console counts and measures; a listener that prints is not notified of that", () =>
  withSession(async (_post, session) => {
    const silent = inspector.console as any;
    const calls: unknown[] = [];
    session.on("Runtime.consoleAPICalled", ({ params }) => {
      calls.push([params.type, params.args[0]?.value]);
      if (params.args[0]?.value === "outer") console.log("inner");
    });
    silent.count("x");
    silent.count("x");
    silent.countReset("x");
    silent.countReset("y");
    silent.count("x");
    silent.assert(false, "wrong");
    silent.timeEnd("none");
    silent.groupEnd();
    silent.context("name").count("x");
    assert.deepStrictEqual(calls, [
      ["count", "x: 1"],
      ["count", "x: 2"],
      ["warning", "Count for 'y' does not exist"],
      ["count", "x: 1"],
      ["assert", "wrong"],
      ["warning", "Timer 'none' does not exist"],
      ["endGroup", "console.groupEnd"],
      ["count", "x: 1"],
    ]);
    calls.length = 0;
    silent.time("t");
    silent.timeEnd("t");
    assert.match((calls[0] as string[])[1]!, /^t: [\d.]+ ms$/);
    calls.length = 0;
    console.log("outer");
    assert.deepStrictEqual(calls, [["log", "outer"]]);
  }));
