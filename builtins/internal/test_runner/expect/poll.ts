// `expect.poll(probe)`: calls a function until the assertion about its result holds. https://vitest.dev/api/expect#poll
import { setTimeout } from "internal:core/timers";

const INTERVAL_MS = 50;
const TIMEOUT_MS = 1000;

type Assertion = Record<PropertyKey, unknown>;

/** Assertions whose methods return promises; `interval` and `timeout` are in milliseconds. */
export function poll(
  expect: (value: unknown, message?: unknown) => unknown,
  probe: () => unknown,
  {
    interval = INTERVAL_MS,
    timeout = TIMEOUT_MS,
    message,
  }: { interval?: number; timeout?: number; message?: string } = {},
): unknown {
  const through = (path: PropertyKey[]): unknown =>
    new Proxy(() => {}, {
      get: (_target, key) => (key === "then" ? undefined : through([...path, key])),
      apply: (_target, _self, args: unknown[]) => retry(path, args),
    });
  const retry = async (path: PropertyKey[], args: unknown[]): Promise<unknown> => {
    const end = Date.now() + timeout;
    for (;;) {
      try {
        let at = expect(await probe(), message) as Assertion;
        for (const key of path.slice(0, -1)) at = at[key] as Assertion;
        const method = at[path.at(-1)!] as (...given: unknown[]) => unknown;
        return await method.apply(at, args);
      } catch (error) {
        if (Date.now() >= end) throw error;
        await new Promise((resolve) => void setTimeout(resolve, interval));
      }
    }
  };
  return through([]);
}
