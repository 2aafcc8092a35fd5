// `session.socket`: the connection's socket, without the members that would interfere with the protocol.
// https://nodejs.org/api/http2.html#http2session-and-sockets
import { ERR_HTTP2_NO_SOCKET_MANIPULATION, ERR_HTTP2_SOCKET_UNBOUND } from "internal:core/errors";
import type { SessionSocket } from "internal:node/http2/duplex_socket";
import type { Http2Session } from "internal:node/http2/session";
import { kSocket } from "internal:node/http2/symbols";

/** Members of the session that are used instead of the socket's. */
const ofSession = new Set<PropertyKey>(["setTimeout", "ref", "unref", "destroy"]);
const forbidden = new Set<PropertyKey>([
  "emit",
  "end",
  "pause",
  "read",
  "resume",
  "write",
  "setEncoding",
  "setKeepAlive",
  "setNoDelay",
]);

/** Makes the object for `session`. */
export function makeSocketProxy(session: Http2Session): SessionSocket {
  return new Proxy(session, handler) as unknown as SessionSocket;
}

function socketOf(session: Http2Session): SessionSocket & Members {
  const socket = session[kSocket];
  if (socket === undefined) throw new ERR_HTTP2_SOCKET_UNBOUND();
  return socket as SessionSocket & Members;
}

type Members = Record<PropertyKey, any>;

const handler: ProxyHandler<Http2Session & Members> = {
  get(session, property) {
    if (ofSession.has(property)) return session[property].bind(session);
    if (forbidden.has(property)) throw new ERR_HTTP2_NO_SOCKET_MANIPULATION();
    const socket = socketOf(session);
    const value = socket[property];
    return typeof value === "function" ? value.bind(socket) : value;
  },
  set(session, property, value) {
    if (forbidden.has(property)) throw new ERR_HTTP2_NO_SOCKET_MANIPULATION();
    if (ofSession.has(property)) session[property] = value;
    else socketOf(session)[property] = value;
    return true;
  },
  getPrototypeOf(session) {
    return Reflect.getPrototypeOf(socketOf(session));
  },
};
