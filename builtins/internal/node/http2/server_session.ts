// ServerHttp2Session: the session of a connection that was accepted. https://nodejs.org/api/http2.html#class-serverhttp2session
import {
  ERR_HTTP2_ALTSVC_INVALID_ORIGIN,
  ERR_HTTP2_ALTSVC_LENGTH,
  ERR_HTTP2_INVALID_ORIGIN,
  ERR_HTTP2_INVALID_SESSION,
  ERR_HTTP2_ORIGIN_LENGTH,
  ERR_INVALID_ARG_TYPE,
  ERR_INVALID_CHAR,
  ERR_OUT_OF_RANGE,
} from "internal:core/errors";
import { validateString } from "internal:core/validators";
import { originOf } from "internal:node/http2/origin_set";
import { Http2Session } from "internal:node/http2/session";
import { SERVER, kHandle, kServer, kSessions } from "internal:node/http2/symbols";

/** What fits into a frame of the smallest maximum size. */
const FRAME_BYTES_MAX = 2 ** 14 - 2;
/** What may stand between quotes (RFC 9110 §5.6.4). */
const QUOTED = /^[\x09\x20-\x5b\x5d-\x7e\x80-\xff]*$/;

export class ServerHttp2Session extends Http2Session {
  constructor(options: any, socket: any, server: any) {
    super(SERVER, options, socket);
    (this as any)[kServer] = server;
    server?.[kSessions].add(this);
  }

  get server(): any {
    return (this as any)[kServer];
  }

  /** Announces an alternative service (RFC 7838) for an origin (a URL or an object with `origin`) or for a stream by its number. */
  altsvc(alt: any, originOrStream?: any): void {
    const self = this as any;
    if (self.destroyed) throw new ERR_HTTP2_INVALID_SESSION();
    const { origin, stream } = readTarget(originOrStream);
    validateString(alt, "alt");
    if (!QUOTED.test(alt)) throw new ERR_INVALID_CHAR("alt");
    if (alt.length + origin.length > FRAME_BYTES_MAX) throw new ERR_HTTP2_ALTSVC_LENGTH();
    self[kHandle].announceService(stream, origin, alt);
  }

  /** Announces origins that the server answers for (RFC 8336): URLs or objects with `origin`. */
  origin(...origins: any[]): void {
    const self = this as any;
    if (self.destroyed) throw new ERR_HTTP2_INVALID_SESSION();
    if (origins.length === 0) return;
    let text = "";
    let length = 0;
    for (const given of origins) {
      let origin = given;
      if (typeof given === "string") origin = originOf(given);
      else if (given !== null && typeof given === "object") origin = given.origin;
      validateString(origin, "origin");
      if (origin === "null") throw new ERR_HTTP2_INVALID_ORIGIN();
      text += `${origin}\0`;
      length += origin.length;
    }
    if (length > FRAME_BYTES_MAX) throw new ERR_HTTP2_ORIGIN_LENGTH();
    self[kHandle].announceOrigins(text);
  }
}

function readTarget(target: any): { origin: string; stream: number } {
  if (target === undefined) return { origin: "", stream: 0 };
  if (typeof target === "number") {
    if (target >>> 0 !== target || target === 0)
      throw new ERR_OUT_OF_RANGE("originOrStream", `> 0 && < ${2 ** 32}`, target);
    return { origin: "", stream: target };
  }
  let origin: any;
  if (typeof target === "string") origin = originOf(target);
  else if (target !== null && typeof target === "object") ({ origin } = target);
  if (typeof origin !== "string")
    throw new ERR_INVALID_ARG_TYPE("originOrStream", ["string", "number", "URL", "object"], target);
  if (origin === "null" || origin.length === 0) throw new ERR_HTTP2_ALTSVC_INVALID_ORIGIN();
  return { origin, stream: 0 };
}
