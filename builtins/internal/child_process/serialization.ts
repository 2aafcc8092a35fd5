// Messages as bytes, in Node's two formats: lines of JSON, and V8's serialization with its length in front.
import { Buffer } from "internal:buffer";
import strings from "node:string_decoder";
import defer * as advanced from "internal:v8/default_serializer";

/** Makes the messages that are whole out of bytes as they come. */
export type Reader = (bytes: Uint8Array) => unknown[];
/** Makes the bytes of a message. */
export type Writer = (message: unknown) => Uint8Array;

const LINE_FEED = "\n";
const LENGTH_BYTES = 4;

/** A reader of messages in the format `serialization`, `json` or `advanced`. */
export function makeReader(serialization: string): Reader {
  return serialization === "advanced" ? advancedReader() : jsonReader();
}

/** A writer of messages in the format `serialization`. */
export function makeWriter(serialization: string): Writer {
  return serialization === "advanced" ? writeAdvanced : writeJson;
}

function jsonReader(): Reader {
  // Built on first use, as most channels carry few messages.
  let decoder: any;
  let rest = "";
  return (bytes) => {
    decoder ??= new (strings.StringDecoder as any)("utf8");
    const lines = (rest + decoder.write(Buffer.from(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength))).split(LINE_FEED);
    rest = lines.pop()!;
    return lines.map((line) => JSON.parse(line));
  };
}

function writeJson(message: unknown): Uint8Array {
  return Buffer.from(`${JSON.stringify(message)}${LINE_FEED}`, "utf8");
}

function advancedReader(): Reader {
  let rest: any = Buffer.alloc(0);
  return (bytes) => {
    rest = rest.length === 0 ? Buffer.from(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength) : Buffer.concat([rest, bytes]);
    const messages: unknown[] = [];
    while (rest.length >= LENGTH_BYTES) {
      const length = rest.readUInt32BE(0);
      if (rest.length < LENGTH_BYTES + length) break;
      messages.push(advanced.deserializeMessage(rest.subarray(LENGTH_BYTES, LENGTH_BYTES + length)));
      rest = rest.subarray(LENGTH_BYTES + length);
    }
    return messages;
  };
}

function writeAdvanced(message: unknown): Uint8Array {
  const bytes = advanced.serializeMessage(message, LENGTH_BYTES);
  bytes.writeUInt32BE(bytes.length - LENGTH_BYTES, 0);
  return bytes;
}
