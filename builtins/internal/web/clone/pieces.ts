// The parts of objects that both the direct copy and the serializer take: errors, views, resizable buffers.
import { dataCloneError } from "internal:web/clone/kinds";

const errorClasses: Record<string, any> = {
  Error,
  EvalError,
  RangeError,
  ReferenceError,
  SyntaxError,
  TypeError,
  URIError,
};

/** What a clone of an error keeps; `cause` is not cloned yet. */
export interface ErrorPieces {
  name: string;
  message: string | undefined;
  stack: string | undefined;
  hasCause: boolean;
  cause: any;
}

/** Reads an error in the order of the standard (StructuredSerializeInternal step 17) and of V8. */
export function readError(error: any): ErrorPieces {
  const given = error.name;
  const text = given === undefined ? "Error" : `${given}`;
  const name = Object.hasOwn(errorClasses, text) ? text : "Error";
  const described = Object.getOwnPropertyDescriptor(error, "message");
  const message = described === undefined || !("value" in described) ? undefined : `${described.value}`;
  const hasCause = Object.hasOwn(error, "cause");
  const cause = hasCause ? error.cause : undefined;
  const { stack } = error;
  return { name, message, stack: typeof stack === "string" ? stack : undefined, hasCause, cause };
}

/** An error of a name, without its cause. */
export function makeError(name: string, message: string | undefined, stack: string | undefined): any {
  const Class = Object.hasOwn(errorClasses, name) ? errorClasses[name] : Error;
  const error = message === undefined ? new Class() : new Class(message);
  hidden(error, "stack", stack);
  return error;
}

/** Defines a property that is not enumerable. */
export function hidden(object: object, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, writable: true, enumerable: false, configurable: true });
}

/** Defines an own property, "__proto__" included. */
export function setOwn(target: any, key: string, value: any): void {
  if (key === "__proto__")
    Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
  else target[key] = value;
}

/** Throws a DataCloneError when the buffer has no bytes any more. */
export function requireAttached(buffer: any): void {
  if (buffer.detached) throw dataCloneError("An ArrayBuffer is detached and could not be cloned.");
}

/** A buffer with the same bytes and the same growth limit. */
export function copyBuffer(buffer: any): ArrayBuffer {
  requireAttached(buffer);
  const { byteLength } = buffer;
  const copy = buffer.resizable
    ? new (ArrayBuffer as any)(byteLength, { maxByteLength: buffer.maxByteLength })
    : new ArrayBuffer(byteLength);
  new Uint8Array(copy).set(new Uint8Array(buffer));
  return copy;
}

const typedArrayName = Object.getOwnPropertyDescriptor(
  Object.getPrototypeOf(Uint8Array.prototype),
  Symbol.toStringTag,
)!.get!;

/** Names of the classes of views; their places in this list are part of the binary format. */
export const viewClasses = [
  "DataView",
  "Int8Array",
  "Uint8Array",
  "Uint8ClampedArray",
  "Int16Array",
  "Uint16Array",
  "Int32Array",
  "Uint32Array",
  "Float16Array",
  "Float32Array",
  "Float64Array",
  "BigInt64Array",
  "BigUint64Array",
];

/** Where a view looks; `length` counts elements, -1 when it follows the length of its buffer. */
export interface ViewPieces {
  className: string;
  buffer: any;
  byteOffset: number;
  length: number;
}

/** Reads a view. Throws a DataCloneError for views out of the bounds of their buffers. */
export function readView(view: any): ViewPieces {
  const className = (typedArrayName.call(view) as string | undefined) ?? "DataView";
  const { buffer } = view;
  if (buffer.detached) requireAttached(buffer);
  let byteOffset: number;
  let byteLength: number;
  try {
    ({ byteOffset, byteLength } = view);
  } catch {
    throw dataCloneError("The view is out of the bounds of its buffer and could not be cloned.");
  }
  if (buffer.resizable && isOutOfBounds(view, className)) {
    throw dataCloneError("The view is out of the bounds of its buffer and could not be cloned.");
  }
  const size = className === "DataView" ? 1 : view.BYTES_PER_ELEMENT;
  const length = buffer.resizable && followsLength(view, buffer) ? -1 : byteLength / size;
  return { className, buffer, byteOffset, length };
}

// A typed array out of bounds says 0 for everything, but has no elements even where the buffer has some.
function isOutOfBounds(view: any, className: string): boolean {
  if (className === "DataView" || view.length > 0) return false;
  try {
    Array.prototype.values.call(view).next();
    view.subarray;
    Uint8Array.prototype.fill.call(view, 0, 0, 0);
    return false;
  } catch {
    return true;
  }
}

// The language does not tell a view that follows its buffer from one that happens to end with it: growing the buffer by a
// few bytes and back does, and nobody can see it.
function followsLength(view: any, buffer: any): boolean {
  const { byteLength, maxByteLength } = buffer;
  const before = view.byteLength;
  if (view.byteOffset + before > byteLength) return false;
  const grown = Math.min(byteLength + 8, maxByteLength);
  if (grown === byteLength) return false;
  buffer.resize(grown);
  const follows = view.byteLength !== before;
  buffer.resize(byteLength);
  return follows;
}

/** Makes a view. Throws a RangeError or TypeError for places outside `buffer`. */
export function makeView(className: string, buffer: any, byteOffset: number, length: number): any {
  const Class = (globalThis as any)[className];
  return length < 0 ? new Class(buffer, byteOffset) : new Class(buffer, byteOffset, length);
}
