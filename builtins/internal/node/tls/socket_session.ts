// What a TLSSocket reports of its session: certificates, cipher, version, tickets. Evaluated with node:tls; adds members to the class.
import { asBuffer } from "internal:core/buffer/adopt";
import { Buffer } from "internal:node/buffer";
import { TLSSocket } from "internal:node/tls/socket";
import defer * as certificates from "internal:node/tls/certificates";
import defer * as crypto from "internal:node/crypto";
import defer * as x509 from "internal:node/crypto/x509";
import type { FastBuffer } from "internal:core/buffer/class";
import type { CipherInfo, EphemeralKeyInfo, PeerCertificate } from "internal:node/tls/types";
import * as native from "native:tls";
import { TlsBytes, TlsString } from "native:tls";

const prototype = TLSSocket.prototype;

/** The number of the session; 0 once closed. */
function sessionOf(socket: TLSSocket): number {
  return socket.ssl?.session ?? 0;
}

function bytes(socket: TLSSocket, which: TlsBytes): FastBuffer | undefined {
  const session = sessionOf(socket);
  if (session === 0) return undefined;
  const found = native.sessionBytes(session, which);
  return found === null ? undefined : asBuffer(found);
}

const members = {
  /** The session for resumption; of use with TLS 1.2, else see the event "session". */
  getSession(this: TLSSocket): FastBuffer | undefined {
    return sessionOf(this) === 0 ? undefined : this.ssl!.getSession();
  },
  getTLSTicket(this: TLSSocket): FastBuffer | undefined {
    return bytes(this, TlsBytes.TICKET);
  },
  getFinished(this: TLSSocket): FastBuffer | undefined {
    return bytes(this, TlsBytes.FINISHED);
  },
  getPeerFinished(this: TLSSocket): FastBuffer | undefined {
    return bytes(this, TlsBytes.PEER_FINISHED);
  },
  isSessionReused(this: TLSSocket): boolean | undefined {
    return sessionOf(this) === 0 ? undefined : this.ssl!.isSessionReused();
  },

  /** The peer's certificate, with its chain in `issuerCertificate` when `detailed`. `{}` without one, null when closed. */
  getPeerCertificate(this: TLSSocket, detailed?: boolean): PeerCertificate | null {
    const session = sessionOf(this);
    if (session === 0) return null;
    const chain = native.sessionPeerChain(session, Boolean(detailed));
    return chain.length === 0
      ? {}
      : certificates.linkedChain(detailed ? chain : chain.slice(0, 1).map((one) => ({ ...one, isSelfIssued: false })));
  },
  /** The local certificate; `{}` without one. */
  getCertificate(this: TLSSocket): PeerCertificate | null {
    const session = sessionOf(this);
    if (session === 0) return null;
    const der = native.sessionBytes(session, TlsBytes.OWN_CERTIFICATE);
    const described = der === null ? null : native.describeCertificate(der);
    return described === null ? {} : certificates.legacyObject(described);
  },
  getPeerX509Certificate(this: TLSSocket): unknown {
    const session = sessionOf(this);
    if (session === 0) return undefined;
    const chain = native.sessionPeerChain(session, true);
    return chain.reduceRight((issuer: any, { raw }) => x509.certificateWithIssuer(raw as any, issuer), undefined);
  },
  getX509Certificate(this: TLSSocket): unknown {
    const der = bytes(this, TlsBytes.OWN_CERTIFICATE);
    return der === undefined ? undefined : new (crypto.default as any).X509Certificate(der);
  },

  /** `{ name, standardName, version }`. */
  getCipher(this: TLSSocket): CipherInfo | null | undefined {
    return sessionOf(this) === 0 ? null : this.ssl!.getCipher();
  },
  /** `TLSv1.3`, …; `unknown` before it is negotiated; null when closed. */
  getProtocol(this: TLSSocket): string | null {
    const session = sessionOf(this);
    return session === 0 ? null : native.sessionString(session, TlsString.VERSION);
  },
  getSharedSigalgs(this: TLSSocket): string[] | null {
    const session = sessionOf(this);
    return session === 0 ? null : native.sessionSignatureAlgorithms(session);
  },
  /** `{ type, name, size }` of the server's key, on a client; `{}` without one, null on a server. */
  getEphemeralKeyInfo(this: TLSSocket): EphemeralKeyInfo | null {
    return sessionOf(this) === 0 || this._tlsOptions.isServer ? null : this.ssl!.getEphemeralKeyInfo();
  },
};

for (const [name, member] of Object.entries(members))
  Object.defineProperty(prototype, name, { value: member, writable: true, enumerable: true, configurable: true });
