// The parts of objects that both the direct copy and the serializer read: errors, views, resizable buffers.
import { setStackTraceLimit, type V8ErrorConstructor } from "internal:core/stack/install";
import { stackOf } from "internal:core/stack/stack";
import { isArrayBuffer } from "internal:core/util/types";
import { dataCloneError } from "internal:web/clone/kinds";

const errorClasses: Record<string, ErrorConstructor> = {
  Error,
  EvalError,
  RangeError,
  ReferenceError,
  SyntaxError,
  TypeError,
  URIError,
};

/** The parts of an error that are cloned; `cause` is not cloned yet. */
export interface ErrorParts {
  name: string;
  message: string | undefined;
  stack: string | undefined;
  hasCause: boolean;
  cause: unknown;
}

/** Reads an error in the order of the standard (StructuredSerializeInternal step 17) and of V8. */
export function readError(error: Error): ErrorParts {
  const given: unknown = error.name;
  const text = given === undefined ? "Error" : `${given}`;
  const name = Object.hasOwn(errorClasses, text) ? text : "Error";
  const described = Object.getOwnPropertyDescriptor(error, "message");
  const message = described === undefined || !("value" in described) ? undefined : `${described.value}`;
  const hasCause = Object.hasOwn(error, "cause");
  const cause = hasCause ? error.cause : undefined;
  // In its final form: only the thread that made it has its source maps and its `Error.prepareStackTrace`.
  const stack: unknown = stackOf(error);
  return { name, message, stack: typeof stack === "string" ? stack : undefined, hasCause, cause };
}

/** An error of a name, without its cause. */
export function makeError(name: string, message: string | undefined, stack: string | undefined): Error {
  const Class = Object.hasOwn(errorClasses, name) ? errorClasses[name]! : Error;
  const error = withoutFrames(Class, message);
  hidden(error, "stack", stack);
  return error;
}

const errorClass = Error as unknown as V8ErrorConstructor;

/** An error whose stack will be replaced: to collect its own frames would cost most of the clone. */
function withoutFrames(Class: ErrorConstructor, message: string | undefined): Error {
  // In a program that has frozen `Error`, or has an accessor there, the frames are collected.
  if (Object.getOwnPropertyDescriptor(errorClass, "stackTraceLimit")?.writable !== true)
    return newError(Class, message);
  const { stackTraceLimit } = errorClass;
  setStackTraceLimit(0);
  try {
    return newError(Class, message);
  } finally {
    setStackTraceLimit(stackTraceLimit);
  }
}

function newError(Class: ErrorConstructor, message: string | undefined): Error {
  return message === undefined ? new Class() : new Class(message);
}

/** Defines a property that is not enumerable. */
export function hidden(object: object, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, writable: true, enumerable: false, configurable: true });
}

/** Defines an own property, "__proto__" included. */
export function setOwn(target: object, key: string, value: unknown): void {
  if (key === "__proto__")
    Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
  else (target as Record<string, unknown>)[key] = value;
}

/** Throws a DataCloneError for a detached buffer. */
export function requireAttached(buffer: ArrayBuffer): void {
  if (buffer.detached) throw dataCloneError("An ArrayBuffer is detached and could not be cloned.");
}

/** A buffer with the same bytes and the same growth limit. */
export function copyBuffer(buffer: ArrayBuffer): ArrayBuffer {
  requireAttached(buffer);
  const { byteLength } = buffer;
  const copy = buffer.resizable
    ? new ArrayBuffer(byteLength, { maxByteLength: buffer.maxByteLength })
    : new ArrayBuffer(byteLength);
  new Uint8Array(copy).set(new Uint8Array(buffer));
  return copy;
}

const typedArrayName = Object.getOwnPropertyDescriptor(
  Object.getPrototypeOf(Uint8Array.prototype),
  Symbol.toStringTag,
)!.get!;

/** Names of the classes of views; their indexes are part of the binary format. */
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

/** The range of a view; `length` counts elements, -1 when it tracks the length of its buffer. */
export interface ViewParts {
  className: string;
  buffer: ArrayBuffer;
  byteOffset: number;
  length: number;
}

/** Reads a view. Throws a DataCloneError for views out of the bounds of their buffers. */
export function readView(view: Uint8Array): ViewParts {
  const className = (typedArrayName.call(view) as string | undefined) ?? "DataView";
  const buffer = view.buffer as ArrayBuffer;
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
  const length = buffer.resizable && tracksLength(view, buffer) ? -1 : byteLength / size;
  return { className, buffer, byteOffset, length };
}

// A typed array out of bounds reports 0 for offset and lengths; only its methods throw.
function isOutOfBounds(view: Uint8Array, className: string): boolean {
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

// The language has no query for a length-tracking view: one that ends at the end of its buffer is tested by growing the
// buffer by a few bytes and shrinking it again, which is not observable.
function tracksLength(view: Uint8Array, buffer: ArrayBuffer): boolean {
  const { byteLength, maxByteLength } = buffer;
  const before = view.byteLength;
  if (view.byteOffset + before > byteLength) return false;
  const grown = Math.min(byteLength + 8, maxByteLength);
  if (grown === byteLength) return false;
  buffer.resize(grown);
  const tracks = view.byteLength !== before;
  buffer.resize(byteLength);
  return tracks;
}

type ViewClass = new (buffer: ArrayBuffer, byteOffset: number, length?: number) => ArrayBufferView;

const { get: bufferOf } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), "buffer")!;
const { get: lengthOf } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), "byteLength")!;

/**
 * Copies a typed array that spans its buffer of fixed length: the constructor copies the elements without clearing the
 * memory first, and makes no object for the buffer. Null for every other view.
 */
export function copySpanningArray(view: ArrayBufferView): Uint8Array | null {
  const className = typedArrayName.call(view) as string | undefined;
  if (className === undefined) return null;
  const buffer = bufferOf!.call(view) as ArrayBuffer;
  if (buffer.byteLength !== lengthOf!.call(view) || buffer.byteLength === 0) return null;
  if (buffer.resizable || !isArrayBuffer(buffer)) return null;
  const Class = (globalThis as unknown as Record<string, new (source: ArrayBufferView) => Uint8Array>)[className]!;
  return new Class(view);
}

/** Creates a view. Throws a RangeError or TypeError for a range outside `buffer`. */
export function makeView(className: string, buffer: ArrayBuffer, byteOffset: number, length: number): ArrayBufferView {
  const Class = (globalThis as unknown as Record<string, ViewClass>)[className]!;
  return length < 0 ? new Class(buffer, byteOffset) : new Class(buffer, byteOffset, length);
}
