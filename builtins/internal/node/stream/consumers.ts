// node:stream/consumers: everything that a stream (or async iterable) gives, as one value.
// https://nodejs.org/api/webstreams.html#utility-consumers
import { Buffer } from "internal:node/buffer";
import { TextDecoder } from "web:encoding";
import defer * as blobs from "web:blob";

async function collect(stream: any): Promise<any[]> {
  const chunks: any[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
}

/** Resolves with a Blob. */
async function blob(stream: any): Promise<any> {
  return new blobs.Blob(await collect(stream));
}

/** Resolves with an ArrayBuffer. */
async function arrayBuffer(stream: any): Promise<ArrayBuffer> {
  return (await blob(stream)).arrayBuffer();
}

/** Resolves with a Buffer. */
async function buffer(stream: any): Promise<any> {
  return Buffer.from(await arrayBuffer(stream));
}

/** Resolves with a Uint8Array. */
async function bytes(stream: any): Promise<Uint8Array> {
  return new Uint8Array(await arrayBuffer(stream));
}

/** Resolves with a string; bytes are UTF-8, and characters may be split over chunks. */
async function text(stream: any): Promise<string> {
  const decoder = new TextDecoder();
  let result = "";
  for await (const chunk of stream) {
    result += typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true });
  }
  return result + decoder.decode();
}

/** Resolves with the value of a JSON text. */
async function json(stream: any): Promise<any> {
  return JSON.parse(await text(stream));
}

export default { arrayBuffer, blob, buffer, bytes, text, json };
