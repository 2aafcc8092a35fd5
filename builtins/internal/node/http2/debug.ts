// The log of NODE_DEBUG=http2.
import { debuglog } from "internal:core/util/debuglog";
import type { Http2Session } from "internal:node/http2/session";
import type { Http2Stream } from "internal:node/http2/stream";
import { CLIENT, SERVER, kId, kSession, kType } from "internal:node/http2/symbols";

const log = debuglog("http2");
let isEnabled: boolean | undefined;

/** Whether the log is enabled. Checked before each message, since making one is more expensive. */
export function isDebugging(): boolean {
  return (isEnabled ??= log.enabled as boolean);
}

/** Logs a message about a session. `message` may have the placeholders of util.format. */
export function debugSession(session: Http2Session, message: string, ...args: unknown[]): void {
  log(`Http2Session %s: ${message}`, nameOf(session[kType]), ...args);
}

/** Logs a message about a stream. */
export function debugStream(stream: Http2Stream, message: string, ...args: unknown[]): void {
  log(`Http2Stream %s [Http2Session %s]: ${message}`, stream[kId], nameOf(stream[kSession]?.[kType]), ...args);
}

/** Logs a message about a stream that may not exist yet. */
export function debugStreamOf(session: Http2Session, id: number | string, message: string, ...args: unknown[]): void {
  log(`Http2Stream %s [Http2Session %s]: ${message}`, id, nameOf(session[kType]), ...args);
}

/** Logs a message about a server. */
export function debugServer(message: string, ...args: unknown[]): void {
  log(message, ...args);
}

function nameOf(type: unknown): string {
  return type === CLIENT ? "client" : type === SERVER ? "server" : "<invalid>";
}
