// Messages of `advanced` channels in V8's serialization: with a tag that distinguishes views from other host objects.
import { DefaultDeserializer, DefaultSerializer } from "internal:node/v8/defaults";

const VIEW = 0;
const OBJECT = 1;

class MessageSerializer extends DefaultSerializer {
  override _writeHostObject(object: object): void {
    if (ArrayBuffer.isView(object)) {
      this.writeUint32(VIEW);
      super._writeHostObject(object);
    } else {
      this.writeUint32(OBJECT);
      this.writeValue({ ...object });
    }
  }
}

class MessageDeserializer extends DefaultDeserializer {
  override _readHostObject(): unknown {
    return this.readUint32() === VIEW ? super._readHostObject() : this.readValue();
  }
}

/** Serializes a message, after `prefixBytes` empty bytes. Throws for values that cannot be cloned. */
export function serializeMessage(message: unknown, prefixBytes: number): any {
  const serializer = new MessageSerializer();
  serializer.writeRawBytes(new Uint8Array(prefixBytes));
  serializer.writeHeader();
  serializer.writeValue(message);
  return serializer.releaseBuffer();
}

/** Deserializes a message. */
export function deserializeMessage(bytes: Uint8Array): unknown {
  const deserializer = new MessageDeserializer(bytes);
  deserializer.readHeader();
  return deserializer.readValue();
}
