// The arguments of the sending methods of Bun's server WebSockets: checks with Bun's messages, and conversion.
import { MessageKind } from "native:http_server";
import { encodeUtf8 } from "internal:core/utf8";
import { ERR_INVALID_ARG_TYPE } from "internal:core/errors";
import defer * as blobs from "web:blob";

/** RFC 6455 §5.5. */
const CONTROL_BYTES_MAX = 125;

/** Throws for a call without a message. */
export function checkMessage(caller: string, argumentCount: number, data: unknown): void {
  if (argumentCount === 0) throw new Error(`${caller} requires at least 1 argument`);
  if (data === undefined || data === null) throw new Error(`${caller} requires a non-empty message`);
}

/** Throws for an argument that is not a string. */
export function checkText(caller: string, data: unknown): void {
  if (typeof data !== "string") throw new Error(`${caller} expects a string`);
}

/** Throws for an argument that has no bytes. */
export function checkBytes(caller: string, data: unknown): void {
  if (!isBinary(data)) throw new Error(`${caller} expects a Blob or BufferSource`);
}

/** Throws for data that a ping or pong cannot carry. */
export function checkControl(caller: string, data: unknown): void {
  if (data === null) return;
  if (typeof data !== "string" && !isBinary(data)) throw new Error(`${caller} expects a string, Blob, or BufferSource`);
  const count = byteLength(toMessage(data));
  if (count > CONTROL_BYTES_MAX)
    throw new RangeError(`The data size must not be greater than ${CONTROL_BYTES_MAX} bytes. Received ${count} bytes.`);
}

/** Throws for an invalid topic. */
export function checkTopic(caller: string, argumentCount: number, topic: unknown): void {
  if (argumentCount === 0) throw new Error(`${caller} requires at least 1 argument`);
  if (typeof topic !== "string") throw new ERR_INVALID_ARG_TYPE("topic", "string", topic);
  if (topic === "") throw new Error(`${caller} requires a non-empty topic name`);
}

/** The flag of a message for the argument `compress`. */
export function compressed(caller: string, compress: unknown): number {
  if (compress === undefined) return 0;
  if (typeof compress !== "boolean") throw new Error(`${caller} expects compress to be a boolean`);
  return compress ? MessageKind.COMPRESSED : 0;
}

/** The kind of message that `send` and `publish` make of an argument: binary for bytes, text for anything else. */
export function kindOf(data: unknown): number {
  return isBinary(data) ? MessageKind.BINARY : MessageKind.TEXT;
}

function isBinary(data: unknown): boolean {
  return (
    typeof data === "object" &&
    data !== null &&
    (ArrayBuffer.isView(data) || "byteLength" in data || blobs.isBlob(data))
  );
}

/** The string or the bytes of a message. Throws for a Blob whose bytes are not in memory. */
export function toMessage(data: unknown): string | Uint8Array {
  if (typeof data === "string") return data;
  if (ArrayBuffer.isView(data))
    return data instanceof Uint8Array ? data : new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  if (data instanceof ArrayBuffer || Object.prototype.toString.call(data) === "[object SharedArrayBuffer]")
    return new Uint8Array(data as ArrayBuffer);
  if (blobs.isBlob(data)) {
    const bytes = blobs.bytesInMemory(data);
    if (bytes === null)
      throw new Error("cannot send a file- or S3-backed Blob synchronously; await blob.bytes() first");
    return bytes;
  }
  return `${data as string}`;
}

/** The bytes of a message. */
export function byteLength(message: string | Uint8Array): number {
  if (typeof message !== "string") return message.byteLength;
  for (let index = 0; index < message.length; index++)
    if (message.charCodeAt(index) > 127) return encodeUtf8(message).byteLength;
  return message.length;
}
