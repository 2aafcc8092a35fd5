// The JavaScript side of the native HTTP client: dispatches its callbacks to the sinks of the requests. Each callback is its own task.
import { runWaitingTicks } from "internal:core/loop";
import { maxHeaderSizeOfProcess } from "internal:web/fetch/header_size";
import { RequestTable } from "internal:core/request_table";
import { home } from "internal:core/program";
import type { ClientMessageKind, FetchHandlers, ResponseFlags } from "native:fetch";
import { ResponseStatus, StartFlags, abort, setHandlers, start } from "native:fetch";
import { runJobs } from "native:realm";
import defer * as failures from "internal:web/fetch/failures";
import defer * as uncaught from "internal:core/uncaught";

/** Receives the events of a request. `isLast`, `failed` or `endRequest` ends them. */
export interface ResponseSink {
  /** The response's head; with `isLast` the complete response, whose body is `bytes` (null: none). `raw`: see `IncomingHead`. */
  head(status: number, flags: ResponseFlags, raw: string, bytes: Uint8Array | null, isLast: boolean): void;
  /** The bytes of a pending `pull`. */
  body(bytes: Uint8Array | null, isLast: boolean): void;
  failed(error: Error): void;
  /** The written bytes were passed to the operating system. */
  sent(): void;
  /** A message of a WebSocket. */
  message?(kind: ClientMessageKind, data: string | Uint8Array, code: number): void;
}

/** The minimum that Bun and Deno accept. */
const HEAD_BYTES_MAX = 256 * 1024;

/** The flags for decoding content codings: Node returns the available part of a truncated body. */
export function decoding(): StartFlags {
  return home() === "node" ? StartFlags.DECODE : StartFlags.DECODE | StartFlags.WHOLE;
}

const sinks = new RequestTable<ResponseSink>();
let isInstalled = false;

function onHead(request: number, statusAndFlags: number, raw: string, bytes: Uint8Array | null, isLast: boolean): void {
  const sink = sinks.get(request);
  if (sink === undefined) return;
  if (isLast) sinks.delete(request);
  try {
    sink.head(statusAndFlags & ResponseStatus.MASK, statusAndFlags >> ResponseStatus.FLAGS_SHIFT, raw, bytes, isLast);
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

function onFailed(request: number, json: string): void {
  const sink = sinks.get(request);
  if (sink === undefined) return;
  sinks.delete(request);
  try {
    sink.failed(failures.errorOfJson(json));
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

function onMessage(request: number, kind: ClientMessageKind, data: string | Uint8Array, code: number): void {
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
  flags: StartFlags,
  sink: ResponseSink,
): number {
  if (!isInstalled) {
    isInstalled = true;
    const handlers: FetchHandlers = {
      head: onHead,
      body: onBody,
      failed: onFailed,
      sent: onSent,
      message: onMessage,
    };
    setHandlers(handlers, home() === "node" ? maxHeaderSizeOfProcess() : HEAD_BYTES_MAX);
  }
  const request = start(origin, head, body, flags);
  sinks.set(request, sink);
  return request;
}

/** Directs the events of a request to another sink. */
export function replaceSink(request: number, sink: ResponseSink): void {
  sinks.set(request, sink);
}

/** Ends a request at once: its sink receives no more events. */
export function endRequest(request: number): void {
  sinks.delete(request);
  abort(request);
}

/** Called when the response of a request was read to its end by `pull`. */
export function forgetRequest(request: number): void {
  sinks.delete(request);
}
