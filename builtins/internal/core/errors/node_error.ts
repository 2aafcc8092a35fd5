// Makes the `ERR_*` classes: errors with a `code`, built from one row of the table the first time they are thrown.
// The table is evaluated on the first error only, so that a program without errors does not load the messages.
import { safe } from "internal:core/bootstrap";
import defer * as table from "internal:core/generated/error_table";
import defer * as system from "internal:core/errors/system_error";
import defer * as inspect from "internal:core/util/inspect";

/** Marks errors whose printed head is `Name [CODE]: message`. */
export const kIsNodeError = Symbol("kIsNodeError");

/** An instance of an `ERR_X` class. */
export interface NodeError extends Error {
  code: string;
  [property: string]: any;
}

/** A class of errors with one code; the same code with another base class is a static member. */
export interface NodeErrorClass {
  new (...args: any[]): NodeError;
  readonly TypeError: NodeErrorClass;
  readonly RangeError: NodeErrorClass;
}

/** Makes a message; `this` collects the extra properties of the error. */
export type Formatter = (this: Record<string, unknown>, ...args: any[]) => string;

/** The name of the base class, then the message or its formatter. */
export type Row = readonly [base: BaseName, message: string | Formatter];

export type BaseName = "Error" | "TypeError" | "RangeError" | "SyntaxError" | "URIError" | "SystemError" | "PlainError";

const classes: Record<string, NodeErrorClass> = safe.create(null);

/** Every class by its code, made when it is first read; undefined for other codes. */
export const codes: Record<string, NodeErrorClass> = new Proxy(classes, {
  get: (_target, code) => (typeof code === "string" && safe.hasOwn(table.rows, code) ? classOf(code) : undefined),
  has: (_target, code) => safe.hasOwn(table.rows, code),
});

/** The classes that `internal:core/errors` exports by their codes (`internal:core/bootstrap` calls this once for each code). */
export function missingExport(code: string): NodeErrorClass | undefined {
  return code.startsWith("ERR_") ? classOf(code) : undefined;
}

function classOf(code: string): NodeErrorClass {
  return (classes[code] ??= define(code));
}

/** Makes the class of one code, with static members for its further base classes. */
function define(code: string): NodeErrorClass {
  const nodeErrorClass = makeClass(code, undefined);
  for (const base of table.also[code]?.split(" ") ?? [])
    (nodeErrorClass as unknown as Record<string, NodeErrorClass>)[base] = makeClass(code, base as BaseName);
  return nodeErrorClass;
}

function makeClass(code: string, base: BaseName | undefined): NodeErrorClass {
  return function NodeError(...args: unknown[]) {
    return makeError(code, base, args);
  } as unknown as NodeErrorClass;
}

function makeError(code: string, base: BaseName | undefined, args: unknown[]): Error {
  const row = table.rows[code]!;
  const template = row[1];
  const name = base ?? row[0];
  if (name === "SystemError")
    return new system.SystemError(code, template as string, args[0] as system.SystemErrorContext);
  if (typeof template === "string")
    return makeWithBase(name, code, args.length === 0 ? template : fill(template, args));
  const extra: Record<string, unknown> = {};
  const message = template.apply(extra, args);
  const error = makeWithBase(name, code, message);
  for (const key in extra) (error as unknown as Record<string, unknown>)[key] = extra[key];
  return error;
}

function makeWithBase(base: BaseName, code: string, message: string): Error {
  switch (base) {
    case "TypeError":
      return new NodeTypeError(code, message);
    case "RangeError":
      return new NodeRangeError(code, message);
    case "SyntaxError":
      return new NodeSyntaxError(code, message);
    case "URIError":
      return new NodeURIError(code, message);
    case "PlainError":
      return safe.assign(new Error(message), { code });
    default:
      return new NodePlainError(code, message);
  }
}

/** Replaces the placeholders `{0}`, `{1:j}`, `{2:d}` of a message. */
export function fill(template: string, args: readonly unknown[]): string {
  return template.replace(/\{(\d)(?::([jdo]))?\}/g, (_, index: string, kind: string | undefined) => {
    const value = args[Number(index)];
    if (typeof value === "string" && kind === undefined) return value;
    return inspect.format(`%${kind ?? "s"}`, value);
  });
}

function describe(error: NodeError): string {
  return `${error.name} [${error.code}]: ${error.message}`;
}

// One class per base, not one per code: `constructor` is the base class, as a program sees it in Node.
class NodePlainError extends Error {
  declare code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
  get [kIsNodeError](): boolean {
    return true;
  }
  override toString(): string {
    return describe(this as unknown as NodeError);
  }
}
class NodeTypeError extends TypeError {
  declare code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
  get [kIsNodeError](): boolean {
    return true;
  }
  override toString(): string {
    return describe(this as unknown as NodeError);
  }
}
class NodeRangeError extends RangeError {
  declare code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
  get [kIsNodeError](): boolean {
    return true;
  }
  override toString(): string {
    return describe(this as unknown as NodeError);
  }
}
class NodeSyntaxError extends SyntaxError {
  declare code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
  get [kIsNodeError](): boolean {
    return true;
  }
  override toString(): string {
    return describe(this as unknown as NodeError);
  }
}
class NodeURIError extends URIError {
  declare code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
  get [kIsNodeError](): boolean {
    return true;
  }
  override toString(): string {
    return describe(this as unknown as NodeError);
  }
}
/** Makes an error with a code, which native code made, one of Node's: its string and its stack have the code. */
export function markAsNodeError<T>(error: T): T {
  const { code } = (error ?? {}) as { code?: unknown };
  if (typeof code !== "string" || !safe.startsWith(code, "ERR_")) return error;
  const prototype: unknown = safe.getPrototypeOf(error);
  if (prototype === Error.prototype) safe.setPrototypeOf(error as object, NodePlainError.prototype);
  else if (prototype === TypeError.prototype) safe.setPrototypeOf(error as object, NodeTypeError.prototype);
  return error;
}

function showAs(nodeClass: Function, base: Function): void {
  safe.defineProperty(nodeClass.prototype, "constructor", { get: () => base, configurable: true });
}
showAs(NodePlainError, Error);
showAs(NodeTypeError, TypeError);
showAs(NodeRangeError, RangeError);
showAs(NodeSyntaxError, SyntaxError);
showAs(NodeURIError, URIError);
