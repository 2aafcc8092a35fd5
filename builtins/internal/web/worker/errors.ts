// The transfer of a worker's uncaught error to its parent: class, message, stack and properties where they can be cloned,
// otherwise the string that `util.inspect` returns for it.
import { deserialize, serialize } from "web:structured_clone";
import { stackOf } from "internal:core/stack/stack";
import defer * as inspecting from "internal:core/util/inspect";

/** A property: its key, its value, and whether it is enumerable. */
type Property = [key: string, value: unknown, isEnumerable: boolean];

interface SentError {
  kind: "error" | "value" | "symbol" | "text";
  className?: string;
  properties?: Property[];
  value?: unknown;
  /** What the thread itself would print about it. */
  report?: string | undefined;
}

const plainClasses: Record<string, Function> = {
  Error,
  EvalError,
  RangeError,
  ReferenceError,
  SyntaxError,
  TypeError,
  URIError,
  AggregateError,
};

/** The bytes of an error, and of what its thread would print about it. Never throws. */
export function serializeError(error: unknown, report?: string): Uint8Array {
  try {
    if (error instanceof Error && !isDomException(error)) return serialize({ ...describe(error), report }).bytes;
    if (typeof error === "symbol")
      return serialize({ kind: "symbol", value: error.description } satisfies SentError).bytes;
    const sent = serialize({ kind: "value", value: error } satisfies SentError);
    // Only bytes reach the parent.
    if (sent.transferred.length === 0) return sent.bytes;
  } catch {
    // The string below.
  }
  return serialize({ kind: "text", value: textOf(error) } satisfies SentError).bytes;
}

function isDomException(error: object): boolean {
  return Object.prototype.toString.call(error) === "[object DOMException]";
}

function textOf(error: unknown): string {
  try {
    return inspecting.inspect(error);
  } catch {
    return "an error that cannot be printed";
  }
}

function describe(error: Error): SentError {
  let className = "Error";
  for (let prototype = Object.getPrototypeOf(error); prototype !== null; prototype = Object.getPrototypeOf(prototype)) {
    const name = Object.getOwnPropertyDescriptor(prototype, "constructor")?.value?.name;
    if (typeof name === "string" && plainClasses[name]?.prototype === prototype) {
      className = name;
      break;
    }
  }
  const properties: Property[] = [];
  for (const key of new Set(["stack", "message", ...Object.getOwnPropertyNames(error)])) {
    const isEnumerable = Object.prototype.propertyIsEnumerable.call(error, key);
    try {
      let value =
        key === "cause" && error.cause instanceof Error
          ? describe(error.cause)
          : key === "stack"
            ? stackOf(error)
            : (error as unknown as Record<string, unknown>)[key];
      // The engine ends this message with a full stop, V8 does not.
      if (error instanceof RangeError && typeof value === "string")
        value = value.replace("Maximum call stack size exceeded.", "Maximum call stack size exceeded");
      if (value === undefined) continue;
      if (serialize(value).transferred.length > 0) continue;
      properties.push([key, value, isEnumerable]);
    } catch {
      // A property that cannot be cloned is omitted.
    }
  }
  if (!Object.hasOwn(error, "name") && error.name !== className) properties.push(["name", error.name, false]);
  return { kind: "error", className, properties };
}

/** What the thread of the error would print about it, if it was sent. */
export function reportOf(bytes: Uint8Array): string | undefined {
  return (deserialize(bytes) as SentError).report;
}

/** The error of the bytes of `serializeError`. */
export function deserializeError(bytes: Uint8Array): unknown {
  return revive(deserialize(bytes));
}

function revive(sent: SentError): unknown {
  if (sent.kind === "symbol") return Symbol(sent.value as string | undefined);
  if (sent.kind !== "error") return sent.value;
  const Class = plainClasses[sent.className!] as new (errors?: unknown[]) => Error;
  const made = sent.className === "AggregateError" ? new Class([]) : new Class();
  // Its own stack would be that of this function.
  Object.defineProperty(made, "stack", { value: undefined, writable: true, configurable: true });
  for (const [key, value, enumerable] of sent.properties!) {
    const cause = value as Partial<SentError> | null | undefined;
    const isCause = key === "cause" && cause?.kind === "error" && cause.className !== undefined;
    Object.defineProperty(made, key, {
      value: isCause ? revive(value as SentError) : value,
      writable: true,
      enumerable,
      configurable: true,
    });
  }
  return made;
}
