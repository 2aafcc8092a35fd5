// V8's messages of assignments that strict code refuses. What is expected is what Node.js 26.10 and Deno 2.9 show.
import assert from "node:assert";
import { runInNewContext } from "node:vm";
import { test } from "../harness.ts";

/** The message of the error that assigning to a property throws. */
function messageOf(object: object, key: PropertyKey): string {
  try {
    Reflect.apply(assign, undefined, [object, key]);
  } catch (error) {
    assert.ok(error instanceof TypeError);
    return error.message;
  }
  return "none";
}

function assign(object: Record<PropertyKey, unknown>, key: PropertyKey): void {
  object[key] = 1;
}

class Sample {
  own = 1;
  get value(): number {
    return 1;
  }
  static get fixed(): number {
    return 1;
  }
}

test("a read-only property is named with its object", () => {
  const read = (object: object, key: string, shown: string): void =>
    assert.strictEqual(
      messageOf(Object.freeze(object), key),
      `Cannot assign to read only property '${key}' of object '${shown}'`,
    );
  read({ x: 1 }, "x", "#<Object>");
  read({ é: 1, ł: 1 }, "ł", "#<Object>");
  read(new Sample(), "own", "#<Sample>");
  read(Object.create(Object.freeze({ x: 1 })), "x", "#<Object>");
  read(Object.create(null, { x: { value: 1 } }), "x", "[object Object]");
  read(Object.assign(new Date(0), { k: 1 }), "k", "[object Date]");
  read(Object.assign(/a/, { k: 1 }), "k", "[object RegExp]");
  read(new Error("m"), "message", "Error: m");
  assert.strictEqual(messageOf(Math, "PI"), "Cannot assign to read only property 'PI' of object '#<Object>'");
});

test("a read-only property of a function shows its source", () => {
  const named = Object.freeze(function f() {});
  assert.strictEqual(
    messageOf(named, "name"),
    "Cannot assign to read only property 'name' of function 'function f() {}'",
  );
});

test("a property that has only a getter is named", () => {
  assert.strictEqual(
    messageOf(new Sample(), "value"),
    "Cannot set property value of #<Sample> which has only a getter",
  );
  assert.strictEqual(messageOf(new Map(), "size"), "Cannot set property size of #<Map> which has only a getter");
  assert.strictEqual(
    messageOf(
      {
        toString: () => "own",
        get x() {
          return 1;
        },
      },
      "x",
    ),
    "Cannot set property x of [object Object] which has only a getter",
  );
});

test("compiled code says the same", () => {
  const frozen = Object.freeze({ x: 1 });
  const sample = new Sample();
  const counts = new Map<string, number>();
  const set = (object: { x?: number; value?: number }, isFrozen: boolean): void => {
    try {
      if (isFrozen) object.x = 2;
      else object.value = 2;
    } catch (error) {
      const { message } = error as Error;
      counts.set(message, (counts.get(message) ?? 0) + 1);
    }
  };
  const COUNT = 20_000;
  for (let index = 0; index < COUNT; index++) set(index % 2 === 0 ? frozen : sample, index % 2 === 0);
  assert.deepStrictEqual(
    [...counts],
    [
      ["Cannot assign to read only property 'x' of object '#<Object>'", COUNT / 2],
      ["Cannot set property value of #<Sample> which has only a getter", COUNT / 2],
    ],
  );
});

test("a setter's own error is that of its assignment", () => {
  const inner = Object.freeze({ y: 1 });
  const outer = {
    set x(value: number) {
      (inner as { y: number }).y = value;
    },
  };
  assert.strictEqual(messageOf(outer, "x"), "Cannot assign to read only property 'y' of object '#<Object>'");
});

test("no getter, trap or method of the program runs for a message", () => {
  let calls = 0;
  const count = (): string => (calls++, "shown");
  const object = Object.freeze({
    x: 1,
    toString: count,
    get [Symbol.toStringTag]() {
      return count();
    },
  });
  messageOf(object, "x");
  const handler: ProxyHandler<object> = {
    getOwnPropertyDescriptor: () => (count(), undefined),
    getPrototypeOf: () => (count(), null),
  };
  const proxy = new Proxy({}, handler);
  messageOf(Object.freeze(Object.create(proxy, { y: { get: count } })), "y");
  assert.strictEqual(calls, 0);
});

test("an assignment to a constant is named so", () => {
  const run = new Function(`"use strict"; const fixed = 1; fixed = 2;`) as () => void;
  assert.throws(run, { name: "TypeError", message: "Assignment to constant variable." });
});

test("contexts of node:vm have the same messages", () => {
  const code = `"use strict"; try { Object.freeze({ x: 1 }).x = 2; } catch (error) { error.message; }`;
  assert.strictEqual(runInNewContext(code), "Cannot assign to read only property 'x' of object '#<Object>'");
});

test("the stack begins with the message and the place of the assignment", () => {
  try {
    const frozen = { x: 1 };
    Object.freeze(frozen);
    frozen.x = 2;
  } catch (error) {
    const [first, second] = (error as Error).stack!.split("\n");
    assert.strictEqual(first, "TypeError: Cannot assign to read only property 'x' of object '#<Object>'");
    assert.match(second!, /refused_assignments\.test\.ts:\d+:\d+/);
  }
});
