// `expect.poll(probe)`: calls a function until the assertion about its result holds. https://vitest.dev/api/expect#poll
import { setTimeout } from "internal:core/timers";
import { realNow } from "internal:test_runner/clock";
import { state } from "internal:test_runner/expect/state";

const INTERVAL_MS = 50;
const TIMEOUT_MS = 1000;

type Assertion = Record<PropertyKey, unknown>;
type Probe = () => unknown;
type Expect = (value: unknown, message?: unknown) => unknown;

interface PollOptions {
  interval?: number;
  timeout?: number;
  message?: string;
}

/** Assertions whose methods return promises; `interval` and `timeout` are in milliseconds. */
export function poll(expect: Expect, probe: Probe, options: PollOptions = {}): unknown {
  const through = (path: PropertyKey[]): unknown =>
    new Proxy(() => {}, {
      get: (_target, key) => (key === "then" ? undefined : through([...path, key])),
      apply: (_target, _self, args: unknown[]) => whenAwaited(path, () => retry(expect, probe, options, path, args)),
    });
  return through([]);
}

async function retry(
  expect: Expect,
  probe: Probe,
  { interval = INTERVAL_MS, timeout = TIMEOUT_MS, message }: PollOptions,
  path: PropertyKey[],
  args: unknown[],
): Promise<unknown> {
  const end = realNow() + timeout;
  for (;;) {
    try {
      let at = expect(await probe(), message) as Assertion;
      for (const key of path.slice(0, -1)) at = at[key] as Assertion;
      const method = at[path.at(-1)!] as (...given: unknown[]) => unknown;
      return await method.apply(at, args);
    } catch (error) {
      if (realNow() >= end) throw withCause(error);
      await new Promise((resolve) => void setTimeout(resolve, interval));
    }
  }
}

function withCause(error: unknown): unknown {
  if (error instanceof Error) error.cause ??= new Error("Matcher did not succeed in time.");
  return error;
}

/** What begins when it is awaited; a test in which that does not happen fails. */
function whenAwaited(path: PropertyKey[], begin: () => Promise<unknown>): object {
  const call = `expect.poll(assertion).${path.map(String).join(".")}()`;
  const error = new Error(
    `${call} was not awaited. This assertion is asynchronous and must be awaited; otherwise, it is not executed to avoid unhandled rejections:\n\nawait ${call}\n`,
  );
  const unawaited = (state().unawaited ??= new Set());
  unawaited.add(error);
  let promise: Promise<unknown> | undefined;
  const take = (): Promise<unknown> => {
    unawaited.delete(error);
    return (promise ??= begin());
  };
  return {
    then: (done: (value: unknown) => unknown, failed: (reason: unknown) => unknown) => take().then(done, failed),
    catch: (failed: (reason: unknown) => unknown) => take().catch(failed),
    finally: (last: () => void) => take().finally(last),
    [Symbol.toStringTag]: "Promise",
  };
}
