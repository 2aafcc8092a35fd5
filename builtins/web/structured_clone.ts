// structuredClone (https://html.spec.whatwg.org/#dom-structuredclone), and the clone as bytes for messages between threads.
import { ERR_MISSING_ARGS } from "internal:core/errors";
import defer * as copying from "internal:web/clone/copy";
import defer * as kinds from "internal:web/clone/kinds";
import { kTransfer, type TransferableObject } from "internal:web/clone/protocol";
import { type Transferred } from "internal:web/clone/writer";
import { PRIMITIVE, readPrimitive, writePrimitive } from "internal:web/clone/primitives";
import defer * as writing from "internal:web/clone/writer";
import defer * as reading from "internal:web/clone/reader";
import defer * as exceptions from "web:dom_exception";
import { isMarkedAsUntransferable } from "internal:core/untransferable";
import { home } from "internal:core/program";
import * as messaging from "native:messaging";

export type { Transferred };
export { kClone, kTransfer, registerReviver } from "internal:web/clone/protocol";

/** A message: the bytes of the value, and the objects that it transfers or shares. */
export interface Serialized {
  bytes: Uint8Array;
  transferred: Transferred[];
}

const FAILED = "Failed to execute 'structuredClone': ";

/** A deep copy of `value`; the objects of `options.transfer` are moved. Throws a DOMException "DataCloneError". */
export function structuredClone(value: unknown, options: unknown = undefined): any {
  if (arguments.length === 0) throw new ERR_MISSING_ARGS("The value argument must be specified");
  const transfer = options === undefined || options === null ? undefined : readTransfer(options);
  if (transfer === undefined || transfer.length === 0) return copying.copy(value);
  const { bytes, transferred } = serialize(value, transfer);
  return deserialize(bytes, transferred);
}
Object.defineProperty(structuredClone, "length", { value: home() === "node" ? 2 : 1, configurable: true });

function readTransfer(options: NonNullable<unknown>): object[] | undefined {
  if (typeof options !== "object" && typeof options !== "function") {
    throw invalidArgument(`${FAILED}Options cannot be converted to a dictionary`);
  }
  const { transfer } = options as { transfer?: unknown };
  if (transfer === undefined) return undefined;
  if (
    transfer === null ||
    typeof transfer !== "object" ||
    typeof (transfer as Iterable<unknown>)[Symbol.iterator] !== "function"
  ) {
    throw invalidArgument(`${FAILED}transfer in Options cannot be converted to sequence.`);
  }
  const items: object[] = [];
  for (const item of transfer as Iterable<unknown>) {
    if (item === null || (typeof item !== "object" && typeof item !== "function")) {
      throw invalidArgument(`${FAILED}transfer in Options[${items.length}] is not an object.`);
    }
    items.push(item);
  }
  return items;
}

function invalidArgument(message: string): TypeError {
  return Object.assign(new TypeError(message), { code: "ERR_INVALID_ARG_TYPE" });
}

/**
 * StructuredSerializeWithTransfer: the value as bytes; the objects of `transferList` are detached after it is written.
 * Throws a DataCloneError, or the error of a getter; then nothing is detached. With `isPosted`, for one receiver, copies of
 * large buffers are in `transferred` instead of in the bytes, which are valid until the next message is written: they are posted
 * at once.
 */
export function serialize(value: unknown, transferList: readonly object[] = [], isPosted = false): Serialized {
  for (let index = 0; index < transferList.length; index++) checkTransferable(transferList, index);
  if (transferList.length === 0) {
    const bytes = writePrimitive(value);
    if (bytes !== null) return { bytes, transferred: [] };
  }
  const writer = new writing.Writer(transferList, isPosted);
  writer.writeRoot(value);
  const transferred: Transferred[] = [];
  // Platform objects first: when one throws, no buffer is detached yet.
  transferList.forEach((item, index) => {
    if (!isPlainBuffer(item)) transferred[index] = (item as TransferableObject)[kTransfer]();
  });
  transferList.forEach((item, index) => {
    // A getter may have detached it while the value was written.
    if (isPlainBuffer(item)) transferred[index] = { kind: "ArrayBuffer", buffer: detach(item) };
  });
  return {
    bytes: writer.finish(),
    transferred: writer.shared.length === 0 ? transferred : transferred.concat(writer.shared),
  };
}

function detach(buffer: ArrayBuffer): ArrayBuffer {
  try {
    if (!buffer.detached) return messaging.moveBuffer(buffer) ?? buffer.transfer();
  } catch {
    // A buffer of WebAssembly memory throws; it is reported below.
  }
  throw kinds.dataCloneError("An ArrayBuffer is detached and could not be cloned.");
}

const byteLengthOf = Object.getOwnPropertyDescriptor(ArrayBuffer.prototype, "byteLength")!.get!;

function isPlainBuffer(value: object): value is ArrayBuffer {
  if (typeof SharedArrayBuffer === "function" && value instanceof SharedArrayBuffer) return false;
  try {
    byteLengthOf.call(value);
    return true;
  } catch {
    return false;
  }
}

function checkTransferable(list: readonly object[], index: number): void {
  const item = list[index]!;
  if (isMarkedAsUntransferable(item)) throw kinds.dataCloneError("Cannot transfer object of unsupported type.");
  if (isPlainBuffer(item)) {
    if (list.indexOf(item) < index) throw kinds.dataCloneError("Transfer list contains duplicate ArrayBuffer");
    if (item.detached) throw kinds.dataCloneError("Cannot transfer object of unsupported type.");
    return;
  }
  if (typeof (item as TransferableObject)[kTransfer] !== "function")
    throw kinds.dataCloneError("Found invalid value in transferList.");
  if (list.indexOf(item) < index)
    throw kinds.dataCloneError(`Transfer list contains duplicate ${item.constructor.name}`);
}

/** StructuredDeserializeWithTransfer. Throws a DataCloneError for invalid bytes. */
export function deserialize(bytes: Uint8Array, transferred: readonly Transferred[] = []): any {
  try {
    if (bytes.length > 0 && bytes[0]! >= PRIMITIVE) return readPrimitive(bytes);
    return new reading.Reader(bytes, transferred).readRoot();
  } catch (error) {
    if (error instanceof exceptions.DOMException) throw error;
    const failure = kinds.dataCloneError("Unable to deserialize cloned data.");
    throw Object.defineProperty(failure, "cause", { value: error, writable: true, configurable: true });
  }
}
