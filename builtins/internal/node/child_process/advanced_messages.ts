// Messages of `advanced` channels in V8's serialization: with a mark that tells views from other objects of the host.
import { DefaultDeserializer, DefaultSerializer } from "internal:node/v8/defaults";

const VIEW = 0;
const OBJECT = 1;

class MessageSerializer extends DefaultSerializer {
  override _writeHostObject(object: any): void {
    const self: any = this;
    if (ArrayBuffer.isView(object)) {
      self.writeUint32(VIEW);
      super._writeHostObject(object);
    } else {
      self.writeUint32(OBJECT);
      self.writeValue({ ...(object as object) });
    }
  }
}

class MessageDeserializer extends DefaultDeserializer {
  override _readHostObject(): any {
    const self: any = this;
    return self.readUint32() === VIEW ? super._readHostObject() : self.readValue();
  }
}

/** The bytes of a message, with `prefixBytes` of room in front. Throws for what cannot be copied. */
export function serializeMessage(message: unknown, prefixBytes: number): any {
  const serializer: any = new MessageSerializer();
  serializer.writeRawBytes(new Uint8Array(prefixBytes));
  serializer.writeHeader();
  serializer.writeValue(message);
  return serializer.releaseBuffer();
}

/** The message that the bytes hold. */
export function deserializeMessage(bytes: any): unknown {
  const deserializer: any = new MessageDeserializer(bytes);
  deserializer.readHeader();
  return deserializer.readValue();
}
