// `performance.timerify` (https://nodejs.org/api/perf_hooks.html#performancetimerifyfn-options).
import { ERR_INVALID_ARG_TYPE } from "internal:core/errors";
import { createEntry, type PerformanceEntry } from "internal:web/performance/entries";
import { observedEntry } from "internal:web/performance/observer";
import { validateFunction, validateObject } from "internal:core/validators";
import { now } from "native:time";

/** `fn` with a "function" entry for observers at each call. Throws ERR_INVALID_ARG_TYPE when `fn` is not a function. */
export function timerify(fn: Function, options: { histogram?: { record(value: number): void } } = {}): Function {
  validateFunction(fn as unknown, "fn");
  validateObject(options as unknown, "options");
  const { histogram } = options;
  if (histogram !== undefined && (typeof histogram !== "object" || typeof histogram?.record !== "function")) {
    throw new ERR_INVALID_ARG_TYPE("options.histogram", "RecordableHistogram", histogram);
  }
  const report = (start: number, args: unknown[]): void => {
    histogram?.record(Math.max(1, Math.ceil((now() - start) * 1e6)));
    const entry = createEntry(fn.name, "function", start, now() - start) as PerformanceEntry & Record<number, unknown>;
    Object.defineProperty(entry, "detail", { value: args, enumerable: true, configurable: true });
    for (const [index, argument] of args.entries()) entry[index] = argument;
    observedEntry(entry);
  };
  function timerified(this: unknown, ...args: unknown[]): unknown {
    const start = now();
    const result: unknown = new.target ? Reflect.construct(fn, args, fn) : Reflect.apply(fn, this, args);
    const promise = result as Promise<unknown> | null | undefined;
    if (!new.target && typeof promise?.finally === "function") return promise.finally(() => report(start, args));
    report(start, args);
    return result;
  }
  Object.defineProperties(timerified, {
    length: { configurable: false, enumerable: true, value: fn.length },
    name: { configurable: false, enumerable: true, value: `timerified ${fn.name}` },
  });
  return timerified;
}
