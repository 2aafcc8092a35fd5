// node:util/types: what a value is, whatever its properties claim.
import * as types from "internal:util/types";

export default {
  isArgumentsObject: types.isArgumentsObject, isArrayBuffer: types.isArrayBuffer, isAsyncFunction: types.isAsyncFunction,
  isBigIntObject: types.isBigIntObject, isBooleanObject: types.isBooleanObject, isDate: types.isDate, isExternal: types.isExternal,
  isGeneratorFunction: types.isGeneratorFunction, isGeneratorObject: types.isGeneratorObject, isMap: types.isMap,
  isMapIterator: types.isMapIterator, isModuleNamespaceObject: types.isModuleNamespaceObject, isNativeError: types.isNativeError,
  isNumberObject: types.isNumberObject, isPromise: types.isPromise, isProxy: types.isProxy, isRegExp: types.isRegExp, isSet: types.isSet,
  isSetIterator: types.isSetIterator, isSharedArrayBuffer: types.isSharedArrayBuffer, isStringObject: types.isStringObject,
  isSymbolObject: types.isSymbolObject, isWeakMap: types.isWeakMap, isWeakSet: types.isWeakSet, isAnyArrayBuffer: types.isAnyArrayBuffer,
  isBoxedPrimitive: types.isBoxedPrimitive, isArrayBufferView: types.isArrayBufferView, isDataView: types.isDataView,
  isTypedArray: types.isTypedArray, isUint8Array: types.isUint8Array, isUint8ClampedArray: types.isUint8ClampedArray,
  isUint16Array: types.isUint16Array, isUint32Array: types.isUint32Array, isInt8Array: types.isInt8Array, isInt16Array: types.isInt16Array,
  isInt32Array: types.isInt32Array, isFloat16Array: types.isFloat16Array, isFloat32Array: types.isFloat32Array,
  isFloat64Array: types.isFloat64Array, isBigInt64Array: types.isBigInt64Array, isBigUint64Array: types.isBigUint64Array,
  isKeyObject: types.isKeyObject, isCryptoKey: types.isCryptoKey,
};
