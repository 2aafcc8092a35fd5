// Pre-shared keys (RFC 4279): the program's callbacks, called during a handshake.
import { ERR_INVALID_ARG_TYPE } from "internal:core/errors";
import { Buffer } from "internal:node/buffer";
import { validateString } from "internal:core/validators";
import { isArrayBufferView } from "internal:core/util/types";
import type { TlsHandle } from "internal:node/tls/handle";
import type { PskResult, TLSSocket, TLSSocketOptions } from "internal:node/tls/types";
import * as native from "native:tls";

/** OpenSSL's limits. */
const PSK_BYTES_MAX = 512;
const IDENTITY_BYTES_MAX = 128;

/** Lets the session call `options.pskCallback`. */
export function install(socket: TLSSocket, handle: TlsHandle, options: TLSSocketOptions): void {
  const findKey = options.isServer ? findServerKey : findClientKey;
  native.sessionSetPsk(handle.session, (hintOrIdentity: string | null) => {
    try {
      return findKey(socket, options, hintOrIdentity);
    } catch (error) {
      socket.destroy(error);
      return undefined;
    }
  });
}

/** What the native part uses: the identity (of clients) and the key. */
type IdentityAndKey = [identity: Uint8Array, key: Uint8Array];

function findClientKey(_socket: TLSSocket, options: TLSSocketOptions, hint: string | null): IdentityAndKey | undefined {
  const found = options.pskCallback!(hint) as PskResult | null | undefined;
  if (found == null) return undefined;
  if (typeof found !== "object")
    throw new ERR_INVALID_ARG_TYPE("options.pskCallback", ["Object", "null", "undefined"], found);
  const psk = checkKey(found.psk);
  validateString(found.identity, "ret.identity");
  const identity = Buffer.from(found.identity);
  return identity.length > IDENTITY_BYTES_MAX ? undefined : [identity, psk];
}

function findServerKey(
  socket: TLSSocket,
  options: TLSSocketOptions,
  identity: string | null,
): IdentityAndKey | undefined {
  const found = options.pskCallback!(socket, identity);
  if (found == null) return undefined;
  const psk = isArrayBufferView(found) ? found : (found as PskResult).psk;
  return [new Uint8Array(0), checkKey(psk)];
}

function checkKey(psk: unknown): Uint8Array {
  if (!isArrayBufferView(psk)) throw new ERR_INVALID_ARG_TYPE("ret.psk", ["Buffer", "TypedArray", "DataView"], psk);
  const bytes = new Uint8Array(psk.buffer, psk.byteOffset, psk.byteLength);
  return bytes.length > PSK_BYTES_MAX ? bytes.subarray(0, 0) : bytes;
}
