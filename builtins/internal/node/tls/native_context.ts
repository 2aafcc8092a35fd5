// `secureContext.context`: the settings of a context one by one, with Node's names. It checks what Node's native part checks;
// `secure_context.ts` checks the options.
import { safe } from "internal:core/bootstrap";
import { Buffer } from "internal:node/buffer";
import {
  ERR_CRYPTO_CUSTOM_ENGINE_NOT_SUPPORTED,
  ERR_INVALID_ARG_VALUE,
  ERR_INVALID_STATE,
  ERR_METHOD_NOT_IMPLEMENTED,
  ERR_TLS_INVALID_PROTOCOL_METHOD,
} from "internal:core/errors";
import { check, thrownError } from "internal:node/tls/failure";
import * as random from "native:crypto";
import defer * as certificates from "internal:node/tls/certificates";
import defer * as blocks from "internal:node/tls/pem_blocks";
import type { FastBuffer } from "internal:core/buffer/class";
import type { CodedError, Data } from "internal:node/tls/types";
import * as native from "native:tls";
import { TlsContextCertificate, TlsNumberSetting, TlsStringSetting } from "native:tls";

const TLS_1_2 = 0x0303;
const TLS_1_3 = 0x0304;
const TICKET_KEY_BYTES = 48;
/** How OpenSSL names a structure that is cut short, when it reads from a stream as Node lets it. */
const CUT_SHORT: Record<string, string | undefined> = { "too long": "not enough data", "too small": "not enough data" };

// Releases the native context when its object has been collected.
const collected = new FinalizationRegistry<number>((id) => native.contextDrop(id));

/** Applies one setting to the native context `id`. */
type Step = (context: SecureContext, id: number) => void;

/**
 * The settings of a context. Native contexts have fixed versions, and are immutable once in use: so the settings are recorded, and
 * a later one rebuilds the native context.
 */
export class SecureContext {
  #id = 0;
  #steps: Step[] = [];
  #minVersion = 0;
  #maxVersion = 0;
  #ticketKeys: Uint8Array | undefined;
  /** Whether pre-shared keys may be used; set before first use. */
  allowsPsk = false;

  /** Starts with the versions of `method` (`TLSv1_2_method`, …), within `minVersion` and `maxVersion`. */
  init(method: string | undefined, minVersion: number, maxVersion: number): void {
    [this.#minVersion, this.#maxVersion] = limitsOf(method, minVersion, maxVersion);
    this.#open();
  }

  /** The native context for a session. */
  get id(): number {
    return this.#id;
  }

  setCert(pem: Data): void {
    this.#step((_, id) => check(native.contextAddCertificate(id, certificateBytes(pem))));
  }
  setKey(pem: Data, passphrase?: Data | null): void {
    // As in Node, an encrypted key is decrypted with an empty passphrase when there is none.
    const secret = bytesOf(passphrase ?? "");
    this.#step((_, id) => check(native.contextAddKey(id, bytesOf(pem), secret)));
  }
  addCACert(pem: Data): void {
    this.#step((_, id) => check(native.contextAddRoots(id, certificateBytes(pem))));
  }
  addRootCerts(): void {
    certificates.prepareRoots();
    this.#step((_, id) => check(native.contextUseDefaultRoots(id)));
  }
  addCRL(pem: Data): void {
    this.#step((_, id) => check(native.contextAddCrl(id, bytesOf(pem))));
  }
  setAllowPartialTrustChain(): void {
    this.#step((_, id) => check(native.contextAllowPartialChain(id)));
  }
  setCiphers(list: string): void {
    this.#step((_, id) => check(native.contextSetString(id, TlsStringSetting.CIPHERS, list)));
  }
  setCipherSuites(list: string): void {
    this.#step((_, id) => check(native.contextSetString(id, TlsStringSetting.CIPHER_SUITES, list)));
  }
  setSigalgs(list: string): void {
    this.#step((_, id) => check(native.contextSetString(id, TlsStringSetting.SIGNATURE_ALGORITHMS, list)));
  }
  setECDHCurve(list: string): void {
    if (list !== "auto") this.#step((_, id) => check(native.contextSetString(id, TlsStringSetting.GROUPS, list)));
  }
  setOptions(bits: number): void {
    this.#step((_, id) => native.contextSetNumber(id, TlsNumberSetting.OPTIONS, bits));
  }
  setSessionTimeout(seconds: number): void {
    this.#step((_, id) => native.contextSetNumber(id, TlsNumberSetting.SESSION_TIMEOUT, seconds));
  }
  setSessionIdContext(sessionIdContext: Data): void {
    this.#step((_, id) => check(native.contextSetSessionIdContext(id, bytesOf(sessionIdContext))));
  }

  /** `true` lets OpenSSL choose. Ignores invalid parameters, as Node does. */
  setDHParam(pem: Data | true): void {
    this.#step((_, id) => {
      const failure = native.contextSetDh(id, pem === true ? null : bytesOf(pem));
      if (failure === null || failure.library !== "") return;
      throw failure.code === "ERR_INVALID_ARG_VALUE" ? codedError(TypeError, failure) : thrownError(failure);
    });
  }

  setMinProto(version: number): void {
    this.#minVersion = version;
    this.#rebuild();
  }
  setMaxProto(version: number): void {
    this.#maxVersion = version;
    this.#rebuild();
  }
  getMinProto(): number {
    return this.#minVersion;
  }
  getMaxProto(): number {
    return this.#maxVersion;
  }

  loadPKCS12(der: Data, passphrase?: Data | null): void {
    const secret = passphrase == null ? "" : bytesOf(passphrase).toString();
    this.#step((_, id) => {
      const failure = native.contextAddPfx(id, bytesOf(der), secret);
      if (failure === null) return;
      // Node's errors of PKCS #12 failures have no code.
      if (failure.code === "ERR_CRYPTO_OPERATION_FAILED")
        throw new Error(CUT_SHORT[failure.message] ?? failure.message);
      throw thrownError(failure);
    });
  }

  setTicketKeys(keys: ArrayBufferView): void {
    if (keys.byteLength !== TICKET_KEY_BYTES)
      throw new ERR_INVALID_ARG_VALUE("ticketKeys", keys, "must be a 48-byte buffer");
    const copy = new Uint8Array(keys.buffer, keys.byteOffset, keys.byteLength).slice();
    this.#ticketKeys = copy;
    this.#step((_, id) => check(native.contextSetTicketKeys(id, copy)));
  }

  /** The keys that encrypt tickets; generated when none were set. */
  getTicketKeys(): FastBuffer {
    if (this.#ticketKeys === undefined) {
      const keys = Buffer.alloc(TICKET_KEY_BYTES);
      fillRandom(keys);
      this.setTicketKeys(keys);
    }
    return Buffer.from(this.#ticketKeys!);
  }

  /** In Node a handle for other native code; undefined here. */
  get _external(): undefined {
    return this.#id === 0 ? undefined : undefined;
  }

  getCertificate(): FastBuffer | null {
    return bufferOrNull(native.contextCertificate(this.#id, TlsContextCertificate.OWN));
  }
  getIssuer(): FastBuffer | null {
    return bufferOrNull(native.contextCertificate(this.#id, TlsContextCertificate.ISSUER));
  }

  setEngineKey(): never {
    throw new ERR_CRYPTO_CUSTOM_ENGINE_NOT_SUPPORTED();
  }
  setClientCertEngine(): never {
    throw new ERR_CRYPTO_CUSTOM_ENGINE_NOT_SUPPORTED();
  }
  setCertificateCompression(): never {
    throw new ERR_METHOD_NOT_IMPLEMENTED("secureContext.context.setCertificateCompression");
  }
  enableTicketKeyCallback(): never {
    throw new ERR_METHOD_NOT_IMPLEMENTED("secureContext.context.enableTicketKeyCallback");
  }

  /** Releases the native context. */
  close(): void {
    if (this.#id === 0) return;
    collected.unregister(this);
    native.contextDrop(this.#id);
    this.#id = 0;
  }

  /** Lets sessions use pre-shared keys. */
  allowPsk(): void {
    if (this.allowsPsk) return;
    this.allowsPsk = true;
    this.#step((_, id) => native.contextAllowPsk(id));
  }

  #open(): void {
    this.#id = native.contextNew(this.#minVersion, this.#maxVersion);
    collected.register(this, this.#id, this);
  }

  #step(step: Step): void {
    if (this.#id === 0) throw new ERR_INVALID_STATE("the secure context is closed");
    try {
      step(this, this.#id);
    } catch (error) {
      if ((error as CodedError)?.code !== "ERR_INVALID_STATE") throw error;
      this.#rebuild();
      step(this, this.#id);
    }
    this.#steps.push(step);
  }

  /** Whether `value` is a context. */
  static isContext(value: unknown): boolean {
    return typeof value === "object" && value !== null && #steps in value;
  }

  #rebuild(): void {
    this.close();
    this.#open();
    for (const step of this.#steps) step(this, this.#id);
  }
}

// Node's methods are native functions, which refuse another receiver. Programs call them a few times for each context.
for (const name of safe.getOwnPropertyNames(SecureContext.prototype)) {
  const { value } = safe.getOwnPropertyDescriptor(SecureContext.prototype, name)!;
  if (name === "constructor" || typeof value !== "function") continue;
  const { [name]: checked } = {
    [name](this: unknown, ...args: unknown[]): unknown {
      if (!SecureContext.isContext(this)) throw new TypeError("Illegal invocation");
      return safe.apply(value, this, args);
    },
  };
  safe.defineProperty(SecureContext.prototype, name, {
    value: checked,
    writable: true,
    enumerable: false,
    configurable: true,
  });
}

/** The bytes of a string, a view or an ArrayBuffer. */
export function bytesOf(value: any): FastBuffer {
  if (typeof value === "string") return Buffer.from(value);
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  return Buffer.from(value.buffer ?? value, value.byteOffset, value.byteLength);
}

// As in Node, certificates may be trusted ones, which the native context does not read.
function certificateBytes(pem: Data): FastBuffer {
  const bytes = bytesOf(pem);
  return bytes.includes("-----BEGIN TRUSTED CERTIFICATE-----")
    ? blocks.withoutTrustSettings(bytes.latin1Slice(0, bytes.length))
    : bytes;
}

function bufferOrNull(bytes: Uint8Array | null): FastBuffer | null {
  return bytes === null ? null : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function fillRandom(target: Uint8Array): void {
  random.randomFill(target);
}

function codedError(Base: ErrorConstructor, failure: native.Failure): CodedError {
  const error: CodedError = new Base(failure.message);
  error.code = failure.code;
  return error;
}

// Names like TLSv1_2_client_method: only the version matters, the session sets the role.
function limitsOf(method: string | undefined, minVersion: number, maxVersion: number): [number, number] {
  if (method === undefined) return [minVersion, maxVersion];
  if (typeof method !== "string") return [minVersion, maxVersion];
  const name = method.replace(/_(?:server|client)_method$/, "_method");
  switch (name) {
    case "SSLv2_method":
      throw new ERR_TLS_INVALID_PROTOCOL_METHOD("SSLv2 methods disabled");
    case "SSLv3_method":
      throw new ERR_TLS_INVALID_PROTOCOL_METHOD("SSLv3 methods disabled");
    case "SSLv23_method":
      return [minVersion, TLS_1_2];
    case "TLS_method":
      return [0, TLS_1_3];
    case "TLSv1_method":
      return [0x0301, 0x0301];
    case "TLSv1_1_method":
      return [0x0302, 0x0302];
    case "TLSv1_2_method":
      return [TLS_1_2, TLS_1_2];
    case "TLSv1_3_method":
      return [TLS_1_3, TLS_1_3];
    default:
      throw new ERR_TLS_INVALID_PROTOCOL_METHOD(`Unknown method: ${method}`);
  }
}
