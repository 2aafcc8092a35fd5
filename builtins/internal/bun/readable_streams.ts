// `Bun.readableStreamTo…`: all of a stream in one piece. Chunks may be text or bytes.
import { ERR_INVALID_ARG_TYPE } from "internal:core/errors";
import { isReadableStream } from "web:streams";
import { Blob } from "web:blob";
import { decodeUtf8, encodeUtf8 } from "internal:core/utf8";
import defer * as response from "web:response";

function check(stream: any): any {
  if (!isReadableStream(stream)) {
    const error = new ERR_INVALID_ARG_TYPE("stream", "ReadableStream", stream);
    error.message = error.message.replace("an instance of", "of type");
    throw error;
  }
  return stream;
}

async function chunksOf(stream: any): Promise<any[]> {
  if (stream.locked)
    throw Object.assign(new TypeError("Invalid state: ReadableStream is locked"), { code: "ERR_INVALID_STATE" });
  const chunks: any[] = [];
  const reader = stream.getReader();
  for (let step = await reader.read(); !step.done; step = await reader.read()) chunks.push(step.value);
  return chunks;
}

function bytesOf(chunk: any): Uint8Array {
  if (ArrayBuffer.isView(chunk)) return new Uint8Array(chunk.buffer as ArrayBuffer, chunk.byteOffset, chunk.byteLength);
  return chunk instanceof ArrayBuffer ? new Uint8Array(chunk) : encodeUtf8(`${chunk}`);
}

async function collect(stream: any): Promise<Uint8Array> {
  const parts = (await chunksOf(stream)).map(bytesOf);
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    all.set(part, offset);
    offset += part.length;
  }
  return all;
}

// Each throws for what is no stream and rejects for one that is locked or fails.
/** The text of UTF-8. */
export function readableStreamToText(stream: any): Promise<string> {
  return collect(check(stream)).then(decodeUtf8);
}
/** The value of JSON text. */
export function readableStreamToJSON(stream: any): Promise<any> {
  return readableStreamToText(stream).then((text) => JSON.parse(text));
}
/** The bytes. */
export function readableStreamToBytes(stream: any): Promise<Uint8Array> {
  return collect(check(stream));
}
/** The bytes as a buffer. */
export function readableStreamToArrayBuffer(stream: any): Promise<ArrayBuffer> {
  return collect(check(stream)).then((bytes) => bytes.buffer as ArrayBuffer);
}
/** The bytes as a Blob. */
export function readableStreamToBlob(stream: any): Promise<any> {
  return collect(check(stream)).then((bytes) => new Blob([bytes as any]));
}
/** The chunks as they came. */
export function readableStreamToArray(stream: any): Promise<any[]> {
  return chunksOf(check(stream));
}
/** The fields of a form: multipart with the boundary that is given, else URL-encoded. */
export async function readableStreamToFormData(stream: any, boundary?: string | Uint8Array): Promise<any> {
  const text = boundary === undefined || typeof boundary === "string" ? boundary : decodeUtf8(boundary);
  const type =
    text === undefined
      ? "application/x-www-form-urlencoded"
      : `multipart/form-data; boundary=${text.replace(/^--/, "")}`;
  return new (response.Response as any)(await collect(check(stream)), { headers: { "content-type": type } }).formData();
}
