// The origins that a server is authoritative for on a connection (RFC 8336).
import type { Http2Session } from "internal:node/http2/session";
import { kSocket, kState } from "internal:node/http2/symbols";
import { URL } from "web:url";

/** The set of `session`; initially it has the origin that the connection was made to. */
export function originSetOf(session: Http2Session): Set<string> {
  const state = session[kState];
  if (state.originSet !== undefined) return state.originSet;
  const socket = session[kSocket]!;
  let host: string | false | null | undefined = socket.servername;
  if (host === null || host === false)
    host = socket.remoteFamily === "IPv6" ? `[${socket.remoteAddress}]` : socket.remoteAddress;
  const port = socket.remotePort === undefined || socket.remotePort === null ? "" : `:${socket.remotePort}`;
  state.originSet = new Set([originOf(`https://${host}${port}`)]);
  return state.originSet;
}

/** The origin of the URL `href`, "null" when it has none. Throws ERR_INVALID_URL. */
export function originOf(href: string): string {
  return new URL(href).origin;
}
