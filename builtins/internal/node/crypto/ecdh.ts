// The class ECDH.
import {
  ERR_CRYPTO_ECDH_INVALID_FORMAT,
  ERR_CRYPTO_INVALID_CURVE,
  ERR_CRYPTO_INVALID_KEYPAIR,
} from "internal:core/errors";
import { deprecate } from "internal:core/util/deprecate";
import { validateString } from "internal:core/validators";
import { argumentBytes, copiedBytes, output, withoutLeadingZeros } from "internal:web/crypto/bytes";
import { CURVES } from "internal:web/crypto/curves";
import { PointForm, curveAgree, curveConvert, curveGenerate, curvePoint, isCurve } from "native:keys";

const kState = Symbol("kState");

interface State {
  curve: string;
  privateKey: Uint8Array | undefined;
  /** The point, in any format. */
  publicKey: Uint8Array | undefined;
}

/** An ECDH. */
interface CurveObject {
  [kState]: State;
  getPublicKey(encoding?: unknown, format?: unknown): unknown;
}

function pointForm(format: unknown): PointForm {
  if (!format || format === "uncompressed") return PointForm.UNCOMPRESSED;
  if (format === "compressed") return PointForm.COMPRESSED;
  if (format === "hybrid") return PointForm.HYBRID;
  throw new ERR_CRYPTO_ECDH_INVALID_FORMAT(format);
}

function operationFailed(message: string): Error {
  return Object.assign(new Error(message), { code: "ERR_CRYPTO_OPERATION_FAILED" });
}

// Only the names of getCurves(): unlike keys, ECDH does not know NIST's names.
function checkCurve(curve: string): void {
  if (!CURVES.includes(curve) || !isCurve(curve)) throw new ERR_CRYPTO_INVALID_CURVE();
}

/** `crypto.ECDH` on a named curve. */
export const ECDH: any = function ECDH(this: unknown, curve: unknown): unknown {
  if (!(this instanceof ECDH)) return new (ECDH as any)(curve);
  validateString(curve, "curve");
  checkCurve(curve);
  const state: State = { curve, privateKey: undefined, publicKey: undefined };
  Object.defineProperty(this, kState, { value: state });
};

Object.assign(ECDH.prototype, {
  computeSecret(this: CurveObject, key: unknown, inputEncoding?: unknown, outputEncoding?: unknown): unknown {
    const point = argumentBytes(key, "key", inputEncoding);
    const { curve, privateKey, publicKey } = this[kState] as State;
    if (privateKey === undefined) throw operationFailed("No private key - did you forget to generate one?");
    if (publicKey !== undefined && !samePoint(curve, publicKey, privateKey)) throw new ERR_CRYPTO_INVALID_KEYPAIR();
    return output(curveAgree(curve, privateKey, point), outputEncoding);
  },
  setPrivateKey(this: CurveObject, key: unknown, encoding?: unknown): unknown {
    const bytes = argumentBytes(key, "key", encoding);
    const state: State = this[kState];
    state.publicKey = curvePoint(state.curve, bytes);
    state.privateKey = withoutLeadingZeros(copiedBytes(bytes));
    return this;
  },
  setPublicKey: deprecate(
    function (this: CurveObject, key: unknown, encoding?: unknown): unknown {
      const bytes = argumentBytes(key, "key", encoding);
      const state: State = this[kState];
      try {
        state.publicKey = curveConvert(state.curve, bytes, PointForm.UNCOMPRESSED);
      } catch {
        throw operationFailed("Failed to convert Buffer to EC_POINT");
      }
      return this;
    },
    "ecdh.setPublicKey() is deprecated.",
    "DEP0031",
  ),
  getPrivateKey(this: CurveObject, encoding?: unknown): unknown {
    const { privateKey } = this[kState] as State;
    if (privateKey === undefined) throw operationFailed("Failed to get ECDH private key");
    return output(withoutLeadingZeros(privateKey).slice(), encoding);
  },
  generateKeys(this: CurveObject, encoding?: unknown, format?: unknown): unknown {
    const state: State = this[kState];
    const pair = curveGenerate(state.curve);
    state.privateKey = pair.privateKey;
    state.publicKey = pair.publicKey;
    return this.getPublicKey(encoding, format);
  },
  getPublicKey(this: CurveObject, encoding?: unknown, format?: unknown): unknown {
    const form = pointForm(format);
    const { curve, publicKey } = this[kState] as State;
    if (publicKey === undefined) throw operationFailed("Failed to get ECDH public key");
    return output(curveConvert(curve, publicKey, form), encoding);
  },
});

function samePoint(curve: string, publicKey: Uint8Array, privateKey: Uint8Array): boolean {
  const own = curvePoint(curve, privateKey);
  return own.length === publicKey.length && own.every((byte, index) => byte === publicKey[index]);
}

/** Converts a point to another format. */
ECDH.convertKey = function convertKey(
  key: unknown,
  curve: unknown,
  inputEncoding?: unknown,
  outputEncoding?: unknown,
  format?: unknown,
): unknown {
  validateString(curve, "curve");
  const bytes = argumentBytes(key, "key", inputEncoding);
  const form = pointForm(format);
  checkCurve(curve);
  let converted: Uint8Array;
  try {
    converted = curveConvert(curve, bytes, form);
  } catch {
    throw operationFailed("Failed to convert Buffer to EC_POINT");
  }
  return output(converted, outputEncoding);
};

/** Makes an ECDH. */
export function createECDH(curve: unknown): unknown {
  return new ECDH(curve);
}
