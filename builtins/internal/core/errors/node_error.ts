// Makes the `ERR_*` classes: errors with a `code`, built from one row of the table the first time they are thrown.
// The table is evaluated on the first error only, so that a program that makes none does not pay for the texts.
import defer * as table from "internal:core/generated/error_table";
import defer * as system from "internal:core/errors/system_error";
import defer * as inspect from "internal:core/util/inspect";

/** Marks errors whose printed head is `Name [CODE]: message`. */
export const kIsNodeError = Symbol("kIsNodeError");

/** What `new ERR_X(…)` gives. */
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

/** Sees the carrier of extra properties as `this` and gives the message. */
export type Formatter = (this: Record<string, unknown>, ...args: any[]) => string;

/** Name of the base class, then the text or what makes it. */
export type Row = readonly [base: BaseName, message: string | Formatter];

export type BaseName = "Error" | "TypeError" | "RangeError" | "SyntaxError" | "URIError" | "SystemError" | "PlainError";

const made: Record<string, NodeErrorClass> = Object.create(null);

/** Every class by its code, made when it is first asked for; undefined for other codes. */
export const codes: Record<string, NodeErrorClass> = new Proxy(made, {
  get: (_target, code) => (typeof code === "string" && Object.hasOwn(table.rows, code) ? classOf(code) : undefined),
  has: (_target, code) => Object.hasOwn(table.rows, code),
});

/** What `internal:core/errors` exports beyond what it names: the class of a code (`internal:core/bootstrap` calls it once for each). */
export function missingExport(code: string): NodeErrorClass | undefined {
  return code.startsWith("ERR_") ? classOf(code) : undefined;
}

function classOf(code: string): NodeErrorClass {
  return (made[code] ??= define(code));
}

/** Makes the class of one code, with static members for its further base classes. */
function define(code: string): NodeErrorClass {
  const nodeErrorClass = makeClass(code, undefined);
  for (const base of table.also[code]?.split(" ") ?? [])
    (nodeErrorClass as any)[base] = makeClass(code, base as BaseName);
  return nodeErrorClass;
}

function makeClass(code: string, base: BaseName | undefined): NodeErrorClass {
  return function NodeError(...args: unknown[]) {
    return makeError(code, base, args);
  } as unknown as NodeErrorClass;
}

function makeError(code: string, base: BaseName | undefined, args: unknown[]): Error {
  const row = table.rows[code]!;
  const text = row[1];
  const name = base ?? row[0];
  if (name === "SystemError") return new system.SystemError(code, text as string, args[0] as any);
  if (typeof text === "string") return makeWithBase(name, code, args.length === 0 ? text : fill(text, args));
  const extra: Record<string, unknown> = {};
  const message = text.apply(extra, args);
  const error = makeWithBase(name, code, message);
  for (const key in extra) (error as any)[key] = extra[key];
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
      return Object.assign(new Error(message), { code });
    default:
      return new NodePlainError(code, message);
  }
}

/** Puts the arguments in the places `{0}`, `{1:j}`, `{2:d}` of a text. */
export function fill(text: string, args: readonly unknown[]): string {
  return text.replace(/\{(\d)(?::([jdo]))?\}/g, (_, index: string, kind: string | undefined) => {
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
for (const [nodeClass, base] of [
  [NodePlainError, Error],
  [NodeTypeError, TypeError],
  [NodeRangeError, RangeError],
  [NodeSyntaxError, SyntaxError],
  [NodeURIError, URIError],
] as const) {
  Object.defineProperty(nodeClass.prototype, "constructor", { get: () => base, configurable: true });
}
