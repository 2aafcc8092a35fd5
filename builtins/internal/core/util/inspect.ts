// `util.inspect`: any value as a string. The parts are in `internal:core/util/inspect/*`; format strings in `internal:core/util/format`.
import { safe } from "internal:core/bootstrap";
import { validateObject } from "internal:core/validators";
import { colors, defaultOptions, makeContext, styles, stylizeWithColor } from "internal:core/util/inspect/options";
import defer * as values from "internal:core/util/inspect/value";

// A program may replace it.
const { keys: objectKeys } = safe;

export { format, formatWithOptions } from "internal:core/util/format";
export { getStringWidth, stripVTControlCharacters, withDoubleQuotes } from "internal:core/util/inspect/strings";
export { stylizeWithColor } from "internal:core/util/inspect/options";

/**
 * A readable string for any value. Follows Node 26.
 * @param value anything
 * @param options see Node's documentation; `true` means `{ showHidden: true }` (old signature: showHidden, depth, colors)
 * @returns the string; throws only what custom inspection functions throw
 */
export function inspect(value: unknown, options?: any, depth?: number | null, useColors?: boolean): string {
  const context = makeContext();
  if (depth !== undefined) context.depth = depth;
  if (useColors !== undefined) context.colors = useColors;
  if (typeof options === "boolean") {
    context.showHidden = options;
  } else if (options) {
    for (const key of objectKeys(options)) {
      if (safe.hasOwn(defaultOptions, key) || key === "stylize")
        (context as unknown as Record<string, unknown>)[key] = options[key];
      else context.userOptions ??= options;
    }
  }
  if (context.colors) context.stylize = stylizeWithColor;
  if (context.maxArrayLength === null) context.maxArrayLength = Infinity;
  if (context.maxStringLength === null) context.maxStringLength = Infinity;
  return values.formatValue(context, value, 0);
}

inspect.custom = Symbol.for("nodejs.util.inspect.custom");
inspect.colors = colors;
inspect.styles = styles;
safe.defineProperty(inspect, "defaultOptions", {
  get: () => defaultOptions,
  set(options) {
    validateObject(options, "options");
    safe.assign(defaultOptions, options);
  },
});
safe.defineProperty(inspect, "length", { value: 2, configurable: true });
