// Messages for values that cannot be called, constructed or iterated, and for what built-in functions refuse. Passes on Node 26.
import assert from "node:assert/strict";
import { test } from "../harness.ts";

const { missing, nothing, number, object, list, named, arrow, big } = {
  missing: undefined,
  nothing: null,
  number: 5,
  object: { a: 1, o: { p: {} }, f: () => undefined, m() {} },
  list: [1],
  named: function named() {},
  arrow: () => 1,
  big: 1n,
} as any;

class Base {
  call() {
    return (this as any).missing();
  }
}

// oxfmt-ignore
const MESSAGES: [() => unknown, string][] = [
  [() => missing(), "missing is not a function"],
  [() => nothing(1, 2), "nothing is not a function"],
  [() => number(), "number is not a function"],
  [() => object.zz(), "object.zz is not a function"],
  [() => object.o.p.q(), "object.o.p.q is not a function"],
  [() => object["zz"](), "object.zz is not a function"],
  [() => object[number](), "object[number] is not a function"],
  [() => list[0](), "list[0] is not a function"],
  [() => list.map2(), "list.map2 is not a function"],
  [() => object.f()(), "object.f(...) is not a function"],
  [() => object.zz?.x.y() ?? object.a?.(), "object.a is not a function"],
  [() => (Math as any).zz("("), "Math.zz is not a function"],
  [() => new Base().call(), "this.missing is not a function"],
  [() => new missing(), "missing is not a constructor"],
  [() => new object.zz(1), "object.zz is not a constructor"],
  [() => new object["zz"](), "object.zz is not a constructor"],
  [() => new (object.f())(), "object.f(...) is not a constructor"],
  [() => new list[0](), "list[0] is not a constructor"],
  [() => new arrow(), "arrow is not a constructor"],
  [() => new object.m(), "object.m is not a constructor"],
  [() => { for (const one of missing) void one; }, "missing is not iterable"],
  [() => { for (const one of number) void one; }, "number is not iterable"],
  [() => { const [one] = nothing; return one; }, "nothing is not iterable"],
  [() => object instanceof object, "Right-hand side of 'instanceof' is not callable"],
  [() => object instanceof missing, "Right-hand side of 'instanceof' is not an object"],
  [() => big + 1, "Cannot mix BigInt and other types, use explicit conversions"],
  [() => big * 2, "Cannot mix BigInt and other types, use explicit conversions"],
  [() => big >>> (1n as any), "BigInts have no unsigned right shift, use >> instead"],
  [() => +big, "Cannot convert a BigInt value to a number"],
  [() => JSON.stringify(big), "Do not know how to serialize a BigInt"],
  [() => ([] as number[]).reduce((sum) => sum), "Reduce of empty array with no initial value"],
  [() => (Map as any)(), "Constructor Map requires 'new'"],
  [() => new Proxy({}, nothing), "Cannot create proxy with a non-object as target or handler"],
  [() => Reflect.ownKeys(number), "Reflect.ownKeys called on non-object"],
  [() => Object.defineProperty(number, "a", {}), "Object.defineProperty called on non-object"],
  [() => Array.prototype.map.call(nothing, named), "Array.prototype.map called on null or undefined"],
  [() => named.apply(missing, 5), "CreateListFromArrayLike called on non-object"],
  [() => new WeakMap().set(number, 1), "Invalid value used as weak map key"],
];

test("type errors name the value", () => {
  for (const [work, message] of MESSAGES) assert.throws(work, { name: "TypeError", message }, String(work));
});

test("range and other errors are those of V8", () => {
  assert.throws(() => big / 0n, { name: "RangeError", message: "Division by zero" });
  assert.throws(() => new Date(NaN).toISOString(), { name: "RangeError", message: "Invalid time value" });
  assert.throws(() => new Array(-1), { name: "RangeError", message: "Invalid array length" });
  assert.throws(() => decodeURIComponent("%"), { name: "URIError", message: "URI malformed" });
  const circular: Record<string, unknown> = {};
  circular["self"] = circular;
  assert.throws(() => JSON.stringify(circular), /^TypeError: Converting circular structure to JSON/);
  class Derived extends Base {
    constructor() {
      // @ts-expect-error It is read too early.
      void this.call;
      super();
    }
  }
  assert.throws(() => new Derived(), {
    name: "ReferenceError",
    message:
      "Must call super constructor in derived class before accessing 'this' or returning from derived constructor",
  });
});

test("errors of the program stay as they are", () => {
  let reads = 0;
  class Counted extends Error {
    override get message(): string {
      reads++;
      return "x is not a function. (In 'x()', 'x' is undefined)";
    }
  }
  for (const error of [
    new RangeError("Invalid Date"),
    new Error("URI error"),
    new TypeError("the value (evaluating) is invalid"),
    Object.freeze(new TypeError("Invalid Date")),
  ]) {
    const { message } = error;
    assert.throws(
      () => {
        throw error;
      },
      (thrown: Error) => thrown === error && thrown.message === message,
    );
  }
  try {
    throw new Counted();
  } catch {
    assert.equal(reads, 0);
  }
});

test("stacks begin with the message", () => {
  try {
    object.zz();
  } catch (error) {
    assert.match((error as Error).stack!, /^TypeError: object\.zz is not a function\n    at /);
  }
});
