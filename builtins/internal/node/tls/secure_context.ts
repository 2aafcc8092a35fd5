// tls.createSecureContext(): checks the options and makes a context. https://nodejs.org/api/tls.html#tlscreatesecurecontextoptions
import {
  ERR_CRYPTO_CUSTOM_ENGINE_NOT_SUPPORTED,
  ERR_INVALID_ARG_TYPE,
  ERR_INVALID_ARG_VALUE,
  ERR_TLS_INVALID_PROTOCOL_VERSION,
  ERR_TLS_PROTOCOL_VERSION_CONFLICT,
} from "internal:core/errors";
import {
  validateArray,
  validateBuffer,
  validateInt32,
  validateInteger,
  validateObject,
  validateString,
} from "internal:core/validators";
import { isArrayBufferView } from "internal:core/util/types";
import { VERSIONS, exported } from "internal:node/tls/defaults";
import { SecureContext as NativeContext } from "internal:node/tls/native_context";
import type { Data, SecureContext as SecureContextMembers, SecureContextOptions } from "internal:node/tls/types";

/** SSL_OP_CIPHER_SERVER_PREFERENCE. */
const SERVER_PREFERENCE = 0x0040_0000;
const TLS_1_2 = 0x0303;
const TLS_1_3 = 0x0304;

function versionNumber(which: string, version: string | null | undefined, fallback: string): number {
  version ??= fallback;
  const number = VERSIONS[version];
  if (number === undefined) throw new ERR_TLS_INVALID_PROTOCOL_VERSION(version, which);
  return number;
}

/** An instance of SecureContext. */
export interface SecureContext extends SecureContextMembers {}

interface SecureContextConstructor {
  new (
    secureProtocol?: string,
    secureOptions?: number,
    minVersion?: string | null,
    maxVersion?: string | null,
  ): SecureContext;
}

/** What `createSecureContext` returns: `context` has the settings. Callable without `new`. */
export const SecureContext = function SecureContext(
  this: SecureContext,
  secureProtocol?: string,
  secureOptions?: number,
  minVersion?: string | null,
  maxVersion?: string | null,
): SecureContext | undefined {
  if (!((this as unknown) instanceof SecureContext))
    return new (SecureContext as any)(secureProtocol, secureOptions, minVersion, maxVersion);
  if (secureProtocol) {
    if (minVersion != null) throw new ERR_TLS_PROTOCOL_VERSION_CONFLICT(minVersion, secureProtocol);
    if (maxVersion != null) throw new ERR_TLS_PROTOCOL_VERSION_CONFLICT(maxVersion, secureProtocol);
  }
  this.context = new NativeContext();
  const lowest = versionNumber("minimum", minVersion, exported.DEFAULT_MIN_VERSION);
  const highest = versionNumber("maximum", maxVersion, exported.DEFAULT_MAX_VERSION);
  this.context.init(typeof secureProtocol === "string" ? secureProtocol : undefined, lowest, highest);
  if (secureOptions) {
    validateInteger(secureOptions, "secureOptions");
    this.context.setOptions(secureOptions);
  }
} as unknown as SecureContextConstructor;

/** Makes a context of `options`. */
export function createSecureContext(options?: SecureContextOptions): SecureContext {
  options ||= {};
  validateObject(options, "options");
  let { secureOptions } = options;
  if (options.honorCipherOrder) secureOptions! |= SERVER_PREFERENCE;
  const made = new SecureContext(options.secureProtocol, secureOptions, options.minVersion, options.maxVersion);
  configure(made.context, options);
  return made;
}

/** Applies `options` to `context`. Errors name the options as `options.<name>`. */
function configure(context: NativeContext, options: SecureContextOptions): void {
  // First: `@SECLEVEL=n` decides which certificates and keys are accepted.
  setCiphers(context, options.ciphers);
  setTrust(context, options);
  setIdentity(context, options);
  setAlgorithms(context, options);
  setSessions(context, options);
  if (options.certificateCompression != null)
    validateArray(options.certificateCompression, "options.certificateCompression");
}

function each(value: unknown, use: (item: any) => void): void {
  if (Array.isArray(value)) value.forEach(use);
  else use(value);
}

function setTrust(context: NativeContext, { ca, allowPartialTrustChain, crl }: SecureContextOptions): void {
  if (ca) {
    each(ca, (item) => {
      checkData("options.ca", item);
      context.addCACert(item);
    });
  } else {
    context.addRootCerts();
  }
  if (allowPartialTrustChain) context.setAllowPartialTrustChain();
  if (crl !== undefined && crl !== null) {
    each(crl, (item) => {
      checkData("options.crl", item);
      context.addCRL(item);
    });
  }
}

function setIdentity(context: NativeContext, options: SecureContextOptions): void {
  const { cert, key, passphrase, pfx, clientCertEngine, privateKeyEngine, privateKeyIdentifier } = options;
  if (cert) {
    each(cert, (item) => {
      checkData("options.cert", item);
      context.setCert(item);
    });
  }
  if (key) {
    const isList = Array.isArray(key);
    each(key, (item) => {
      // Only a key in a list may have its own passphrase.
      const pem = isList && item?.pem !== undefined ? item.pem : item;
      const secret = isList && item?.passphrase !== undefined ? item.passphrase : passphrase;
      checkData("options.key", pem);
      if (secret != null) checkPassphrase(secret);
      context.setKey(pem, secret);
    });
  }
  if (privateKeyIdentifier != null) {
    if (privateKeyEngine == null) throw new ERR_INVALID_ARG_VALUE("options.privateKeyEngine", privateKeyEngine);
    if (typeof privateKeyIdentifier !== "string")
      throw new ERR_INVALID_ARG_TYPE(
        "options.privateKeyIdentifier",
        ["string", "null", "undefined"],
        privateKeyIdentifier,
      );
    if (typeof privateKeyEngine !== "string")
      throw new ERR_INVALID_ARG_TYPE("options.privateKeyEngine", ["string", "null", "undefined"], privateKeyEngine);
    throw new ERR_CRYPTO_CUSTOM_ENGINE_NOT_SUPPORTED();
  }
  if (pfx != null) {
    each(pfx, (item) => {
      const secret = item.passphrase || passphrase;
      if (secret != null) checkPassphrase(secret);
      context.loadPKCS12(item.buf || item, secret);
    });
  }
  if (typeof clientCertEngine === "string") throw new ERR_CRYPTO_CUSTOM_ENGINE_NOT_SUPPORTED();
  if (clientCertEngine != null)
    throw new ERR_INVALID_ARG_TYPE("options.clientCertEngine", ["string", "null", "undefined"], clientCertEngine);
}

function setCiphers(context: NativeContext, ciphers: SecureContextOptions["ciphers"]): void {
  if (ciphers != null) validateString(ciphers, "options.ciphers");
  const { list, suites } = splitCiphers(ciphers || exported.DEFAULT_CIPHERS, "options.ciphers");
  // Without older ciphers the older versions cannot be negotiated.
  if (list === "" && context.getMinProto() < TLS_1_3 && context.getMaxProto() > TLS_1_2) context.setMinProto(TLS_1_3);
  if (suites !== "") context.setCipherSuites(suites);
  context.setCiphers(list);
}

function setAlgorithms(context: NativeContext, { sigalgs, ecdhCurve, dhparam }: SecureContextOptions): void {
  if (sigalgs != null) {
    validateString(sigalgs, "options.sigalgs");
    if (sigalgs === "") throw new ERR_INVALID_ARG_VALUE("options.sigalgs", sigalgs);
    context.setSigalgs(sigalgs);
  }
  const curve = ecdhCurve === undefined ? exported.DEFAULT_ECDH_CURVE : ecdhCurve;
  validateString(curve, "options.ecdhCurve");
  context.setECDHCurve(curve);
  if (dhparam != null) {
    checkData("options.dhparam", dhparam);
    context.setDHParam(dhparam === "auto" ? true : dhparam);
  }
}

function setSessions(
  context: NativeContext,
  { sessionIdContext, ticketKeys, sessionTimeout }: SecureContextOptions,
): void {
  if (sessionIdContext != null) {
    validateString(sessionIdContext, "options.sessionIdContext");
    context.setSessionIdContext(sessionIdContext);
  }
  if (ticketKeys != null) {
    validateBuffer(ticketKeys, "options.ticketKeys");
    if (ticketKeys.byteLength !== 48)
      throw new ERR_INVALID_ARG_VALUE("options.ticketKeys", ticketKeys.byteLength, "must be exactly 48 bytes");
    context.setTicketKeys(ticketKeys);
  }
  if (sessionTimeout != null) {
    validateInt32(sessionTimeout, "options.sessionTimeout", 0);
    context.setSessionTimeout(sessionTimeout);
  }
}

// OpenSSL has separate lists for the suites of TLS 1.3 and for older ciphers; Node's list has both.
function splitCiphers(ciphers: string, name: string): { list: string; suites: string } {
  const list: string[] = [];
  const suites: string[] = [];
  for (const cipher of ciphers.split(":")) {
    if (cipher.length === 0) continue;
    if (cipher.startsWith("TLS_")) suites.push(cipher);
    else if (!cipher.startsWith("!TLS_")) list.push(cipher);
  }
  if (list.length === 0 && suites.length === 0) throw new ERR_INVALID_ARG_VALUE(name, ciphers);
  return { list: list.join(":"), suites: suites.join(":") };
}

function checkData(name: string, value: unknown): asserts value is Data {
  if (typeof value !== "string" && !isArrayBufferView(value))
    throw new ERR_INVALID_ARG_TYPE(name, ["string", "Buffer", "TypedArray", "DataView"], value);
}

function checkPassphrase(value: unknown): asserts value is string {
  validateString(value, "options.passphrase");
}
