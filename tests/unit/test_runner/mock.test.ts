// `mock.fn`, `mock.method`, `mock.getter`, `mock.setter`, `mock.property`.
import assert from "node:assert";
import { mock } from "node:test";
import { test } from "../harness.ts";

const track: any = mock;

test("a mocked function calls its implementation and records the calls", () => {
  const add = track.fn(
    (a: number, b: number) => a + b,
    (a: number, b: number) => a * b,
  );
  const self = {};
  assert.strictEqual(add.call(self, 3, 4), 12);
  assert.strictEqual(add.mock.callCount(), 1);
  const [call] = add.mock.calls;
  assert.deepStrictEqual([call.arguments, call.result, call.error, call.target], [[3, 4], 12, undefined, undefined]);
  assert.strictEqual(call.this, self);
  assert.ok(call.stack instanceof Error);
  add.mock.restore();
  assert.strictEqual(add(3, 4), 7);
  add.mock.resetCalls();
  assert.strictEqual(add.mock.callCount(), 0);
});

test("a mocked function without arguments returns undefined", () => {
  assert.strictEqual(track.fn()(), undefined);
});

test("errors of a mocked function are recorded and rethrown", () => {
  const error = new Error("x");
  const fail = track.fn(() => {
    throw error;
  });
  assert.throws(() => fail(), error);
  assert.strictEqual(fail.mock.calls[0].error, error);
});

test("a mocked class is constructed", () => {
  class Real {
    value: number;
    constructor(value: number) {
      this.value = value;
    }
  }
  const Mocked = track.fn(Real);
  const made = new Mocked(5);
  assert.ok(made instanceof Real);
  assert.strictEqual(made.value, 5);
  assert.strictEqual(Mocked.mock.calls[0].target, Real);
  assert.strictEqual(Mocked.mock.calls[0].this, made);
});

test("implementations for one call, and for a number of calls", () => {
  const fn = track.fn(
    () => "original",
    () => "mock",
    { times: 3 },
  );
  fn.mock.mockImplementationOnce(() => "second", 1);
  assert.deepStrictEqual([fn(), fn(), fn(), fn()], ["mock", "second", "mock", "original"]);
  fn.mock.mockImplementation(() => "new");
  assert.strictEqual(fn(), "new");
  fn.mock.mockImplementationOnce(() => "once");
  assert.deepStrictEqual([fn(), fn()], ["once", "new"]);
  assert.throws(() => fn.mock.mockImplementationOnce(() => {}, 0), { code: "ERR_OUT_OF_RANGE" });
  assert.throws(() => fn.mock.mockImplementation(5), { code: "ERR_INVALID_ARG_TYPE" });
});

test("methods are replaced and put back, also inherited ones", () => {
  const key = Symbol("key");
  class Base {
    inherited(): number {
      return 1;
    }
    [key](): number {
      return 2;
    }
  }
  const object: any = new Base();
  const spy = track.method(object, "inherited");
  assert.strictEqual(object.inherited(), 1);
  assert.strictEqual(spy.mock.callCount(), 1);
  track.method(object, key, () => 20);
  assert.strictEqual(object[key](), 20);
  track.reset();
  assert.strictEqual(object.inherited(), 1);
});

test("getters and setters", () => {
  let stored = 1;
  const object = {
    get value() {
      return stored;
    },
    set value(next) {
      stored = next;
    },
  };
  const getter = track.getter(object, "value", () => 7);
  const setter = track.setter(object, "value", function () {});
  object.value = 5;
  assert.deepStrictEqual([object.value, stored, getter.mock.callCount(), setter.mock.callCount()], [7, 1, 1, 1]);
  setter.mock.restore();
  getter.mock.restore();
  assert.throws(() => track.getter(object, "value", () => 1, { getter: false }), { code: "ERR_INVALID_ARG_VALUE" });
  assert.throws(() => track.setter(object, "value", { setter: false }), { code: "ERR_INVALID_ARG_VALUE" });
  assert.throws(() => track.method(object, "value", { getter: true, setter: true }), { code: "ERR_INVALID_ARG_VALUE" });
});

test("properties have another value and record accesses", () => {
  const object: any = { a: 1 };
  const mocked = track.property(object, "a", 2);
  assert.strictEqual(object.a, 2);
  object.a = 3;
  assert.strictEqual(object.a, 3);
  assert.deepStrictEqual(
    mocked.mock.accesses.map(({ type, value }: any) => [type, value]),
    [
      ["get", 2],
      ["set", 3],
      ["get", 3],
    ],
  );
  mocked.mock.mockImplementationOnce(9);
  assert.deepStrictEqual([object.a, object.a], [9, 3]);
  assert.strictEqual(mocked.mock.accessCount(), 5);
  mocked.mock.resetAccesses();
  assert.strictEqual(mocked.mock.accessCount(), 0);
  mocked.mock.restore();
  assert.deepStrictEqual(Object.getOwnPropertyDescriptor(object, "a"), {
    value: 1,
    writable: true,
    enumerable: true,
    configurable: true,
  });
  assert.throws(() => track.property(object, "missing", 1), { code: "ERR_INVALID_ARG_VALUE" });
  assert.throws(() => track.property(5, "a"), { code: "ERR_INVALID_ARG_TYPE" });
});

test("wrong arguments throw", () => {
  assert.throws(() => track.fn(5), { code: "ERR_INVALID_ARG_TYPE" });
  assert.throws(() => track.fn(() => {}, 5), { code: "ERR_INVALID_ARG_TYPE" });
  assert.throws(() => track.fn(() => {}, { times: 0 }), { code: "ERR_OUT_OF_RANGE" });
  assert.throws(() => track.method(5, "a"), { code: "ERR_INVALID_ARG_TYPE" });
  assert.throws(() => track.method({}, 5), { code: "ERR_INVALID_ARG_TYPE" });
  assert.throws(() => track.method({ a: 1 }, "a"), {
    code: "ERR_INVALID_ARG_VALUE",
    message: "The argument 'methodName' must be a method. Received 1",
  });
  assert.throws(() => track.method({ a() {} }, "a", () => {}, { getter: 1 }), { code: "ERR_INVALID_ARG_TYPE" });
});

test("mock.module is there only with its flag", () => {
  assert.strictEqual(track.module, undefined);
});
