// node:tls. https://nodejs.org/api/tls.html
import "internal:node/tls/socket_session";
import { convertALPNProtocols } from "internal:node/tls/alpn";
import { getCACertificates, rootCertificates, setDefaultCACertificates } from "internal:node/tls/certificates";
import { connect } from "internal:node/tls/connect";
import { exported } from "internal:node/tls/defaults";
import { checkServerIdentity } from "internal:node/tls/identity";
import { SecureContext, createSecureContext } from "internal:node/tls/secure_context";
import { Server, createServer } from "internal:node/tls/server";
import { TLSSocket } from "internal:node/tls/socket";
import * as native from "native:tls";

let ciphers: string[] | undefined;

/** The suites of TLS 1.3, which the library knows whether or not a connection would choose them. */
const TLS_1_3_SUITES = [
  "tls_aes_256_gcm_sha384",
  "tls_chacha20_poly1305_sha256",
  "tls_aes_128_gcm_sha256",
  "tls_aes_128_ccm_8_sha256",
  "tls_aes_128_ccm_sha256",
];

/** The names of the supported ciphers, in lower case. */
function getCiphers(): string[] {
  ciphers ??= [...new Set([...native.cipherNames(), ...TLS_1_3_SUITES])].sort();
  return [...ciphers];
}

/** The algorithms of RFC 8879. The system's OpenSSL has none before 3.2. */
function getCertificateCompressionAlgorithms(): string[] {
  return [];
}

Object.assign(exported, { getCiphers, getCertificateCompressionAlgorithms });
Object.defineProperty(exported, "rootCertificates", { get: rootCertificates, enumerable: true, configurable: false });
Object.assign(exported, {
  getCACertificates,
  setDefaultCACertificates,
  convertALPNProtocols,
  checkServerIdentity,
  createSecureContext,
  SecureContext,
  TLSSocket,
  Server,
  createServer,
  connect,
});

export default exported;
