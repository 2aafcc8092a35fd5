// An uncaught error of a worker on its way to the parent: class, message, stack and properties where they can be cloned,
// otherwise the text that `util.inspect` makes of it.
import { deserialize, serialize } from "web:structured_clone";
import defer * as inspecting from "internal:core/util/inspect";

interface Sent {
  kind: "error" | "value" | "symbol" | "text";
  className?: string;
  properties?: [string, any, boolean][];
  value?: any;
}

const plainClasses: Record<string, any> = {
  Error,
  EvalError,
  RangeError,
  ReferenceError,
  SyntaxError,
  TypeError,
  URIError,
  AggregateError,
};

/** The bytes of an error. Never throws. */
export function serializeError(error: unknown): Uint8Array {
  try {
    if (error instanceof Error && !isDomException(error)) return serialize(describe(error)).bytes;
    if (typeof error === "symbol") return serialize({ kind: "symbol", value: error.description } satisfies Sent).bytes;
    const sent = serialize({ kind: "value", value: error } satisfies Sent);
    // Only bytes reach the parent.
    if (sent.transferred.length === 0) return sent.bytes;
  } catch {
    // The text below.
  }
  return serialize({ kind: "text", value: textOf(error) } satisfies Sent).bytes;
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

function describe(error: Error): Sent {
  let className = "Error";
  for (let prototype = Object.getPrototypeOf(error); prototype !== null; prototype = Object.getPrototypeOf(prototype)) {
    const name = Object.getOwnPropertyDescriptor(prototype, "constructor")?.value?.name;
    if (typeof name === "string" && plainClasses[name]?.prototype === prototype) {
      className = name;
      break;
    }
  }
  const properties: [string, any, boolean][] = [];
  for (const key of new Set(["stack", "message", ...Object.getOwnPropertyNames(error)])) {
    const isEnumerable = Object.prototype.propertyIsEnumerable.call(error, key);
    try {
      let value =
        key === "cause" && (error as any).cause instanceof Error ? describe((error as any).cause) : (error as any)[key];
      // The engine ends this one message with a full stop, V8 does not.
      if (error instanceof RangeError && typeof value === "string")
        value = value.replace("Maximum call stack size exceeded.", "Maximum call stack size exceeded");
      if (value === undefined) continue;
      if (serialize(value).transferred.length > 0) continue;
      properties.push([key, value, isEnumerable]);
    } catch {
      // What cannot be cloned stays behind; the rest of the error is worth having.
    }
  }
  if (!Object.hasOwn(error, "name") && error.name !== className) properties.push(["name", error.name, false]);
  return { kind: "error", className, properties };
}

/** The error of such bytes. */
export function deserializeError(bytes: Uint8Array): unknown {
  return revive(deserialize(bytes));
}

function revive(sent: Sent): unknown {
  if (sent.kind === "symbol") return Symbol(sent.value);
  if (sent.kind !== "error") return sent.value;
  const Class = plainClasses[sent.className!];
  const made: any = sent.className === "AggregateError" ? new Class([]) : new Class();
  for (const [key, value, enumerable] of sent.properties!) {
    const isCause = key === "cause" && value?.kind === "error" && value.className !== undefined;
    Object.defineProperty(made, key, {
      value: isCause ? revive(value) : value,
      writable: true,
      enumerable,
      configurable: true,
    });
  }
  return made;
}
