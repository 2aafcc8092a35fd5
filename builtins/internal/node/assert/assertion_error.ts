// The error that failed assertions throw.
import { kIsNodeError } from "internal:core/errors";
import { setStackTraceLimit } from "internal:core/stack/install";
import { validateObject } from "internal:core/validators";
import { inspect } from "internal:core/util/inspect";
import { isError } from "internal:core/util/inspect/errors";
import { differenceMessage, failureMessage, showsDifference } from "internal:node/assert/diff_message";

export interface AssertionErrorOptions {
  message?: unknown;
  actual?: unknown;
  expected?: unknown;
  operator?: string;
  /** Frames above this function are omitted from the stack. */
  stackStartFn?: Function;
  stackStartFunction?: Function;
  /** Several failures in one error. */
  details?: { message: string; actual: unknown; expected: unknown; operator: string; stack: unknown }[];
  diff?: string;
}

/** `code` is "ERR_ASSERTION"; `actual`, `expected` and `operator` describe the failure, `generatedMessage` is false for the caller's message. */
export class AssertionError extends Error {
  declare generatedMessage: boolean;
  declare code: string;
  declare actual: unknown;
  declare expected: unknown;
  declare operator: string | undefined;
  declare diff: string;
  [key: string]: unknown;

  constructor(options: AssertionErrorOptions) {
    validateObject(options, "options");
    const { message, operator, details, diff = "simple" } = options;
    let { actual, expected } = options;
    let text: string;
    if (message != null) {
      text = showsDifference(operator)
        ? differenceMessage(actual, expected, operator!, message, diff)
        : String(message);
    } else {
      if (hasStack(actual) && hasStack(expected)) {
        // Stacks would hide the difference between two errors.
        actual = copyError(actual);
        expected = copyError(expected);
      }
      text = failureMessage(actual, expected, operator as string, diff);
    }
    const { stackTraceLimit } = Error as { stackTraceLimit?: unknown };
    // The frames are captured below, from the caller of the check on.
    if (typeof stackTraceLimit === "number") setStackTraceLimit(0);
    super(text);
    if (typeof stackTraceLimit === "number") setStackTraceLimit(stackTraceLimit);
    this.generatedMessage = !message;
    Object.defineProperty(this, "name", {
      __proto__: null,
      value: "AssertionError",
      writable: true,
      configurable: true,
    } as PropertyDescriptor);
    this.code = "ERR_ASSERTION";
    this.actual = details ? undefined : actual;
    this.expected = details ? undefined : expected;
    this.operator = details ? undefined : operator;
    details?.forEach((detail, index) => {
      for (const key of ["message", "actual", "expected", "operator"] as const) this[`${key} ${index}`] = detail[key];
      this[`stack trace ${index}`] = detail.stack;
    });
    (Error as any).captureStackTrace(this, options.stackStartFn || options.stackStartFunction || AssertionError);
    this.diff = diff;
  }

  get [kIsNodeError](): boolean {
    return true;
  }

  override toString(): string {
    return `${this.name} [${this.code}]: ${this.message}`;
  }

  /** Abbreviates long strings, and shows other values with few details: the message has them. */
  [inspect.custom](_depth: number, options: object): string {
    const { actual, expected } = this;
    if (typeof actual === "string") this.actual = shorten(actual);
    if (typeof expected === "string") this.expected = shorten(expected);
    const text = inspect(this, { ...options, customInspect: false, depth: 0 });
    this.actual = actual;
    this.expected = expected;
    return text;
  }
}

function hasStack(value: unknown): value is Error {
  return typeof value === "object" && value !== null && "stack" in value && value instanceof Error;
}

function copyError(source: any): unknown {
  const copy = Object.assign(Object.create(Object.getPrototypeOf(source)), source);
  Object.defineProperty(copy, "message", { __proto__: null, value: source.message } as PropertyDescriptor);
  if (Object.hasOwn(source, "cause")) {
    Object.defineProperty(copy, "cause", {
      __proto__: null,
      value: isError(source.cause) ? copyError(source.cause) : source.cause,
    } as PropertyDescriptor);
  }
  return copy;
}

function shorten(text: string): string {
  const lines = text.split("\n", 11);
  if (lines.length > 10) return `${lines.slice(0, 10).join("\n")}\n...`;
  // Node cuts long strings of few lines after 512 characters.
  return text.length > 512 ? `${text.slice(512)}...` : text;
}
