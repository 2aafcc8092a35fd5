// `request.socket` and `response.socket` of the compatibility API: maps the members of a socket to the stream, and throws for reading
// and writing.
// https://nodejs.org/api/http2.html#requestsocket
import { ERR_HTTP2_NO_SOCKET_MANIPULATION } from "internal:core/errors";
import { kProxySocket, kRequest } from "internal:node/http2/compat_links";
import type { SessionSocket } from "internal:node/http2/duplex_socket";
import type { Http2Stream } from "internal:node/http2/stream";
import { kSocket } from "internal:node/http2/symbols";

/** The `socket` of a stream: the same object as long as the stream is open. */
export function socketOfStream(stream: Http2Stream): SessionSocket {
  return (stream[kProxySocket] ??= new Proxy(stream, handler) as unknown as SessionSocket);
}

type Members = Record<PropertyKey, any>;

const handler: ProxyHandler<Http2Stream & Members> = {
  get(stream, property) {
    switch (property) {
      case "on":
      case "once":
      case "end":
      case "emit":
      case "destroy":
        return stream[property].bind(stream);
      case "writable":
      case "destroyed":
        return stream[property];
      case "readable":
        return stream.destroyed ? false : (stream[kRequest] ?? stream).readable;
      case "setTimeout": {
        const owner = stream.session ?? stream;
        return owner.setTimeout.bind(owner);
      }
      case "write":
      case "read":
      case "pause":
      case "resume":
        throw new ERR_HTTP2_NO_SOCKET_MANIPULATION();
      default: {
        const target = underlying(stream);
        const value = target[property];
        return typeof value === "function" ? value.bind(target) : value;
      }
    }
  },
  set(stream, property, value) {
    switch (property) {
      case "writable":
      case "readable":
      case "destroyed":
      case "on":
      case "once":
      case "end":
      case "emit":
      case "destroy":
        stream[property] = value;
        return true;
      case "setTimeout":
        (stream.session ?? stream).setTimeout = value;
        return true;
      case "write":
      case "read":
      case "pause":
      case "resume":
        throw new ERR_HTTP2_NO_SOCKET_MANIPULATION();
      default:
        underlying(stream)[property] = value;
        return true;
    }
  },
  has(stream, property) {
    return property in stream || property in underlying(stream);
  },
  getPrototypeOf(stream) {
    return Reflect.getPrototypeOf(underlying(stream));
  },
};

/** The connection's socket, not the session's proxy for it; the stream itself if it has no session any more. */
function underlying(stream: Http2Stream): Members {
  return stream.session?.[kSocket] ?? stream;
}
