// `Bun.readableStreamTo…`: the whole content of a stream. Chunks may be strings or bytes.
import { ERR_INVALID_ARG_TYPE } from "internal:core/errors";
import type { FormData } from "web:form_data";
import { isReadableStream, type ReadableStream } from "web:streams";
import { Blob } from "web:blob";
import { decodeUtf8, encodeUtf8 } from "internal:core/utf8";
import defer * as response from "web:response";

function check(stream: unknown): ReadableStream {
  if (!isReadableStream(stream)) {
    const error = new ERR_INVALID_ARG_TYPE("stream", "ReadableStream", stream);
    error.message = error.message.replace("an instance of", "of type");
    throw error;
  }
  return stream as ReadableStream;
}

async function chunksOf(stream: ReadableStream): Promise<unknown[]> {
  if (stream.locked)
    throw Object.assign(new TypeError("Invalid state: ReadableStream is locked"), { code: "ERR_INVALID_STATE" });
  const chunks: unknown[] = [];
  const reader = stream.getReader();
  for (let step = await reader.read(); !step.done; step = await reader.read()) chunks.push(step.value);
  return chunks;
}

function bytesOf(chunk: unknown): Uint8Array {
  if (ArrayBuffer.isView(chunk)) return new Uint8Array(chunk.buffer as ArrayBuffer, chunk.byteOffset, chunk.byteLength);
  return chunk instanceof ArrayBuffer ? new Uint8Array(chunk) : encodeUtf8(`${chunk as string}`);
}

async function collect(stream: ReadableStream): Promise<Uint8Array> {
  const parts = (await chunksOf(stream)).map(bytesOf);
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    all.set(part, offset);
    offset += part.length;
  }
  return all;
}

// Each throws for an argument that is not a stream, and rejects for a stream that is locked or fails.
/** The content, decoded from UTF-8. */
export function readableStreamToText(stream: unknown): Promise<string> {
  return collect(check(stream)).then(decodeUtf8);
}
/** The content, parsed as JSON. */
export function readableStreamToJSON(stream: unknown): Promise<unknown> {
  return readableStreamToText(stream).then((text) => JSON.parse(text));
}
/** The bytes. */
export function readableStreamToBytes(stream: unknown): Promise<Uint8Array> {
  return collect(check(stream));
}
/** The bytes as a buffer. */
export function readableStreamToArrayBuffer(stream: unknown): Promise<ArrayBuffer> {
  return collect(check(stream)).then((bytes) => bytes.buffer as ArrayBuffer);
}
/** The bytes as a Blob. */
export function readableStreamToBlob(stream: unknown): Promise<Blob> {
  return collect(check(stream)).then((bytes) => new Blob([bytes]));
}
/** The chunks. */
export function readableStreamToArray(stream: unknown): Promise<unknown[]> {
  return chunksOf(check(stream));
}
/** The fields of a form: multipart with the given boundary, else URL-encoded. */
export async function readableStreamToFormData(stream: unknown, boundary?: string | Uint8Array): Promise<FormData> {
  const text = boundary === undefined || typeof boundary === "string" ? boundary : decodeUtf8(boundary);
  const type =
    text === undefined
      ? "application/x-www-form-urlencoded"
      : `multipart/form-data; boundary=${text.replace(/^--/, "")}`;
  const form = new response.Response(await collect(check(stream)), { headers: { "content-type": type } });
  return (form as typeof form & { formData(): Promise<FormData> }).formData();
}
