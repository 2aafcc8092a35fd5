// What Node's handle of a TLS session has besides bytes: programs that play a server inside the process (interceptors of requests)
// replace these members before the connection is there, and call those that begin with "on". A TLSSocket asks here.
import { TlsHandle } from "internal:node/tls/handle";
import { asBuffer } from "internal:core/buffer/adopt";
import { verifyError } from "internal:web/fetch/verify_error";
import * as native from "native:tls";

const CIPHER = 2;
const CIPHER_STANDARD = 3;
const CIPHER_VERSION = 4;
const SERVER_NAME = 5;
const PROTOCOL_NAME = 6;
const SESSION = 1;

const members = {
  /** The error of the verification of the peer's certificate; null when it is trusted. `isClient` adds what can be done. */
  verifyError(this: TlsHandle, isClient = false): any {
    return verifyError(this.session, isClient);
  },
  isSessionReused(this: TlsHandle): boolean {
    return native.sessionIsResumed(this.session);
  },
  getSession(this: TlsHandle): any {
    const bytes = this.latestSession ?? native.sessionBytes(this.session, SESSION);
    return bytes === null ? undefined : asBuffer(bytes);
  },
  getCipher(this: TlsHandle): any {
    const name = native.sessionText(this.session, CIPHER);
    if (name === null) return undefined;
    return {
      name,
      standardName: native.sessionText(this.session, CIPHER_STANDARD),
      version: native.sessionText(this.session, CIPHER_VERSION),
    };
  },
  getEphemeralKeyInfo(this: TlsHandle): any {
    const key = native.sessionKeyExchange(this.session);
    if (key === null) return {};
    return key.type === "DH" ? { type: key.type, size: key.size } : { type: key.type, name: key.name, size: key.size };
  },
  getALPNNegotiatedProtocol(this: TlsHandle): string | false {
    return native.sessionText(this.session, PROTOCOL_NAME) ?? false;
  },
  getServername(this: TlsHandle): string | false {
    return native.sessionText(this.session, SERVER_NAME) ?? false;
  },

  /** The handshake is over, says whoever plays the server. */
  onhandshakedone(this: TlsHandle): void {
    this.events.onSecure(this);
  },
  /** There is a session to resume, likewise. */
  onnewsession(this: TlsHandle, _id: unknown, session: Uint8Array): void {
    this.socket.emit("session", session);
  },
};
Object.assign(TlsHandle.prototype, members);

/**
 * Before the connection is there the socket's handle is the one below, `inner`. When a program has replaced that one's `connect`, it
 * also looks for these members there.
 */
export function lendMembers(handle: TlsHandle, inner: any): void {
  for (const [name, member] of Object.entries(members))
    if (!Object.hasOwn(inner, name)) inner[name] = Object.assign((member as Function).bind(handle), { isLent: true });
}

/** Takes over what a program has put in the place of such members, now that the handle is the socket's. */
export function takeReplaced(handle: TlsHandle, inner: any): void {
  for (const name of ["start", ...Object.keys(members)]) {
    if (Object.hasOwn(inner, name) && inner[name].isLent === undefined) (handle as any)[name] = inner[name];
  }
}
