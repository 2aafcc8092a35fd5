// `request.socket` and `response.socket` of the compatibility API: what programs for HTTP/1 do with a socket is done with
// the stream; reading and writing the connection is refused.
// https://nodejs.org/api/http2.html#requestsocket
import { ERR_HTTP2_NO_SOCKET_MANIPULATION } from "internal:core/errors";
import { kProxySocket, kRequest } from "internal:node/http2/compat_links";
import { kSocket } from "internal:node/http2/symbols";

/** The `socket` of a stream: one object as long as the stream is open. */
export function socketOfStream(stream: any): any {
  return (stream[kProxySocket] ??= new Proxy(stream, handler));
}

const handler: ProxyHandler<any> = {
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

/** The connection's socket itself, not the session's view of it; a stream that lost its session stands for itself. */
function underlying(stream: any): any {
  return stream.session?.[kSocket] ?? stream;
}
