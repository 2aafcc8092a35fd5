// node:diagnostics_channel.
import assert from "node:assert";
import { AsyncLocalStorage } from "node:async_hooks";
import diagnostics from "node:diagnostics_channel";
import { test } from "../harness.ts";

test("subscribers get what is published, under one channel per name", () => {
  const channel = diagnostics.channel("t1");
  assert.strictEqual(diagnostics.channel("t1"), channel);
  const got: unknown[] = [];
  const listener = (message: unknown, name: unknown) => void got.push(message, name);
  channel.subscribe(listener);
  assert.strictEqual(diagnostics.hasSubscribers("t1"), true);
  channel.publish(1);
  assert.strictEqual(channel.unsubscribe(listener), true);
  assert.strictEqual(channel.unsubscribe(listener), false);
  channel.publish(2);
  assert.deepStrictEqual(got, [1, "t1"]);
  assert.throws(() => diagnostics.channel(1 as never), { code: "ERR_INVALID_ARG_TYPE" });
  assert.throws(() => channel.subscribe(1 as never), { code: "ERR_INVALID_ARG_TYPE" });
});

test("bindStore sets a storage while runStores runs", () => {
  const storage = new AsyncLocalStorage<string>();
  const channel = diagnostics.channel("t2");
  channel.bindStore(storage, (data: any) => `${data.name}!`);
  assert.strictEqual(
    channel.runStores({ name: "x" }, (suffix: string) => storage.getStore() + suffix, undefined, "?"),
    "x!?",
  );
  assert.strictEqual(storage.getStore(), undefined);
  assert.strictEqual(channel.unbindStore(storage), true);
});

test("a tracing channel publishes start, end, result and error", async () => {
  const channel = diagnostics.tracingChannel("t3");
  const events: string[] = [];
  const handlers: any = {};
  for (const name of ["start", "end", "asyncStart", "asyncEnd", "error"])
    handlers[name] = (context: any) => void events.push(`${name}:${context.result ?? context.error ?? ""}`);
  channel.subscribe(handlers);
  assert.strictEqual(
    channel.traceSync((a: number) => a + 1, {}, null, 1),
    2,
  );
  assert.throws(() =>
    channel.traceSync(() => {
      throw "oops";
    }),
  );
  assert.strictEqual(await channel.tracePromise(async () => 3, {}), 3);
  await new Promise<void>((resolve) => {
    channel.traceCallback(
      (callback: any) => setTimeout(callback, 1, null, 4),
      -1,
      {},
      null,
      () => setTimeout(resolve, 1),
    );
  });
  assert.deepStrictEqual(events, [
    "start:",
    "end:2",
    "start:",
    "error:oops",
    "end:oops",
    "start:",
    "end:",
    "asyncStart:3",
    "asyncEnd:3",
    "start:",
    "end:",
    "asyncStart:4",
    "asyncEnd:4",
  ]);
  assert.throws(() => (channel.traceCallback as any)(() => {}, -1, {}, null, 1), { code: "ERR_INVALID_ARG_TYPE" });
});

test("groups of channels report missing channels and invalid ones", () => {
  const start = diagnostics.channel("t-group");
  for (const make of [diagnostics.tracingChannel, (diagnostics as any).boundedChannel]) {
    assert.throws(() => make({ start } as any), {
      name: "TypeError",
      message: "Cannot convert undefined or null to object",
    });
    assert.throws(() => make({ start: 1 } as any), {
      code: "ERR_INVALID_ARG_TYPE",
      message: /^The "nameOrChannels.start" property must be an instance of Channel/,
    });
  }
});
