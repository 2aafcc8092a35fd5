// How a prompt prints values: `util.inspect` with options of its own, `util.inspect.replDefaults`.
import { ERR_INVALID_ARG_TYPE } from "internal:core/errors";
import { inspect } from "internal:core/util/inspect";

/** `repl.writer`. */
export const writer: any = (value: unknown): string => inspect(value, writer.options);
writer.options = { ...(inspect as any).defaultOptions, showProxy: true };

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

/** A writer that colours. */
export function colouringWriter(): any {
  const colouring: any = (value: unknown): string => inspect(value, colouring.options);
  colouring.options = { ...writer.options, colors: true };
  return colouring;
}
