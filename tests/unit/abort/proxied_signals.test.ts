// AbortSignals behind proxies and as prototypes: Node's members work there.
import { deepStrictEqual, strictEqual, throws } from "node:assert";
import { open } from "node:fs/promises";
import { test } from "../harness.ts";

test("a proxy of a signal aborts and reports its listeners", () => {
  const controller = new AbortController();
  const signal = new Proxy(controller.signal, {});
  const seen: string[] = [];
  const removed = (): void => void seen.push("removed");
  signal.addEventListener("abort", () => void seen.push("listener"));
  signal.addEventListener("abort", removed);
  signal.removeEventListener("abort", removed);
  strictEqual(signal.aborted, false);
  controller.abort("why");
  deepStrictEqual([signal.aborted, signal.reason, seen], [true, "why", ["listener"]]);
});

test("an object that inherits from a signal has its state", () => {
  const signal = Object.create(AbortSignal.abort(5));
  deepStrictEqual([signal.aborted, signal.reason], [true, 5]);
});

test("a file handle accepts it", async () => {
  const handle = await open("/dev/null");
  const error = await handle
    .readFile({ signal: new Proxy(AbortSignal.abort(), {}) })
    .catch((reason: unknown) => reason as Error);
  strictEqual((error as Error).name, "AbortError");
  await handle.close();
});

test("any other object is refused", () => {
  const { get } = Object.getOwnPropertyDescriptor(AbortSignal.prototype, "aborted")!;
  for (const value of [{}, new Proxy({}, {}), null, 5])
    throws(() => get!.call(value), { code: "ERR_INVALID_THIS", name: "TypeError" });
});
