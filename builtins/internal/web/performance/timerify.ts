// `performance.timerify` (https://nodejs.org/api/perf_hooks.html#performancetimerifyfn-options).
import { ERR_INVALID_ARG_TYPE } from "internal:core/errors";
import { createEntry } from "internal:web/performance/entries";
import { observedEntry } from "internal:web/performance/observer";
import { validateFunction, validateObject } from "internal:core/validators";
import { now } from "native:time";

/** `fn` with a "function" entry for observers at each call. Throws ERR_INVALID_ARG_TYPE for no function. */
export function timerify(fn: any, options: any = {}): any {
  validateFunction(fn, "fn");
  validateObject(options, "options");
  const { histogram } = options;
  if (histogram !== undefined && (typeof histogram !== "object" || typeof histogram?.record !== "function")) {
    throw new ERR_INVALID_ARG_TYPE("options.histogram", "RecordableHistogram", histogram);
  }
  const report = (start: number, args: unknown[]): void => {
    histogram?.record(Math.max(1, Math.ceil((now() - start) * 1e6)));
    const entry: any = createEntry(fn.name, "function", start, now() - start);
    Object.defineProperty(entry, "detail", { value: args, enumerable: true, configurable: true });
    for (const [index, argument] of args.entries()) entry[index] = argument;
    observedEntry(entry);
  };
  function timerified(this: unknown, ...args: any[]): any {
    const start = now();
    const result: any = new.target ? Reflect.construct(fn, args, fn) : Reflect.apply(fn, this, args);
    if (!new.target && typeof result?.finally === "function") return result.finally(() => report(start, args));
    report(start, args);
    return result;
  }
  Object.defineProperties(timerified, {
    length: { configurable: false, enumerable: true, value: fn.length },
    name: { configurable: false, enumerable: true, value: `timerified ${fn.name}` },
  });
  return timerified;
}
