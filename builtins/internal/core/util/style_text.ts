// `util.styleText`: a string in colours of `inspect.colors` or in hexadecimal ones.
import { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE } from "internal:core/errors";
import { validateBoolean, validateObject, validateOneOf, validateString } from "internal:core/validators";
import { colors } from "internal:core/util/inspect/options";
import { type ColorStream, shouldColorize } from "internal:core/util/colors";
import { services } from "internal:core/bootstrap";

interface Style {
  open: string;
  close: string;
  keepClose: boolean;
}

/**
 * `text` between the escape sequences of `format`, one name or an array of them (`"#rgb"`, `"#rrggbb"` and `"none"` too).
 * With `validateStream` (the default), the string for a `stream` without colours is returned unchanged.
 */
export function styleText(
  format: string | readonly string[],
  text: string,
  options?: { validateStream?: boolean; stream?: unknown },
): string {
  const validateStream = options?.validateStream ?? true;
  validateString(text, "text");
  if (options !== undefined) validateObject(options, "options");
  validateBoolean(validateStream, "options.validateStream");
  let isPlain = false;
  if (validateStream) {
    const stream: unknown = options?.stream ?? services().process.stdout;
    if (!isStream(stream))
      throw new ERR_INVALID_ARG_TYPE("stream", ["ReadableStream", "WritableStream", "Stream"], stream);
    isPlain = !shouldColorize(stream as ColorStream);
  }
  if (typeof format === "string") {
    if (format === "none") return text;
    const style = styleOf(format);
    return isPlain ? text : style.open + reopen(text, style) + style.close;
  }
  let open = "";
  let close = "";
  let styled = text;
  for (const name of Array.isArray(format) ? format : [format]) {
    if (name === "none") continue;
    const style = readStyle(name);
    open += style.open;
    close = style.close + close;
    styled = reopen(styled, style);
  }
  return isPlain ? text : open + styled + close;
}

function isStream(value: unknown): boolean {
  if (value === null || typeof value !== "object") return false;
  const stream = value as Record<string, unknown>;
  return (
    typeof stream.write === "function" ||
    typeof stream.pipe === "function" ||
    typeof stream.getReader === "function" ||
    typeof stream.getWriter === "function" ||
    stream._readableState !== undefined ||
    stream._writableState !== undefined
  );
}

/** The styles of single names. As in Node a change of `inspect.colors` after their first use only counts in lists. */
const cachedStyles = new Map<string, Style>();

function styleOf(name: string): Style {
  const cached = cachedStyles.get(name);
  if (cached !== undefined) return cached;
  const style = readStyle(name);
  if (name[0] !== "#") cachedStyles.set(name, style);
  return style;
}

function readStyle(name: string): Style {
  if (typeof name === "string" && name[0] === "#") {
    const digits = /^#(?:([0-9a-fA-F]{3})|([0-9a-fA-F]{6}))$/.exec(name);
    if (digits === null) throw new ERR_INVALID_ARG_VALUE("format", name, "must be a valid hex color (#RGB or #RRGGBB)");
    const value = Number.parseInt(digits[2] ?? digits[1]!.replace(/./g, "$&$&"), 16);
    return {
      open: `\u001b[38;2;${value >> 16};${(value >> 8) & 255};${value & 255}m`,
      close: "\u001b[39m",
      keepClose: false,
    };
  }
  const codes = colors[name];
  if (!codes) validateOneOf(name, "format", Object.getOwnPropertyNames(colors));
  const [on, off] = codes!;
  // Bold and dim have the same end sequence: inside of one, the end of the other must stay.
  return { open: `\u001b[${on}m`, close: `\u001b[${off}m`, keepClose: on === 1 || on === 2 };
}

/** Restarts the style after each end sequence of it inside of the string. */
function reopen(text: string, { open, close, keepClose }: Style): string {
  if (!text.includes("\u001b")) return text;
  const isClosedAtEnd = text.endsWith(close);
  const inner = isClosedAtEnd ? text.slice(0, -close.length) : text;
  return inner.replaceAll(close, keepClose ? close + open : open) + (isClosedAtEnd ? close : "");
}
