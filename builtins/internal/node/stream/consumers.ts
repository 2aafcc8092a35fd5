// node:stream/consumers: all chunks of a stream (or async iterable) as one value.
// https://nodejs.org/api/webstreams.html#utility-consumers
import { Buffer } from "internal:node/buffer";
import { TextDecoder } from "web:encoding";
import { parseJson } from "internal:core/json_parse";
import type { Blob } from "web:blob";
import defer * as blobs from "web:blob";

type Chunks = AsyncIterable<unknown> | Iterable<unknown>;

async function collect(stream: Chunks): Promise<unknown[]> {
  const chunks: unknown[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
}

/** Resolves with a Blob. */
async function blob(stream: Chunks): Promise<Blob> {
  return new blobs.Blob(await collect(stream));
}

/** Resolves with an ArrayBuffer. */
async function arrayBuffer(stream: Chunks): Promise<ArrayBuffer> {
  return (await blob(stream)).arrayBuffer();
}

/** Resolves with a Buffer. */
async function buffer(stream: Chunks): Promise<Uint8Array> {
  return Buffer.from(await arrayBuffer(stream));
}

/** Resolves with a Uint8Array. */
async function bytes(stream: Chunks): Promise<Uint8Array> {
  return new Uint8Array(await arrayBuffer(stream));
}

/** Resolves with a string; bytes are UTF-8, and characters may be split over chunks. */
async function text(stream: Chunks): Promise<string> {
  const decoder = new TextDecoder();
  let result = "";
  for await (const chunk of stream) {
    result += typeof chunk === "string" ? chunk : decoder.decode(chunk as Uint8Array, { stream: true });
  }
  return result + decoder.decode();
}

/** Resolves with the parsed JSON value. */
async function json(stream: Chunks): Promise<unknown> {
  return parseJson(await text(stream));
}

export default { arrayBuffer, blob, buffer, bytes, text, json };
