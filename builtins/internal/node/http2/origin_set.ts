// The origins that a server answers for on a connection (RFC 8336).
import { kSocket, kState } from "internal:node/http2/symbols";
import { URL } from "web:url";

/** The set of `session`; at first it holds the origin that the connection was made to. */
export function originSetOf(session: any): Set<string> {
  const state = session[kState];
  if (state.originSet !== undefined) return state.originSet;
  const socket = session[kSocket];
  let host = socket.servername;
  if (host === null || host === false)
    host = socket.remoteFamily === "IPv6" ? `[${socket.remoteAddress}]` : socket.remoteAddress;
  const port = socket.remotePort === undefined || socket.remotePort === null ? "" : `:${socket.remotePort}`;
  state.originSet = new Set([originOf(`https://${host}${port}`)]);
  return state.originSet;
}

/** The origin of the URL `text`, "null" when it has none. Throws ERR_INVALID_URL. */
export function originOf(text: string): string {
  return new URL(text).origin;
}
