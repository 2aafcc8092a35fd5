// The JavaScript end of the native HTTP client: which object hears of which request. Each native call is a task of its own.
import { runWaitingTicks } from "internal:core/loop";
import { maxHeaderSizeOfProcess } from "internal:web/fetch/header_size";
import { RequestTable } from "internal:core/request_table";
import { home } from "internal:core/program";
import { abort, setHandlers, start } from "native:fetch";
import { runJobs } from "native:realm";
import defer * as failures from "internal:web/fetch/failures";
import defer * as uncaught from "internal:core/uncaught";

/** Who hears of a request. After `isLast`, `failed` or `endRequest` nothing more comes. */
export interface ResponseSink {
  /** The response's head; with `isLast` the whole response, whose body is `bytes` (null: none). */
  head(status: number, flags: number, text: string, bytes: Uint8Array | null, isLast: boolean): void;
  /** What a `pull` waited for. */
  body(bytes: Uint8Array | null, isLast: boolean): void;
  failed(error: Error): void;
  /** What was written is with the system. */
  sent(): void;
  /** A WebSocket's message. */
  message?(kind: number, data: string | Uint8Array, code: number): void;
}

/** What Bun and Deno take at least. */
const HEAD_BYTES_MAX = 256 * 1024;

/** The connection carries another protocol now. */
export const RESPONSE_RAW = 1;

/** The response has no body. */
export const START_HEAD = 1;
/** The request may be sent again when a kept connection was closed. */
export const START_REPEATABLE = 2;
/** A body follows by `write`. */
export const START_STREAMED = 4;
/** … in chunks. */
export const START_CHUNKED = 8;
/** The connection is not used again. */
export const START_LAST = 16;
/** Content codings are undone. */
const START_DECODE = 32;
/** `sent` follows when the head is with the system. */
export const START_OBSERVED = 64;
/** A coded body that ends early fails. */
const START_WHOLE = 128;

/** The flags for undoing content codings: Node gives what there is of a body that ends early. */
export function decoding(): number {
  return home() === "node" ? START_DECODE : START_DECODE | START_WHOLE;
}

const STATUS_MASK = 0x3ff;
const FLAGS_SHIFT = 10;

const sinks = new RequestTable<ResponseSink>();
let isInstalled = false;

function onHead(
  request: number,
  statusAndFlags: number,
  text: string,
  bytes: Uint8Array | null,
  isLast: boolean,
): void {
  const sink = sinks.get(request);
  if (sink === undefined) return;
  if (isLast) sinks.delete(request);
  try {
    sink.head(statusAndFlags & STATUS_MASK, statusAndFlags >> FLAGS_SHIFT, text, bytes, isLast);
  } catch (error) {
    uncaught.handle(error);
  }
  runWaitingTicks();
  runJobs();
}

function onBody(request: number, bytes: Uint8Array | null, isLast: boolean): void {
  const sink = sinks.get(request);
  if (sink === undefined) return;
  if (isLast) sinks.delete(request);
  try {
    sink.body(bytes, isLast);
  } catch (error) {
    uncaught.handle(error);
  }
  runWaitingTicks();
  runJobs();
}

function onFailed(request: number, text: string): void {
  const sink = sinks.get(request);
  if (sink === undefined) return;
  sinks.delete(request);
  try {
    sink.failed(failures.errorOfText(text));
  } catch (error) {
    uncaught.handle(error);
  }
  runWaitingTicks();
}

function onSent(request: number): void {
  try {
    sinks.get(request)?.sent();
  } catch (error) {
    uncaught.handle(error);
  }
  runWaitingTicks();
}

function onMessage(request: number, kind: number, data: string | Uint8Array, code: number): void {
  try {
    sinks.get(request)?.message!(kind, data, code);
  } catch (error) {
    uncaught.handle(error);
  }
  runWaitingTicks();
  runJobs();
}

/** Starts a request (see `start` of native:fetch) and returns its number. */
export function startRequest(
  origin: number,
  head: string,
  body: string | Uint8Array | null,
  flags: number,
  sink: ResponseSink,
): number {
  if (!isInstalled) {
    isInstalled = true;
    setHandlers(
      { head: onHead, body: onBody, failed: onFailed, sent: onSent, message: onMessage },
      home() === "node" ? maxHeaderSizeOfProcess() : HEAD_BYTES_MAX,
    );
  }
  const request = start(origin, head, body, flags);
  sinks.set(request, sink);
  return request;
}

/** Has another sink hear of a request. */
export function replaceSink(request: number, sink: ResponseSink): void {
  sinks.set(request, sink);
}

/** Ends a request at once: its sink hears nothing more. */
export function endRequest(request: number): void {
  sinks.delete(request);
  abort(request);
}

/** The response of a request was taken to its end by `pull`. */
export function forgetRequest(request: number): void {
  sinks.delete(request);
}
