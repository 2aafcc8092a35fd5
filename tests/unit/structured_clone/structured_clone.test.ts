// structuredClone: what is copied, what is moved, what is refused.
import assert from "node:assert";
import { MessageChannel, receiveMessageOnPort } from "node:worker_threads";
import { test } from "../harness.ts";

const refuse = (value: unknown, message: string, options?: any) =>
  assert.throws(() => structuredClone(value, options), { name: "DataCloneError", code: 25, message });

test("values of the language are copied", () => {
  const value = {
    undefined: undefined,
    null: null,
    yes: true,
    number: -0,
    big: 10n ** 30n,
    text: "h\u00e9\u20ac\ud800",
    date: new Date(5),
    expression: /a\/b/gi,
    map: new Map<any, any>([
      [1, { a: 1 }],
      [{}, 2],
    ]),
    set: new Set([1, "x"]),
    list: [1, , 3],
    boxed: [Object(1), Object("s"), Object(false), Object(1n)],
    nested: { deep: [[[{}]]] },
  };
  const clone = structuredClone(value);
  assert.deepStrictEqual(clone, value);
  assert.notStrictEqual(clone.nested, value.nested);
  assert.ok(!(1 in clone.list));
  assert.ok(Object.is(clone.number, -0));
});

test("identity and cycles are kept", () => {
  const shared = {};
  const value: any = { a: shared, b: shared };
  value.self = value;
  const clone = structuredClone(value);
  assert.strictEqual(clone.a, clone.b);
  assert.strictEqual(clone.self, clone);
});

test("own enumerable properties only, prototypes are lost, getters are read", () => {
  class Own {
    a = 1;
    get b() {
      return 2;
    }
  }
  const value: any = Object.create(
    { inherited: 1 },
    { hidden: { value: 1 }, read: { get: () => 3, enumerable: true } },
  );
  assert.deepStrictEqual(structuredClone(value), { read: 3 });
  assert.deepStrictEqual(structuredClone(new Own()), { a: 1 });
  assert.throws(
    () =>
      structuredClone({
        get a() {
          throw new RangeError("g");
        },
      }),
    { name: "RangeError", message: "g" },
  );
});

test("a property that a getter deletes is left out", () => {
  const value: any = {
    get a() {
      delete value.b;
      return 1;
    },
    b: 2,
  };
  assert.deepStrictEqual(structuredClone(value), { a: 1 });
});

test("a property called __proto__ stays a property", () => {
  const clone = structuredClone(JSON.parse('{"__proto__":{"x":1}}'));
  assert.ok(Object.hasOwn(clone, "__proto__"));
  assert.strictEqual(Object.getPrototypeOf(clone), Object.prototype);
});

test("arrays keep their length and other properties", () => {
  const value: any = [1];
  value.length = 5;
  value.extra = "x";
  const clone = structuredClone(value);
  assert.deepStrictEqual([clone.length, clone.extra, Object.keys(clone)], [5, "x", ["0", "extra"]]);
});

test("the position of a regular expression is lost", () => {
  const expression = /a/g;
  expression.lastIndex = 3;
  assert.strictEqual(structuredClone(expression).lastIndex, 0);
});

test("errors keep class, message, stack and cause", () => {
  const error = new RangeError("x", { cause: new TypeError("y") });
  const clone = structuredClone(error);
  assert.ok(clone instanceof RangeError);
  assert.deepStrictEqual([clone.message, clone.stack, (clone.cause as Error).message], ["x", error.stack, "y"]);
  const named = Object.assign(new Error("z"), { name: "Own", extra: 1 });
  assert.strictEqual(Object.getPrototypeOf(structuredClone(named)), Error.prototype);
  assert.strictEqual((structuredClone(named) as any).extra, undefined);
});

test("buffers and views are copied, views of one buffer stay together", () => {
  const buffer = new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8]).buffer;
  const clone = structuredClone({
    a: new Uint8Array(buffer, 1, 2),
    b: new DataView(buffer, 4),
    c: new Float32Array(buffer),
  });
  assert.strictEqual(clone.a.buffer, clone.b.buffer);
  assert.notStrictEqual(clone.a.buffer, buffer);
  assert.deepStrictEqual([[...clone.a], clone.b.getUint8(0), clone.c.length], [[2, 3], 5, 2]);
});

test("typed arrays of every class are copied with the memory that they span", () => {
  for (const Class of [Int8Array, Uint8ClampedArray, Uint16Array, Float32Array, Float64Array, BigInt64Array] as any[]) {
    const values = Class === BigInt64Array ? [1n, -2n] : [1, 2];
    const whole = new Class(values);
    const part = new Class([...values, ...values]).subarray(1, 3);
    const { first, second, buffer, rest } = structuredClone({
      first: whole,
      second: whole,
      buffer: whole.buffer,
      rest: part,
    });
    assert.strictEqual(first.constructor, Class);
    assert.deepStrictEqual([...first], [...whole]);
    assert.strictEqual(first, second);
    assert.strictEqual(first.buffer, buffer);
    assert.notStrictEqual(buffer, whole.buffer);
    assert.deepStrictEqual([...rest], [...part]);
    assert.strictEqual(rest.buffer.byteLength, part.buffer.byteLength);
    const [laterBuffer, laterView] = structuredClone([whole.buffer, whole]);
    assert.strictEqual(laterView.buffer, laterBuffer);
    const alone = structuredClone(whole);
    whole.fill(values[0]!);
    assert.deepStrictEqual([...alone], values);
  }
  assert.strictEqual(structuredClone(new Uint8Array(0)).length, 0);
});

test("a typed array over a detached buffer is refused", () => {
  const view = new Uint8Array(4);
  structuredClone(view.buffer, { transfer: [view.buffer] });
  assert.throws(() => structuredClone(view), { name: "DataCloneError" });
  assert.throws(() => structuredClone({ view }), { name: "DataCloneError" });
});

test("a typed array over shared memory still shares it", () => {
  const view = new Uint8Array(new SharedArrayBuffer(4));
  const clone = structuredClone(view);
  view[0] = 7;
  assert.strictEqual(clone[0], 7);
});

test("a subclass of a typed array becomes its parent class", () => {
  class Bytes extends Uint8Array {}
  const clone = structuredClone(new Bytes([1, 2]));
  assert.strictEqual(clone.constructor, Uint8Array);
  assert.deepStrictEqual([...clone], [1, 2]);
});

test("resizable buffers stay resizable", () => {
  const clone: any = structuredClone(new (ArrayBuffer as any)(2, { maxByteLength: 9 }));
  assert.deepStrictEqual([clone.byteLength, clone.resizable, clone.maxByteLength], [2, true, 9]);
  const view: any = structuredClone(new Uint8Array(new (ArrayBuffer as any)(2, { maxByteLength: 9 })));
  view.buffer.resize(5);
  assert.strictEqual(view.length, 5);
});

test("transfer moves buffers", () => {
  const buffer = new Uint8Array([1, 2]).buffer;
  const clone = structuredClone({ buffer, view: new Uint8Array(buffer) }, { transfer: [buffer] });
  assert.strictEqual(buffer.byteLength, 0);
  assert.strictEqual(clone.view.buffer, clone.buffer);
  assert.deepStrictEqual([...clone.view], [1, 2]);
});

test("a failed clone transfers nothing", () => {
  const buffer = new ArrayBuffer(4);
  assert.throws(() => structuredClone({ buffer, f() {} }, { transfer: [buffer] }), { name: "DataCloneError" });
  assert.strictEqual(buffer.byteLength, 4);
});

test("Blobs, Files and DOMExceptions are copied", async () => {
  const file = structuredClone(new File(["abc"], "n", { type: "t/t", lastModified: 3 }));
  assert.deepStrictEqual(
    [file instanceof File, file.name, file.type, file.lastModified, await file.text()],
    [true, "n", "t/t", 3, "abc"],
  );
  assert.strictEqual(await structuredClone(new Blob(["abc"])).text(), "abc");
  const exception = structuredClone(new DOMException("m", "AbortError"));
  assert.deepStrictEqual(
    [exception instanceof DOMException, exception.name, exception.message, exception.code],
    [true, "AbortError", "m", 20],
  );
});

test("the error names the value that cannot be cloned", () => {
  refuse(() => {}, "() => {} could not be cloned.");
  refuse(Symbol("a"), "Symbol(a) could not be cloned.");
  refuse({ a: Symbol("x") }, "Symbol(x) could not be cloned.");
  refuse(Object(Symbol("x")), "[object Symbol] could not be cloned.");
  refuse(new WeakMap(), "#<WeakMap> could not be cloned.");
  refuse(Promise.resolve(), "#<Promise> could not be cloned.");
  refuse(new Proxy({}, {}), "#<Object> could not be cloned.");
  refuse(new Proxy([], {}), "[object Array] could not be cloned.");
  refuse((function* () {})(), "[object Generator] could not be cloned.");
  refuse(new WeakRef({}), "#<WeakRef> could not be cloned.");
  refuse(
    (function (..._: unknown[]) {
      return arguments;
    })(1),
    "#<Object> could not be cloned.",
  );
  refuse(new Headers(), "Cannot clone object of unsupported type.");
  refuse(new MessageChannel().port1, "Object that needs transfer was found in message but not listed in transferList");
});

test("transfer lists are checked", () => {
  const buffer = new ArrayBuffer(1);
  refuse(1, "Found invalid value in transferList.", { transfer: [{}] });
  refuse(buffer, "Transfer list contains duplicate ArrayBuffer", { transfer: [buffer, buffer] });
  structuredClone(buffer, { transfer: [buffer] });
  refuse(buffer, "An ArrayBuffer is detached and could not be cloned.");
  refuse(buffer, "Cannot transfer object of unsupported type.", { transfer: [buffer] });
  const invalid = { name: "TypeError", code: "ERR_INVALID_ARG_TYPE" };
  assert.throws(() => structuredClone(1, 1 as any), {
    ...invalid,
    message: "Failed to execute 'structuredClone': Options cannot be converted to a dictionary",
  });
  assert.throws(() => structuredClone(1, { transfer: 1 } as any), {
    ...invalid,
    message: "Failed to execute 'structuredClone': transfer in Options cannot be converted to sequence.",
  });
  assert.throws(() => structuredClone(1, { transfer: [1] } as any), {
    ...invalid,
    message: "Failed to execute 'structuredClone': transfer in Options[0] is not an object.",
  });
  assert.throws(() => (structuredClone as any)(), {
    code: "ERR_MISSING_ARGS",
    message: 'The "The value argument must be specified" argument must be specified',
  });
});

test("platform objects without a serialization are refused instead of becoming empty objects", () => {
  const unsupported = "Cannot clone object of unsupported type.";
  for (const value of [
    new URL("http://a/b"),
    new URLSearchParams("a=1"),
    new MessageEvent("x"),
    new Headers(),
    new Response(""),
  ])
    refuse(value, unsupported);
  refuse({ deep: [new URL("http://a")] }, unsupported);
});

test("a transform stream moves with both of its sides", async () => {
  const stream = new TransformStream({ transform: (chunk, controller) => controller.enqueue(`${chunk}!`) });
  const moved = structuredClone(stream, { transfer: [stream] });
  assert.ok(moved instanceof TransformStream);
  assert.ok(stream.readable.locked && stream.writable.locked);
  const writer = moved.writable.getWriter();
  const reader = moved.readable.getReader();
  void writer.write("a").then(() => writer.close());
  assert.deepStrictEqual(await reader.read(), { value: "a!", done: false });
  assert.deepStrictEqual(await reader.read(), { value: undefined, done: true });
});

test("a transform stream with a locked side is not transferred", () => {
  const stream = new TransformStream();
  stream.writable.getWriter();
  assert.throws(() => structuredClone(stream, { transfer: [stream] }), { name: "DataCloneError" });
  assert.ok(!stream.readable.locked);
});

test("instances of classes become plain objects", () => {
  class Point {
    x = 1;
    #hidden = 2;
    get sum() {
      return this.x + this.#hidden;
    }
  }
  const clone = structuredClone(new Point());
  assert.strictEqual(Object.getPrototypeOf(clone), Object.prototype);
  assert.deepStrictEqual(clone as object, { x: 1 });
  assert.deepStrictEqual(structuredClone(Object.assign(Object.create(null), { a: 1 })), { a: 1 });
});

test("boxed primitives remain boxed, whatever their tag says", () => {
  const tagged = Object.defineProperty(Object("text"), Symbol.toStringTag, { value: "Number" });
  for (const [value, primitive] of [
    [Object(true), true],
    [Object(1), 1],
    [Object(2n), 2n],
    [tagged, "text"],
  ]) {
    const clone = structuredClone(value);
    assert.strictEqual(typeof clone, "object");
    assert.strictEqual(clone.valueOf(), primitive);
  }
});

test("objects whose state is the engine's are refused", () => {
  function* generate() {}
  for (const value of [[1].values().map(String), generate(), [].values(), new DisposableStack(), new WeakRef({})])
    assert.throws(() => structuredClone(value), { name: "DataCloneError" });
});

test("long texts of each width arrive in messages", () => {
  const { port1, port2 } = new MessageChannel();
  const texts = ["a".repeat(64), "é".repeat(65), "ж".repeat(500), "a".repeat(9000) + "ж", "😀\ud800".repeat(90)];
  for (const text of texts) {
    port1.postMessage({ [text]: [text, text] });
    assert.deepStrictEqual(receiveMessageOnPort(port2)!.message, { [text]: [text, text] });
  }
  port1.close();
});
