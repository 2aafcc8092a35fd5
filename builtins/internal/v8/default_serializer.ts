// `v8.serialize`, `v8.deserialize` and their classes, which write views as Node does, and those of channels between processes.
import { genericNodeError } from "internal:errors";
import { isDataView, typedArrayKind } from "internal:util/types";
import { Buffer } from "internal:buffer";
import { Serializer } from "internal:v8/serializer";
import { Deserializer } from "internal:v8/deserializer";

/** The number of each kind of view, in order; Buffer is one of its own. */
const KINDS = [
  "Int8Array", "Uint8Array", "Uint8ClampedArray", "Int16Array", "Uint16Array", "Int32Array", "Uint32Array", "Float32Array", "Float64Array", "DataView",
  "Buffer", "BigInt64Array", "BigUint64Array", "Float16Array",
];
const CHANNEL_VIEW = 0;
const CHANNEL_OBJECT = 1;

function kindOf(view: ArrayBufferView): string | undefined {
  if (Buffer.isBuffer(view)) return "Buffer";
  return isDataView(view) ? "DataView" : typedArrayKind(view);
}

/** `v8.DefaultSerializer`. */
export class DefaultSerializer extends Serializer {
  constructor() {
    super();
    (this as any)._setTreatArrayBufferViewsAsHostObjects(true);
  }

  /** Writes a view: its kind, its length in bytes, its bytes. */
  _writeHostObject(view: any): void {
    const index = ArrayBuffer.isView(view) ? KINDS.indexOf(kindOf(view)!) : -1;
    if (index === -1) throw new ((this as any)._getDataCloneError)(`Unserializable host object: ${Object.prototype.toString.call(view)}`);
    const self: any = this;
    self.writeUint32(index);
    self.writeUint32(view.byteLength);
    self.writeRawBytes(new Uint8Array(view.buffer, view.byteOffset, view.byteLength));
  }
}

/** `v8.DefaultDeserializer`. */
export class DefaultDeserializer extends Deserializer {
  _readHostObject(): any {
    const self: any = this;
    const kind = KINDS[self.readUint32()];
    const length = self.readUint32();
    const bytes = self.readRawBytes(length);
    if (kind === undefined) throw genericNodeError("Unable to deserialize cloned data.", {});
    if (kind === "Buffer") return bytes;
    const View = (globalThis as any)[kind];
    const copy = new Uint8Array(bytes).buffer;
    return new View(copy, 0, length / (View.BYTES_PER_ELEMENT ?? 1));
  }
}

/** `v8.serialize`: the value as a Buffer. Throws for what cannot be copied. */
export function serialize(value: unknown): any {
  const serializer: any = new DefaultSerializer();
  serializer.writeHeader();
  serializer.writeValue(value);
  return serializer.releaseBuffer();
}

/** `v8.deserialize`: the value that the bytes hold. Throws when they are damaged. */
export function deserialize(buffer: any): unknown {
  const deserializer: any = new DefaultDeserializer(buffer);
  deserializer.readHeader();
  return deserializer.readValue();
}

/** A channel's messages begin with room for their length, and mark what is no view. */
class ChannelSerializer extends DefaultSerializer {
  override _writeHostObject(object: any): void {
    const self: any = this;
    if (ArrayBuffer.isView(object)) {
      self.writeUint32(CHANNEL_VIEW);
      super._writeHostObject(object);
    } else {
      self.writeUint32(CHANNEL_OBJECT);
      self.writeValue({ ...object });
    }
  }
}

class ChannelDeserializer extends DefaultDeserializer {
  override _readHostObject(): any {
    const self: any = this;
    return self.readUint32() === CHANNEL_VIEW ? super._readHostObject() : self.readValue();
  }
}

/** A message of an `advanced` channel, with `prefixBytes` of room in front. */
export function serializeMessage(message: unknown, prefixBytes: number): any {
  const serializer: any = new ChannelSerializer();
  serializer.writeRawBytes(new Uint8Array(prefixBytes));
  serializer.writeHeader();
  serializer.writeValue(message);
  return serializer.releaseBuffer();
}

/** The message that the bytes of an `advanced` channel hold. */
export function deserializeMessage(bytes: any): unknown {
  const deserializer: any = new ChannelDeserializer(bytes);
  deserializer.readHeader();
  return deserializer.readValue();
}
