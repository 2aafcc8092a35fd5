// Reports the requests of node:http2's clients to the domain Network of the inspector, and what servers push.
import { Buffer } from "internal:core/buffer";
import type { ClientHttp2Stream } from "internal:node/http2/client_stream";
import { reportBody } from "internal:node/inspector/network_bodies";
import * as reports from "internal:node/inspector/network_reports";

type Fields = Record<string, unknown>;
/** The chunks of a write, as streams gather them. */
type Chunks = (Uint8Array | { chunk: Uint8Array | string; encoding: string })[];

interface Message {
  stream: ClientHttp2Stream;
  headers: Fields;
  error: unknown;
  data: string | Uint8Array | Chunks;
  encoding: string;
}

const NO_ERROR = 0;

/** The addresses of the requests, by their streams. */
const urls = new WeakMap<object, string>();
/** What reports the end of a response, by its stream. */
const ends = new WeakMap<object, () => void>();

/** The channels of node:http2 that are reported. */
export const listeners: reports.Listener<Message>[] = [
  ["http2.client.stream.created", created],
  ["http2.client.stream.bodyChunkSent", chunkSent],
  ["http2.client.stream.bodySent", ({ stream }) => reports.sentAll(stream)],
  ["http2.client.stream.finish", responded],
  ["http2.client.stream.close", closed],
  ["http2.client.stream.error", ({ stream, error }) => reports.failed(stream, "Other", error)],
];

function created({ stream, headers }: Message): void {
  const url = `${String(headers[":scheme"])}://${String(headers[":authority"])}${String(headers[":path"])}`;
  urls.set(stream, url);
  reports.begin(stream, {
    url,
    method: String(headers[":method"]),
    headers: reports.fieldsOf(headers),
    type: headers["content-type"],
    hasPostData: !stream.writableEnded,
  });
}

function chunkSent({ stream, data, encoding }: Message): void {
  if (!reports.isReported(stream)) return;
  if (typeof data === "string") reports.sent(stream, Buffer.from(data, encoding));
  else if (Array.isArray(data)) reports.sent(stream, Buffer.concat(data.map(bytesOf)));
  else reports.sent(stream, data);
}

function bytesOf(item: Chunks[number]): Uint8Array {
  if (!("chunk" in item)) return item;
  return typeof item.chunk === "string" ? Buffer.from(item.chunk, item.encoding) : item.chunk;
}

function responded({ stream, headers }: Message): void {
  if (!reports.isReported(stream)) return;
  reports.reportFor(stream, "responseReceived", {
    timestamp: reports.timestamp(),
    type: "Other",
    response: {
      url: urls.get(stream),
      status: Number(headers[":status"]),
      statusText: "",
      headers: reports.fieldsOf(headers),
      ...reports.contentOf(headers["content-type"]),
    },
  });
  ends.set(stream, reportBody(stream, stream, headers["content-encoding"]));
}

/** A stream that is reset is reported as an error. */
function closed({ stream }: Message): void {
  if (stream.rstCode !== NO_ERROR) return;
  const end = ends.get(stream);
  if (end === undefined) reports.finished(stream);
  else end();
}
