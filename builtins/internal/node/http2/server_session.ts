// ServerHttp2Session: the session of an accepted connection. https://nodejs.org/api/http2.html#class-serverhttp2session
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
import type { SessionSocket } from "internal:node/http2/duplex_socket";
import { originOf } from "internal:node/http2/origin_set";
import type { SessionServer } from "internal:node/http2/server";
import type { SessionOptions } from "internal:node/http2/session_options";
import { Http2Session } from "internal:node/http2/session";
import { SERVER, kHandle, kServer, kSessions } from "internal:node/http2/symbols";

/** The capacity of a frame of the smallest maximum size. */
const FRAME_BYTES_MAX = 2 ** 14 - 2;
/** The contents of a quoted string (RFC 9110 §5.6.4). */
const QUOTED = /^[\x09\x20-\x5b\x5d-\x7e\x80-\xff]*$/;

export class ServerHttp2Session extends Http2Session {
  constructor(options: SessionOptions, socket: SessionSocket, server: SessionServer | undefined) {
    super(SERVER, options, socket);
    this[kServer] = server;
    server?.[kSessions].add(this);
  }

  get server(): SessionServer | undefined {
    return this[kServer];
  }

  /** Announces an alternative service (RFC 7838) for an origin (a URL or an object with `origin`) or for a stream by its number. */
  altsvc(alt: unknown, originOrStream?: unknown): void {
    const self = this;
    if (self.destroyed) throw new ERR_HTTP2_INVALID_SESSION();
    const { origin, stream } = readTarget(originOrStream);
    validateString(alt, "alt");
    if (!QUOTED.test(alt)) throw new ERR_INVALID_CHAR("alt");
    if (alt.length + origin.length > FRAME_BYTES_MAX) throw new ERR_HTTP2_ALTSVC_LENGTH();
    self[kHandle]!.announceService(stream, origin, alt);
  }

  /** Announces origins that the server is authoritative for (RFC 8336): URLs or objects with `origin`. */
  origin(...origins: any[]): void {
    const self = this;
    if (self.destroyed) throw new ERR_HTTP2_INVALID_SESSION();
    if (origins.length === 0) return;
    let list = "";
    let length = 0;
    for (const given of origins) {
      let origin = given;
      if (typeof given === "string") origin = originOf(given);
      else if (given !== null && typeof given === "object") origin = given.origin;
      validateString(origin, "origin");
      if (origin === "null") throw new ERR_HTTP2_INVALID_ORIGIN();
      list += `${origin}\0`;
      length += origin.length;
    }
    if (length > FRAME_BYTES_MAX) throw new ERR_HTTP2_ORIGIN_LENGTH();
    self[kHandle]!.announceOrigins(list);
  }
}

function readTarget(target: unknown): { origin: string; stream: number } {
  if (target === undefined) return { origin: "", stream: 0 };
  if (typeof target === "number") {
    if (target >>> 0 !== target || target === 0)
      throw new ERR_OUT_OF_RANGE("originOrStream", `> 0 && < ${2 ** 32}`, target);
    return { origin: "", stream: target };
  }
  let origin: unknown;
  if (typeof target === "string") origin = originOf(target);
  else if (target !== null && typeof target === "object") ({ origin } = target as { origin?: unknown });
  if (typeof origin !== "string")
    throw new ERR_INVALID_ARG_TYPE("originOrStream", ["string", "number", "URL", "object"], target);
  if (origin === "null" || origin.length === 0) throw new ERR_HTTP2_ALTSVC_INVALID_ORIGIN();
  return { origin, stream: 0 };
}
