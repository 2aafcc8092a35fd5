// The log of NODE_DEBUG_NATIVE=http2: the events between a session and nghttp2, with Node's messages.
import { Http2Event } from "native:http2";
import type { SessionConnection } from "internal:node/http2/session_connection";
import { CLIENT, kType } from "internal:node/http2/symbols";
import defer * as process from "internal:node/process";

let isEnabled: boolean | undefined;

/** Whether the log is enabled. */
export function isTracing(): boolean {
  return (isEnabled ??= areaNames().includes("http2"));
}

function areaNames(): string[] {
  const names: string = process.default.env["NODE_DEBUG_NATIVE"] ?? "";
  return names.toLowerCase().split(",");
}

/** Logs the event at `offset` (see `native_events.ts`). */
export function traceEvent(handle: SessionConnection, words: number[], offset: number): void {
  const stream = words[offset + 1]!;
  switch (words[offset]) {
    case Http2Event.HEADERS:
      return write(`${nameOf(handle)} handle headers frame for stream ${stream}`);
    case Http2Event.DATA:
    case Http2Event.END:
      return write(`${nameOf(handle)} handling data frame for stream ${stream}`);
    case Http2Event.CLOSE:
      return traceStream(handle, stream, `closed with code ${words[offset + 2]! >>> 0}`);
  }
}

/** Logs a message about a stream. */
export function traceStream(handle: SessionConnection, stream: number, message: string): void {
  write(`HttpStream ${stream} (${stream}) [${nameOf(handle)}] ${message}`);
}

function nameOf(handle: SessionConnection): string {
  return `Http2Session ${handle.session[kType] === CLIENT ? "client" : "server"} (${handle.id})`;
}

function write(line: string): void {
  process.default.stderr.write(`${line}\n`);
}
