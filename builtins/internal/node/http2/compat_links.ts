// How a stream knows the objects of the compatibility API that stand on it.

/** The stream's Http2ServerRequest. */
export const kRequest = Symbol("request");
/** The stream's Http2ServerResponse. */
export const kResponse = Symbol("response");
/** The stream's `socket` object, once it was asked for. */
export const kProxySocket = Symbol("proxySocket");

/** Has the "timeout" of a stream emitted on the object under `link`. */
export function emitTimeoutOn(link: symbol): (this: any) => void {
  return function onStreamTimeout(this: any): void {
    this[link]?.emit("timeout");
  };
}
