// util.promisify, callbackify, inherits, deprecate, and the small functions.
import { test } from "../harness.ts";
import assert from "node:assert";
import util from "node:util";

test("promisify fulfils with the value of the callback and rejects with its error", async () => {
  const add = (a: number, b: number, callback: (error: Error | null, sum?: number) => void) =>
    callback(a < 0 ? new RangeError("negative") : null, a + b);
  assert.strictEqual(await util.promisify(add)(1, 2), 3);
  await assert.rejects(util.promisify(add)(-1, 2), RangeError);
});

test("promisify returns the custom function", () => {
  const custom = async () => "custom";
  const fn: any = () => {};
  fn[util.promisify.custom] = custom;
  assert.strictEqual(util.promisify(fn), custom);
});

test("promisify refuses what is not a function", () => {
  assert.throws(() => util.promisify(5 as any), {
    name: "TypeError",
    code: "ERR_INVALID_ARG_TYPE",
    message: 'The "original" argument must be of type function. Received type number (5)',
  });
});

test("callbackify calls back with the value, the reason, or an error for a falsy reason", async () => {
  const call = (fn: () => Promise<unknown>) =>
    new Promise<unknown[]>((resolve) => (util.callbackify(fn) as any)((...args: unknown[]) => resolve(args)));
  assert.deepStrictEqual(await call(async () => 7), [null, 7]);
  assert.deepStrictEqual(await call(() => Promise.reject("reason")), ["reason"]);
  const [error] = (await call(() => Promise.reject(null))) as [any];
  assert.strictEqual(error.code, "ERR_FALSY_VALUE_REJECTION");
  assert.strictEqual(error.reason, null);
});

test("callbackify needs a callback", () => {
  assert.throws(() => (util.callbackify(async () => 1) as any)(), {
    code: "ERR_INVALID_ARG_TYPE",
    message: "The last argument must be of type function. Received undefined",
  });
});

test("inherits links prototypes and refuses a missing constructor", () => {
  function Child(this: unknown) {}
  function Parent(this: unknown) {}
  util.inherits(Child as any, Parent as any);
  assert.ok(Object.create(Child.prototype) instanceof Parent);
  assert.strictEqual((Child as any).super_, Parent);
  assert.throws(() => util.inherits(null as any, Parent as any), { code: "ERR_INVALID_ARG_TYPE" });
});

test("deprecate keeps this, arguments and result, and refuses a code that is not a string", () => {
  const double = util.deprecate(
    function (this: any, x: number) {
      return this.factor * x;
    },
    "old",
    "TEST0001",
  );
  assert.strictEqual(double.call({ factor: 2 }, 4), 8);
  assert.throws(() => util.deprecate(() => {}, "old", 5 as any), { code: "ERR_INVALID_ARG_TYPE" });
});

test("getSystemErrorName and getSystemErrorMessage know the errors of the system", () => {
  assert.strictEqual(util.getSystemErrorName(-2), "ENOENT");
  assert.strictEqual((util as any).getSystemErrorMessage(-2), "no such file or directory");
  assert.deepStrictEqual(util.getSystemErrorMap().get(-13), ["EACCES", "permission denied"]);
  assert.throws(() => util.getSystemErrorName(1), { name: "RangeError", code: "ERR_OUT_OF_RANGE" });
});

test("isDeepStrictEqual compares structure, prototypes and kinds of numbers", () => {
  assert.strictEqual(
    util.isDeepStrictEqual({ a: [1, new Map([[{ k: 1 }, 2]])] }, { a: [1, new Map([[{ k: 1 }, 2]])] }),
    true,
  );
  assert.strictEqual(util.isDeepStrictEqual([0], [-0]), false);
  assert.strictEqual(util.isDeepStrictEqual([1], { 0: 1, length: 1 }), false);
});

test("stripVTControlCharacters removes escape sequences and refuses other values", () => {
  assert.strictEqual(util.stripVTControlCharacters("\u001b[31mred\u001b[39m"), "red");
  assert.throws(() => util.stripVTControlCharacters(5 as any), { code: "ERR_INVALID_ARG_TYPE" });
});

test("styleText puts escape sequences around text, and reopens styles inside of it", () => {
  assert.strictEqual(
    util.styleText(["bold", "red"], "a", { validateStream: false }),
    "\u001b[1m\u001b[31ma\u001b[39m\u001b[22m",
  );
  assert.strictEqual(
    util.styleText("red", "a\u001b[39mb", { validateStream: false }),
    "\u001b[31ma\u001b[31mb\u001b[39m",
  );
  assert.throws(() => util.styleText("nope" as any, "a", { validateStream: false }), { code: "ERR_INVALID_ARG_VALUE" });
});

test("types check internal slots, not names", () => {
  const { types } = util;
  assert.strictEqual(types.isMap(new Map()), true);
  assert.strictEqual(types.isMap({ [Symbol.toStringTag]: "Map" }), false);
  assert.strictEqual(types.isPromise(Promise.resolve()), true);
  assert.strictEqual(types.isPromise({ then() {} }), false);
  assert.strictEqual(
    types.isAsyncFunction(async () => {}),
    true,
  );
  assert.strictEqual(
    types.isGeneratorFunction(function* () {}),
    true,
  );
  assert.strictEqual(types.isProxy(new Proxy({}, {})), true);
  assert.strictEqual(types.isDate(Object.create(Date.prototype)), false);
});

test("diff lists the edits from the second text to the first", () => {
  assert.deepStrictEqual((util as any).diff("ac", "abc"), [
    [0, "a"],
    [-1, "b"],
    [0, "c"],
  ]);
  assert.throws(() => (util as any).diff("a", 5), { code: "ERR_INVALID_ARG_TYPE" });
});

test("functions that are promisified in their own way keep their names", async () => {
  const { default: fs } = await import("node:fs");
  const { default: childProcess } = await import("node:child_process");
  assert.deepStrictEqual(
    [
      util.promisify(fs.exists).name,
      util.promisify(childProcess.exec).name,
      util.promisify(childProcess.execFile).name,
    ],
    ["exists", "exec", "execFile"],
  );
});

test("the kind of a function is recognized with any comments in its source", () => {
  const comments = `/* a */${"/* b */ /* c */".repeat(25)}`;
  const make = (text: string): unknown => Function(`return ${text.replaceAll("#", comments)}`)();
  const start = performance.now();
  for (const text of [
    "function# f() {}",
    "async# function# f() {}",
    "({ f() {} }).f",
    "({ async# f() {} }).f",
    "(async) => {}",
    "async function f() {}",
  ]) {
    assert.strictEqual(util.types.isGeneratorFunction(make(text)), false, text);
  }
  for (const text of [
    "function#*# f() {}",
    "async# function#* f() {}",
    "({ *f() {} }).f",
    "({ async#*# f() {} }).f",
    "({ async *f() {} }).f",
    "({ *function() {} }).function",
  ]) {
    assert.strictEqual(util.types.isGeneratorFunction(make(text)), true, text);
  }
  assert.ok(performance.now() - start < 1000);
});

test("aborted fulfils with the event, or with undefined when the signal is aborted already", async () => {
  const controller = new AbortController();
  const pending: Promise<any> = util.aborted(controller.signal, {});
  controller.abort();
  const event = await pending;
  assert.ok(event instanceof Event && event.type === "abort");
  assert.strictEqual(await util.aborted(AbortSignal.abort(), {}), undefined);
});

test("promisify passes any number of arguments and the receiver, and a callback of length 1", async () => {
  const receiver = {
    sum: util.promisify(function (this: unknown, ...args: any[]) {
      const done = args.pop();
      done(null, [this === receiver, done.length, ...args]);
    } as (...args: any[]) => void) as (...args: unknown[]) => Promise<unknown>,
  };
  for (let count = 0; count < 5; count++) {
    const args = Array.from({ length: count }, (_value, index) => index);
    assert.deepStrictEqual(await receiver.sum(...args), [true, 1, ...args]);
  }
  await assert.rejects(util.promisify((done: (error: Error) => void) => done(new Error("refused")))(), /refused/);
  const throwing = util.promisify((_done: () => void) => {
    throw new Error("thrown");
  });
  await assert.rejects(throwing(), /thrown/);
});
