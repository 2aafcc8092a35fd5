// What NODE_DEBUG_NATIVE=http2 shows: what goes on between a session and the protocol, in the words of Node.js.
import { CLOSE, DATA, END, HEADERS } from "internal:node/http2/native_events";
import { CLIENT, kType } from "internal:node/http2/symbols";
import defer * as process from "internal:node/process";

let isWanted: boolean | undefined;

/** Whether anybody wants to see it. */
export function isTracing(): boolean {
  return (isWanted ??= areaNames().includes("http2"));
}

function areaNames(): string[] {
  const wanted: string = (process as any).default.env["NODE_DEBUG_NATIVE"] ?? "";
  return wanted.toLowerCase().split(",");
}

/** Tells of the event at `place` (see `native_events.ts`). */
export function traceEvent(handle: any, words: number[], place: number): void {
  const stream = words[place + 1]!;
  switch (words[place]) {
    case HEADERS:
      return write(`${nameOf(handle)} handle headers frame for stream ${stream}`);
    case DATA:
    case END:
      return write(`${nameOf(handle)} handling data frame for stream ${stream}`);
    case CLOSE:
      return traceStream(handle, stream, `closed with code ${words[place + 2]! >>> 0}`);
  }
}

/** Tells of a stream. */
export function traceStream(handle: any, stream: number, message: string): void {
  write(`HttpStream ${stream} (${stream}) [${nameOf(handle)}] ${message}`);
}

function nameOf(handle: any): string {
  return `Http2Session ${handle.session[kType] === CLIENT ? "client" : "server"} (${handle.id})`;
}

function write(line: string): void {
  (process as any).default.stderr.write(`${line}\n`);
}
