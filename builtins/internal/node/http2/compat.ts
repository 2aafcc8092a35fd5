// The compatibility API of node:http2: HTTP/2 requests with the API of node:http. A server with a listener for "request" calls
// `onServerStream` with each new stream; the classes are in `compat_request.ts` and `compat_response.ts`.
// https://nodejs.org/api/http2.html#compatibility-api
import type { EventEmitter } from "internal:core/events/emitter";
import type { HeaderFields } from "internal:node/http2/fields";
import type { ServerHttp2Stream } from "internal:node/http2/server_stream";
import { Http2ServerRequest } from "internal:node/http2/compat_request";
import { Http2ServerResponse } from "internal:node/http2/compat_response";

export { Http2ServerRequest, Http2ServerResponse };

const METHOD_NOT_ALLOWED = 405;
const EXPECTATION_FAILED = 417;

/**
 * The listener for "stream" of a server, which is `this`: makes the request and the response and emits their event. The classes are
 * those of the server's options; `rawHeaders` are alternating names and values.
 */
export function onServerStream(
  this: EventEmitter,
  ServerRequest: typeof Http2ServerRequest,
  ServerResponse: typeof Http2ServerResponse,
  stream: ServerHttp2Stream,
  headers: HeaderFields,
  _flags: number,
  rawHeaders: string[],
): void {
  const request = new ServerRequest(stream, headers, undefined, rawHeaders);
  const response = new ServerResponse(stream);
  if (headers[":method"] === "CONNECT") {
    if (!this.emit("connect", request, response)) refuse(response, METHOD_NOT_ALLOWED);
    return;
  }
  const { expect } = headers;
  if (expect === undefined) {
    this.emit("request", request, response);
  } else if (expect === "100-continue") {
    if (this.listenerCount("checkContinue") > 0) {
      this.emit("checkContinue", request, response);
    } else {
      response.writeContinue();
      this.emit("request", request, response);
    }
  } else if (this.listenerCount("checkExpectation") > 0) {
    this.emit("checkExpectation", request, response);
  } else {
    refuse(response, EXPECTATION_FAILED);
  }
}

function refuse(response: Http2ServerResponse, status: number): void {
  response.statusCode = status;
  response.end();
}
