// The members by which a stream refers to its objects of the compatibility API.
import type { Http2Stream } from "internal:node/http2/stream";

/** The stream's Http2ServerRequest. */
export const kRequest = Symbol("request");
/** The stream's Http2ServerResponse. */
export const kResponse = Symbol("response");
/** The stream's `socket` object, once it is used. */
export const kProxySocket = Symbol("proxySocket");

/** Makes a listener that emits the "timeout" of a stream on the object under `link`. */
export function emitTimeoutOn(link: typeof kRequest | typeof kResponse): (this: Http2Stream) => void {
  return function onStreamTimeout(this: Http2Stream): void {
    this[link]?.emit("timeout");
  };
}
