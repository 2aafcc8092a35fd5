// KeyObject.toCryptoKey.
import { ERR_METHOD_NOT_IMPLEMENTED } from "internal:errors";

export function cryptoKeyOf(_data: any, _algorithm: any, _extractable: any, _usages: any): object {
  throw new ERR_METHOD_NOT_IMPLEMENTED("KeyObject.toCryptoKey");
}
