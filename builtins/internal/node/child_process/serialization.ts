// Messages as bytes, in Node's two formats: lines of JSON, and V8's serialization with its length in front.
import { Buffer } from "internal:core/buffer";
import strings from "internal:core/string_decoder";
import defer * as advanced from "internal:node/child_process/advanced_messages";

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
    // Only what is new is searched: a large message comes in many pieces.
    const lines: string[] = decoder
      .write(Buffer.from(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength))
      .split(LINE_FEED);
    lines[0] = rest + lines[0];
    rest = lines.pop()!;
    return lines.map((line) => JSON.parse(line));
  };
}

function writeJson(message: unknown): Uint8Array {
  return Buffer.from(`${JSON.stringify(message)}${LINE_FEED}`, "utf8");
}

function advancedReader(): Reader {
  // Joined when a message is whole, so that a large one is not copied with every piece that comes.
  let pieces: any[] = [];
  let available = 0;
  let wanted = LENGTH_BYTES;
  return (bytes) => {
    pieces.push(Buffer.from(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength));
    available += bytes.length;
    const messages: unknown[] = [];
    if (available < wanted) return messages;
    let rest = pieces.length === 1 ? pieces[0] : Buffer.concat(pieces);
    wanted = LENGTH_BYTES;
    while (rest.length >= LENGTH_BYTES) {
      const end = LENGTH_BYTES + rest.readUInt32BE(0);
      if (rest.length < end) {
        wanted = end;
        break;
      }
      messages.push(advanced.deserializeMessage(rest.subarray(LENGTH_BYTES, end)));
      rest = rest.subarray(end);
    }
    pieces = rest.length === 0 ? [] : [rest];
    available = rest.length;
    return messages;
  };
}

function writeAdvanced(message: unknown): Uint8Array {
  const bytes = advanced.serializeMessage(message, LENGTH_BYTES);
  bytes.writeUInt32BE(bytes.length - LENGTH_BYTES, 0);
  return bytes;
}
