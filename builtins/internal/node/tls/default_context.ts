// The secure context of connections that set nothing of their own: made once, since making one costs as much as a handshake.
import { exported } from "internal:node/tls/defaults";
import { createSecureContext } from "internal:node/tls/secure_context";
import type { ConnectionOptions, SecureContext } from "internal:node/tls/types";
import defer * as certificates from "internal:node/tls/certificates";

/** The options that make a context differ from the default one; `ciphers` is compared with the default. */
const SETTINGS = [
  "allowPartialTrustChain",
  "ca",
  "cert",
  "certificateCompression",
  "clientCertEngine",
  "crl",
  "dhparam",
  "ecdhCurve",
  "honorCipherOrder",
  "key",
  "maxVersion",
  "minVersion",
  "passphrase",
  "pfx",
  "privateKeyEngine",
  "privateKeyIdentifier",
  "pskCallback",
  "secureOptions",
  "secureProtocol",
  "sessionIdContext",
  "sessionTimeout",
  "sigalgs",
  "ticketKeys",
] as const;

interface Cached {
  made: SecureContext;
  /** The native context. Adding a setting replaces it; then the cached context is invalid. */
  id: number;
  /** The values of `node:tls` that it was made with, which programs can change. */
  defaults: string;
}

let cached: Cached | undefined;

/** The context for the options of `tls.connect`. Throws as `tls.createSecureContext`. */
export function contextFor(options: ConnectionOptions): SecureContext {
  // A program may have replaced the function, which is then called for each connection.
  if (exported.createSecureContext !== createSecureContext || !isDefault(options))
    return exported.createSecureContext(options);
  const defaults = `${exported.DEFAULT_CIPHERS} ${exported.DEFAULT_ECDH_CURVE} ${exported.DEFAULT_MIN_VERSION} ${exported.DEFAULT_MAX_VERSION} ${certificates.rootsVersion()}`;
  if (cached === undefined || cached.defaults !== defaults || cached.made.context.id !== cached.id) {
    const made = createSecureContext(options);
    cached = { made, id: made.context.id, defaults };
  }
  return cached.made;
}

function isDefault(options: ConnectionOptions): boolean {
  if (options.ciphers !== exported.DEFAULT_CIPHERS) return false;
  for (const name of SETTINGS) if (options[name] !== undefined) return false;
  return true;
}
