// Pre-shared keys (RFC 4279): the program's callbacks, called in the middle of a handshake.
import { ERR_INVALID_ARG_TYPE } from "internal:core/errors";
import { Buffer } from "internal:node/buffer";
import { validateString } from "internal:core/validators";
import { isArrayBufferView } from "internal:core/util/types";
import * as native from "native:tls";

/** The most bytes that OpenSSL takes. */
const PSK_BYTES_MAX = 512;
const IDENTITY_BYTES_MAX = 128;

/** Lets `options.pskCallback` answer for `socket`. */
export function install(socket: any, handle: any, options: any): void {
  const answer = options.isServer ? answerAsServer : answerAsClient;
  native.sessionSetPsk(handle.session, (text: string | null) => {
    try {
      return answer(socket, options, text);
    } catch (error) {
      socket.destroy(error);
      return undefined;
    }
  });
}

function answerAsClient(_socket: any, options: any, hint: string | null): [Uint8Array, Uint8Array] | undefined {
  const found = options.pskCallback(hint);
  if (found == null) return undefined;
  if (typeof found !== "object")
    throw new ERR_INVALID_ARG_TYPE("options.pskCallback", ["Object", "null", "undefined"], found);
  const psk = checkKey(found.psk);
  validateString(found.identity, "ret.identity");
  const identity = Buffer.from(found.identity);
  return identity.length > IDENTITY_BYTES_MAX ? undefined : [identity as any, psk];
}

function answerAsServer(socket: any, options: any, identity: string | null): [Uint8Array, Uint8Array] | undefined {
  const found = options.pskCallback(socket, identity);
  if (found == null) return undefined;
  const psk = isArrayBufferView(found) ? found : found.psk;
  return [new Uint8Array(0), checkKey(psk)];
}

function checkKey(psk: any): Uint8Array {
  if (!isArrayBufferView(psk)) throw new ERR_INVALID_ARG_TYPE("ret.psk", ["Buffer", "TypedArray", "DataView"], psk);
  const bytes = new Uint8Array(psk.buffer, psk.byteOffset, psk.byteLength);
  return bytes.length > PSK_BYTES_MAX ? bytes.subarray(0, 0) : bytes;
}
