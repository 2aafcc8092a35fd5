// The compatibility API of node:http2: servers that take HTTP/2 requests as if they were node:http's. The server hands each
// new stream to `onServerStream` once it has a listener for "request"; the classes are in `compat_request.ts` and
// `compat_response.ts`.
// https://nodejs.org/api/http2.html#compatibility-api
import { Http2ServerRequest } from "internal:node/http2/compat_request";
import { Http2ServerResponse } from "internal:node/http2/compat_response";

export { Http2ServerRequest, Http2ServerResponse };

const METHOD_NOT_ALLOWED = 405;
const EXPECTATION_FAILED = 417;

/**
 * The listener for "stream" of a server, which is `this`: makes the request and the response and emits the event that they
 * are for. The classes are those of the server's options; `rawHeaders` are names and values in turn.
 */
export function onServerStream(
  this: any,
  ServerRequest: typeof Http2ServerRequest,
  ServerResponse: typeof Http2ServerResponse,
  stream: any,
  headers: any,
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
