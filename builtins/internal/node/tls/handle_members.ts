// Further members of Node's handle of a TLS session, which TLSSocket calls. Programs that act as a server inside the process (libraries
// that intercept requests) replace these members before the connection is made, and call those that begin with "on".
import { TlsHandle } from "internal:node/tls/handle";
import { asBuffer } from "internal:core/buffer/adopt";
import { verifyError } from "internal:web/fetch/verify_error";
import type { FastBuffer } from "internal:core/buffer/class";
import type { CipherInfo, CodedError, EphemeralKeyInfo } from "internal:node/tls/types";
import * as native from "native:tls";
import { TlsBytes, TlsString } from "native:tls";

const members = {
  /** The error of the verification of the peer's certificate; null when it is trusted. `isClient` adds a remedy to the message. */
  verifyError(this: TlsHandle, isClient = false): CodedError | null {
    return verifyError(this.session, isClient);
  },
  isSessionReused(this: TlsHandle): boolean {
    return native.sessionIsResumed(this.session);
  },
  getSession(this: TlsHandle): FastBuffer | undefined {
    const bytes = this.latestSession ?? native.sessionBytes(this.session, TlsBytes.SESSION);
    return bytes === null ? undefined : asBuffer(bytes);
  },
  getCipher(this: TlsHandle): CipherInfo | undefined {
    const name = native.sessionString(this.session, TlsString.CIPHER);
    if (name === null) return undefined;
    return {
      name,
      standardName: native.sessionString(this.session, TlsString.CIPHER_STANDARD_NAME),
      version: native.sessionString(this.session, TlsString.CIPHER_VERSION),
    };
  },
  getEphemeralKeyInfo(this: TlsHandle): EphemeralKeyInfo {
    const key = native.sessionKeyExchange(this.session);
    if (key === null) return {};
    return key.type === "DH" ? { type: key.type, size: key.size } : { type: key.type, name: key.name, size: key.size };
  },
  getALPNNegotiatedProtocol(this: TlsHandle): string | false {
    return native.sessionString(this.session, TlsString.PROTOCOL) ?? false;
  },
  getServername(this: TlsHandle): string | false {
    return native.sessionString(this.session, TlsString.SERVER_NAME) ?? false;
  },

  /** Called by a simulated server when its handshake is complete. */
  onhandshakedone(this: TlsHandle): void {
    this.events.onSecure(this);
  },
  /** Called by a simulated server with a session to resume. */
  onnewsession(this: TlsHandle, _id: unknown, session: Uint8Array): void {
    this.socket.emit("session", session);
  },
};
Object.assign(TlsHandle.prototype, members);

/** The members' types, for TlsHandle. */
export type TlsHandleMembers = typeof members;
/** A member of a handle; `isExposed` marks those of `exposeMembers`. */
type ExposedMember = Function & { isExposed?: boolean };

/**
 * Before the socket is connected its handle is the one below, `inner`. A program that has replaced the `connect` of `inner` also uses
 * these members of it.
 */
export function exposeMembers(handle: TlsHandle, inner: Record<string, ExposedMember>): void {
  for (const [name, member] of Object.entries(members))
    if (!Object.hasOwn(inner, name))
      inner[name] = Object.assign((member as Function).bind(handle), { isExposed: true });
}

/** Copies such members that a program has replaced to the session's handle, which becomes the socket's. */
export function copyReplaced(handle: TlsHandle, inner: Record<string, ExposedMember>): void {
  for (const name of ["start", ...Object.keys(members)]) {
    if (Object.hasOwn(inner, name) && inner[name]!.isExposed === undefined)
      (handle as unknown as Record<string, ExposedMember>)[name] = inner[name]!;
  }
}
