// ClientHttp2Stream: a request, or a response that the server promised. https://nodejs.org/api/http2.html#class-clienthttp2stream
import type { HeaderFields } from "internal:node/http2/fields";
import type { Http2Session } from "internal:node/http2/session";
import type { SessionHandle } from "internal:node/http2/session_handle";
import { Http2Stream } from "internal:node/http2/stream";
import { HEADERS_SENT } from "internal:node/http2/stream_state";
import { kInit, kState } from "internal:node/http2/symbols";

const CONTINUE = 100;

export class ClientHttp2Stream extends Http2Stream {
  constructor(session: Http2Session, handle: SessionHandle | undefined, id: number | undefined, options: object) {
    super(session, options);
    const self = this;
    self[kState].flags |= HEADERS_SENT;
    if (id !== undefined) self[kInit](id, handle!);
    self.on("headers", onHeaders);
  }
}

function onHeaders(this: ClientHttp2Stream, headers: HeaderFields): void {
  if (headers[":status"] === CONTINUE) this.emit("continue");
}
