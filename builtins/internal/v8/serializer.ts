// `v8.Serializer`: values as bytes in V8's format, so that processes of Node and of Brio understand each other.
import { ERR_CONSTRUCT_CALL_REQUIRED, ERR_INVALID_ARG_TYPE } from "internal:errors";
import * as types from "internal:util/types";
import { Buffer } from "internal:buffer";
import * as tag from "internal:v8/tags";

const float = new Float64Array(1);
const floatBytes = new Uint8Array(float.buffer);
const INT32_MIN = -2147483648;
const INT32_MAX = 2147483647;
const BITS_PER_DIGIT = 64n;

class Writer {
  #bytes = new Uint8Array(256);
  #length = 0;
  #numbers = new Map<object, number>();
  #transferred = new Map<object, number>();
  #viewsAreHostObjects = false;

  /** Writes the format's version. */
  writeHeader(): void {
    this.#byte(tag.VERSION_MARK);
    this.#byte(tag.VERSION);
  }

  /** Writes a value. Throws what `_getDataCloneError` makes for one that cannot be written. */
  writeValue(value: any): true {
    this.#write(value);
    return true;
  }

  /** Gives the bytes; the serializer is empty afterwards. */
  releaseBuffer(): any {
    const bytes = this.#bytes.slice(0, this.#length);
    this.#length = 0;
    this.#numbers.clear();
    return Buffer.from(bytes.buffer, 0, bytes.length);
  }

  /** Has `arrayBuffer` written as the number `id`; the receiver sets it by the same method. */
  transferArrayBuffer(id: number, arrayBuffer: ArrayBuffer): void {
    if (!types.isAnyArrayBuffer(arrayBuffer)) throw new ERR_INVALID_ARG_TYPE("arrayBuffer", ["ArrayBuffer", "SharedArrayBuffer"], arrayBuffer);
    this.#transferred.set(arrayBuffer, id >>> 0);
  }

  writeUint32(value: number): void {
    this.#unsigned(value >>> 0);
  }
  writeUint64(high: number, low: number): void {
    let value = (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);
    for (; value >= 0x80n; value >>= 7n) this.#byte(Number(value & 0x7fn) | 0x80);
    this.#byte(Number(value));
  }
  writeDouble(value: number): void {
    float[0] = value;
    this.#raw(floatBytes);
  }
  writeRawBytes(source: any): void {
    if (!ArrayBuffer.isView(source) && !types.isAnyArrayBuffer(source)) throw notBytes("source");
    this.#raw(bytesOf(source));
  }
  /** Has views go to `_writeHostObject`. */
  _setTreatArrayBufferViewsAsHostObjects(flag: boolean): void {
    this.#viewsAreHostObjects = Boolean(flag);
  }

  #reserve(count: number): void {
    const needed = this.#length + count;
    if (needed <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
    grown.set(this.#bytes);
    this.#bytes = grown;
  }
  #byte(value: number): void {
    if (this.#length === this.#bytes.length) this.#reserve(1);
    this.#bytes[this.#length++] = value;
  }
  #unsigned(value: number): void {
    while (value >= 0x80) {
      this.#byte((value % 0x80) | 0x80);
      value = Math.floor(value / 0x80);
    }
    this.#byte(value);
  }
  #raw(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  #write(value: any): void {
    switch (typeof value) {
      case "undefined": return this.#byte(tag.UNDEFINED);
      case "boolean": return this.#byte(value ? tag.TRUE : tag.FALSE);
      case "number": return this.#number(value);
      case "string": return this.#string(value);
      case "bigint":
        this.#byte(tag.BIGINT);
        return this.#bigint(value);
      case "object": return value === null ? this.#byte(tag.NULL) : this.#object(value);
      default: throw this.#refuse(value);
    }
  }

  #number(value: number): void {
    if ((value | 0) === value && !Object.is(value, -0) && value >= INT32_MIN && value <= INT32_MAX) {
      this.#byte(tag.INT32);
      this.#unsigned(((value << 1) ^ (value >> 31)) >>> 0);
    } else {
      this.#byte(tag.DOUBLE);
      this.writeDouble(value);
    }
  }

  // A mark of sign and count of bytes, then whole digits of 64 bits, the lowest first.
  #bigint(value: bigint): void {
    const digits: bigint[] = [];
    for (let rest = value < 0n ? -value : value; rest > 0n; rest >>= BITS_PER_DIGIT) digits.push(BigInt.asUintN(64, rest));
    this.#unsigned((digits.length * 8) * 2 + (value < 0n ? 1 : 0));
    this.#raw(new Uint8Array(new BigUint64Array(digits).buffer));
  }

  #string(text: string): void {
    const { length } = text;
    let isLatin1 = true;
    for (let index = 0; index < length && isLatin1; index++) isLatin1 = text.charCodeAt(index) < 0x100;
    if (isLatin1) {
      this.#byte(tag.LATIN1);
      this.#unsigned(length);
      this.#reserve(length);
      for (let index = 0; index < length; index++) this.#bytes[this.#length++] = text.charCodeAt(index);
      return;
    }
    // The units begin at an even place.
    if ((this.#length + 1 + countOfUnsigned(length * 2)) % 2 === 1) this.#byte(tag.PADDING);
    this.#byte(tag.UTF16);
    this.#unsigned(length * 2);
    this.#reserve(length * 2);
    for (let index = 0; index < length; index++) {
      const unit = text.charCodeAt(index);
      this.#bytes[this.#length++] = unit & 0xff;
      this.#bytes[this.#length++] = unit >> 8;
    }
  }

  #object(value: any): void {
    const isView = ArrayBuffer.isView(value);
    // A view follows its buffer.
    if (isView && !this.#viewsAreHostObjects && !this.#numbers.has(value)) this.#write(value.buffer);
    const known = this.#numbers.get(value);
    if (known !== undefined) {
      this.#byte(tag.REFERENCE);
      this.#unsigned(known);
      return;
    }
    this.#numbers.set(value, this.#numbers.size);
    if (isView) this.#viewsAreHostObjects ? this.#hostObject(value) : this.#view(value);
    else if (types.isProxy(value)) throw this.#refuse(value);
    else if (Array.isArray(value)) this.#array(value);
    else if (types.isAnyArrayBuffer(value)) this.#arrayBuffer(value);
    else if (!this.#builtIn(value)) {
      if (isUnwritable(value)) throw this.#refuse(value);
      this.#byte(tag.OBJECT);
      const count = this.#properties(value, Object.keys(value));
      this.#byte(tag.OBJECT_END);
      this.#unsigned(count);
    }
  }

  #builtIn(value: any): boolean {
    if (types.isDate(value)) {
      this.#byte(tag.DATE);
      this.writeDouble(value.getTime());
    } else if (types.isMap(value)) {
      const entries = [...value];
      this.#byte(tag.MAP);
      for (const [key, item] of entries) {
        this.#write(key);
        this.#write(item);
      }
      this.#byte(tag.MAP_END);
      this.#unsigned(entries.length * 2);
    } else if (types.isSet(value)) {
      const items = [...value];
      this.#byte(tag.SET);
      for (const item of items) this.#write(item);
      this.#byte(tag.SET_END);
      this.#unsigned(items.length);
    } else if (types.isRegExp(value)) {
      this.#byte(tag.REGEXP);
      this.#string(value.source);
      let bits = 0;
      for (const flag of value.flags) bits |= 1 << tag.REGEXP_FLAGS.indexOf(flag);
      this.#unsigned(bits);
    } else if (types.isNativeError(value)) this.#error(value);
    else return this.#boxed(value);
    return true;
  }

  #boxed(value: any): boolean {
    if (types.isNumberObject(value)) {
      this.#byte(tag.NUMBER_OBJECT);
      this.writeDouble(Number(value));
    } else if (types.isBooleanObject(value)) this.#byte(value.valueOf() ? tag.TRUE_OBJECT : tag.FALSE_OBJECT);
    else if (types.isBigIntObject(value)) {
      this.#byte(tag.BIGINT_OBJECT);
      this.#bigint(value.valueOf() as unknown as bigint);
    } else if (types.isStringObject(value)) {
      this.#byte(tag.STRING_OBJECT);
      this.#string(String(value));
    } else if (types.isSymbolObject(value)) throw this.#refuse(value);
    else return false;
    return true;
  }

  #array(value: any[]): void {
    const { length } = value;
    const keys = Object.keys(value);
    let count = 0;
    while (count < length && keys[count] === String(count)) count++;
    if (count < length) {
      this.#byte(tag.SPARSE_ARRAY);
      this.#unsigned(length);
      const written = this.#properties(value, keys);
      this.#byte(tag.SPARSE_ARRAY_END);
      this.#unsigned(written);
    } else {
      this.#byte(tag.DENSE_ARRAY);
      this.#unsigned(length);
      for (let index = 0; index < length; index++) {
        // An accessor of an earlier element may have shortened it.
        if (index in value) this.#write(value[index]);
        else this.#byte(tag.HOLE);
      }
      const written = this.#properties(value, keys.slice(length));
      this.#byte(tag.DENSE_ARRAY_END);
      this.#unsigned(written);
    }
    this.#unsigned(length);
  }

  #properties(value: any, keys: string[]): number {
    let count = 0;
    for (const key of keys) {
      if (!Object.hasOwn(value, key)) continue;
      const index = Number(key);
      if (index >>> 0 === index && String(index) === key && index !== 0xffffffff) this.#number(index);
      else this.#string(key);
      this.#write(value[key]);
      count++;
    }
    return count;
  }

  #arrayBuffer(value: any): void {
    const id = this.#transferred.get(value);
    if (types.isSharedArrayBuffer(value)) {
      const share = (this as any)._getSharedArrayBufferId;
      if (typeof share !== "function") throw this.#refuse(value);
      this.#byte(0x75);
      this.#unsigned(share.call(this, value) >>> 0);
    } else if (id !== undefined) {
      this.#byte(tag.TRANSFERRED_BUFFER);
      this.#unsigned(id);
    } else {
      if (value.detached) throw new ((this as any)._getDataCloneError)("An ArrayBuffer is detached and could not be cloned.");
      this.#byte(value.resizable ? tag.RESIZABLE_ARRAY_BUFFER : tag.ARRAY_BUFFER);
      this.#unsigned(value.byteLength);
      if (value.resizable) this.#unsigned(value.maxByteLength);
      this.#raw(new Uint8Array(value));
    }
  }

  #view(value: ArrayBufferView): void {
    const name = types.isDataView(value) ? "DataView" : types.typedArrayKind(value);
    this.#byte(tag.VIEW);
    this.#byte(tag.VIEW_CLASSES.find(([, known]) => known === name)![0]);
    this.#unsigned(value.byteOffset);
    this.#unsigned(value.byteLength);
    this.#unsigned(0);
  }

  #error(error: any): void {
    const text = (name: string): string | undefined => {
      const descriptor = Object.getOwnPropertyDescriptor(error, name);
      return descriptor !== undefined && "value" in descriptor ? String(descriptor.value) : undefined;
    };
    this.#byte(tag.ERROR);
    const known = tag.ERROR_CLASSES.find(([, name]) => name === error.name);
    if (known !== undefined) this.#byte(known[0]);
    const message = text("message");
    if (message !== undefined) {
      this.#byte(tag.ERROR_MESSAGE);
      this.#string(message);
    }
    const { stack } = error;
    if (typeof stack === "string") {
      this.#byte(tag.ERROR_STACK);
      this.#string(stack);
    }
    if (Object.hasOwn(error, "cause")) {
      this.#byte(tag.ERROR_CAUSE);
      this.#write(error.cause);
    }
    this.#byte(tag.ERROR_END);
  }

  #hostObject(value: object): void {
    this.#byte(tag.HOST_OBJECT);
    const write = (this as any)._writeHostObject;
    if (typeof write !== "function") throw this.#refuse(value);
    write.call(this, value);
  }

  #refuse(value: any): Error {
    let text: string;
    if (typeof value === "function" || typeof value === "symbol") text = String(value);
    else text = `#<${value.constructor?.name || "Object"}>`;
    return new ((this as any)._getDataCloneError)(`${text} could not be cloned.`);
  }
}

function isUnwritable(value: any): boolean {
  return types.isPromise(value) || types.isWeakMap(value) || types.isWeakSet(value) || types.isGeneratorObject(value) || value instanceof WeakRef || types.isModuleNamespaceObject(value);
}

function countOfUnsigned(value: number): number {
  let count = 1;
  for (; value >= 0x80; value = Math.floor(value / 0x80)) count++;
  return count;
}

/** The bytes of a view or buffer, not copied. */
export function bytesOf(source: any): Uint8Array {
  return ArrayBuffer.isView(source) ? new Uint8Array(source.buffer as ArrayBuffer, source.byteOffset, source.byteLength) : new Uint8Array(source);
}

/** The error of an argument that is no view. */
export function notBytes(name: string): Error {
  const error: any = new TypeError(`${name} must be a TypedArray or a DataView`);
  error.code = "ERR_INVALID_ARG_TYPE";
  return error;
}

/** `v8.Serializer`. */
export const Serializer: any = function Serializer(): any {
  if (new.target === undefined) throw new ERR_CONSTRUCT_CALL_REQUIRED("Serializer");
  return Reflect.construct(Writer, [], new.target);
};
Serializer.prototype = Writer.prototype;
Object.defineProperty(Writer.prototype, "constructor", { value: Serializer, writable: true, configurable: true });
(Writer.prototype as any)._getDataCloneError = Error;
