// Prints the values of a REPL: `util.inspect` with its own options, `util.inspect.replDefaults`.
import { ERR_INVALID_ARG_TYPE } from "internal:core/errors";
import { inspect } from "internal:core/util/inspect";

/** A function that prints a value. The one of a program may have no options. */
export interface Writer {
  (value: unknown): string;
  options: { breakLength?: number; [option: string]: unknown };
}

/** `repl.writer`. */
export const writer = ((value: unknown): string => inspect(value, writer.options)) as Writer;
writer.options = { ...(inspect as unknown as { defaultOptions: object }).defaultOptions, showProxy: true };

if (Object.getOwnPropertyDescriptor(inspect, "replDefaults") === undefined) {
  Object.defineProperty(inspect, "replDefaults", {
    get: () => writer.options,
    set(options: unknown) {
      if (options === null || typeof options !== "object") throw new ERR_INVALID_ARG_TYPE("options", "Object", options);
      return Object.assign(writer.options, options);
    },
    configurable: true,
  });
}

/** A writer with colours. */
export function colouringWriter(): Writer {
  const colouring = ((value: unknown): string => inspect(value, colouring.options)) as Writer;
  colouring.options = { ...writer.options, colors: true };
  return colouring;
}
