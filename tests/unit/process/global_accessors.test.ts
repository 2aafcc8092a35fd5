// `process` and `Buffer` are accessors of Node's global object.
import assert from "node:assert";
import { Buffer as BufferOfModule } from "node:buffer";
import processOfModule from "node:process";
import { test } from "../harness.ts";

const values = { process: processOfModule, Buffer: BufferOfModule } as const;
const holder = globalThis as unknown as Record<string, unknown>;

for (const name of ["process", "Buffer"] as const) {
  const value: unknown = values[name];

  test(`${name} is described as an accessor, also after it was read and assigned`, () => {
    assert.strictEqual(holder[name], value);
    holder[name] = "assigned";
    assert.strictEqual(holder[name], "assigned");
    holder[name] = value;
    for (const describe of [Object.getOwnPropertyDescriptor, Reflect.getOwnPropertyDescriptor]) {
      const { get, set, ...rest } = describe(globalThis, name)!;
      assert.deepStrictEqual([get!.name, set!.name, set!.length], ["get", "set", 1]);
      assert.deepStrictEqual(rest, { enumerable: false, configurable: true });
    }
    assert.strictEqual(typeof (Object.getOwnPropertyDescriptors(globalThis) as any)[name].get, "function");
  });

  test(`the accessor of ${name} needs no receiver and can be installed again`, () => {
    const descriptor = Object.getOwnPropertyDescriptor(globalThis, name)!;
    descriptor.set!.call(undefined, 5);
    assert.deepStrictEqual([holder[name], descriptor.get!()], [5, 5]);
    descriptor.set!(value);
    Object.defineProperty(globalThis, name, { value: 3, writable: true, enumerable: true, configurable: true });
    assert.strictEqual(Object.getOwnPropertyDescriptor(globalThis, name)!.value, 3);
    Object.defineProperty(globalThis, name, descriptor);
    assert.strictEqual(holder[name], value);
  });
}
