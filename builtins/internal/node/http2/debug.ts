// What NODE_DEBUG=http2 shows.
import { debuglog } from "internal:core/util/debuglog";
import { CLIENT, SERVER, kId, kSession, kType } from "internal:node/http2/symbols";

const log: any = debuglog("http2");
let isEnabled: boolean | undefined;

/** Whether anybody wants to see messages: making them costs more than this question. */
export function isDebugging(): boolean {
  return (isEnabled ??= log.enabled as boolean);
}

/** Tells of a session. `message` may have the placeholders of util.format. */
export function debugSession(session: any, message: string, ...args: unknown[]): void {
  log(`Http2Session %s: ${message}`, nameOf(session[kType]), ...args);
}

/** Tells of a stream. */
export function debugStream(stream: any, message: string, ...args: unknown[]): void {
  log(`Http2Stream %s [Http2Session %s]: ${message}`, stream[kId], nameOf(stream[kSession]?.[kType]), ...args);
}

/** Tells of a stream that may not exist yet. */
export function debugStreamOf(session: any, id: number, message: string, ...args: unknown[]): void {
  log(`Http2Stream %s [Http2Session %s]: ${message}`, id, nameOf(session[kType]), ...args);
}

/** Tells of a server. */
export function debugServer(message: string, ...args: unknown[]): void {
  log(message, ...args);
}

function nameOf(type: unknown): string {
  return type === CLIENT ? "client" : type === SERVER ? "server" : "<invalid>";
}
