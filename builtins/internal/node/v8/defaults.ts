// v8.serialize and v8.deserialize, with the classes that support views and Buffers as Node does.
// https://nodejs.org/api/v8.html#class-v8defaultserializer
import { Buffer } from "internal:node/buffer";
import { Deserializer } from "internal:node/v8/deserializer";
import { Serializer } from "internal:node/v8/serializer";
import defer * as inspection from "internal:core/util/inspect";

const VIEWS: any[] = [
  Int8Array,
  Uint8Array,
  Uint8ClampedArray,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
  DataView,
  Buffer,
  BigInt64Array,
  BigUint64Array,
  globalThis.Float16Array,
];
const BUFFER_INDEX = 10;

/** Writes only the bytes of views, not their whole buffers. */
export class DefaultSerializer extends Serializer {
  constructor() {
    super();
    this._setTreatArrayBufferViewsAsHostObjects(true);
  }

  _writeHostObject(view: any): void {
    const index = Buffer.isBuffer(view)
      ? BUFFER_INDEX
      : VIEWS.findIndex((View, at) => at !== BUFFER_INDEX && view instanceof View);
    if (index === -1)
      throw new (this as any)._getDataCloneError(`Unserializable host object: ${inspection.inspect(view)}`);
    this.writeUint32(index);
    this.writeUint32(view.byteLength);
    this.writeRawBytes(new Uint8Array(view.buffer, view.byteOffset, view.byteLength));
  }
}

/** Reads what DefaultSerializer wrote. */
export class DefaultDeserializer extends Deserializer {
  _readHostObject(): unknown {
    const View = VIEWS[this.readUint32()];
    const byteLength = this.readUint32();
    const start = this._readRawBytes(byteLength);
    if (View === undefined) throw new Error("Unable to deserialize cloned data.");
    const offset = this.buffer.byteOffset + start;
    const elementBytes = View.BYTES_PER_ELEMENT ?? 1;
    if (View === Buffer) return Buffer.from(this.buffer.buffer, offset, byteLength);
    if (offset % elementBytes === 0) return new View(this.buffer.buffer, offset, byteLength / elementBytes);
    // A copy, since the view may need an alignment that the data does not have.
    return new View(this.buffer.buffer.slice(offset, offset + byteLength), 0, byteLength / elementBytes);
  }
}

/** The bytes of a value, in V8's format. Throws for a value that cannot be cloned. */
export function serialize(value: unknown): unknown {
  const serializer = new DefaultSerializer();
  serializer.writeHeader();
  serializer.writeValue(value);
  return serializer.releaseBuffer();
}

/** The value of such bytes: a Buffer, a view or an ArrayBuffer-backed array. Throws for anything else and for invalid data. */
export function deserialize(buffer: unknown): unknown {
  const deserializer = new DefaultDeserializer(buffer);
  deserializer.readHeader();
  return deserializer.readValue();
}
