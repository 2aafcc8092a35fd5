// asyncLocalStorage.withScope() and channel.withStoreScope(): what they return.
import assert from "node:assert";
import { AsyncLocalStorage } from "node:async_hooks";
import diagnostics from "node:diagnostics_channel";
import { test } from "../harness.ts";

const make = (): any => new AsyncLocalStorage();

test("a scope restores the previous value, once", () => {
  const storage = make();
  const outer = storage.withScope(2);
  const inner = storage.withScope(3);
  assert.strictEqual(storage.getStore(), 3);
  outer[Symbol.dispose]();
  assert.strictEqual(storage.getStore(), undefined);
  inner.dispose();
  assert.strictEqual(storage.getStore(), 2);
  outer.dispose();
  assert.strictEqual(storage.getStore(), 2);
  storage.disable();
});

test("a scope is of a class of its own", () => {
  const storage = make();
  const scope = storage.withScope(1);
  assert.strictEqual(scope.constructor.name, "RunScope");
  assert.deepStrictEqual(Reflect.ownKeys(scope), []);
  scope.dispose();
});

test("other storages keep their values when a scope ends", () => {
  const first = make();
  const second = make();
  const scope = first.withScope(1);
  second.enterWith("kept");
  scope.dispose();
  assert.strictEqual(second.getStore(), "kept");
  second.disable();
});

test("withStoreScope sets the bound storages for its time", () => {
  const storage = make();
  const channel: any = diagnostics.channel("run scope test");
  channel.bindStore(storage, (data: any) => data.value);
  const scope = channel.withStoreScope({ value: 9 });
  assert.strictEqual(scope.constructor.name, "RunStoresScope");
  assert.strictEqual(storage.getStore(), 9);
  scope[Symbol.dispose]();
  assert.strictEqual(storage.getStore(), undefined);
  channel.unbindStore(storage);
});
