// Encodes messages in Node's two formats: lines of JSON, and V8's serialization after its length.
import * as lists from "internal:core/lists";
import { Buffer } from "internal:core/buffer";
import strings from "internal:core/string_decoder";
import defer * as advanced from "internal:node/child_process/advanced_messages";

/** Decodes received bytes, in chunks of any size, into complete messages. */
export type Reader = (bytes: Uint8Array) => unknown[];
/** Encodes a message. */
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
  // Made on first use, since many channels transport no messages.
  let decoder: { write(bytes: Uint8Array): string } | undefined;
  let rest = "";
  return (bytes) => {
    decoder ??= new strings.StringDecoder("utf8") as { write(bytes: Uint8Array): string };
    // Searches only the new bytes: a large message arrives in many chunks.
    const lines = decoder
      .write(Buffer.from(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength))
      .split(LINE_FEED);
    lines[0] = rest + lines[0];
    rest = lists.pop(lines)!;
    return lists.map(lines, (line) => JSON.parse(line));
  };
}

function writeJson(message: unknown): Uint8Array {
  return Buffer.from(`${JSON.stringify(message)}${LINE_FEED}`, "utf8");
}

function advancedReader(): Reader {
  // Joined once a message is complete, so that a large one is not copied for every chunk.
  let chunks: any[] = [];
  let available = 0;
  let needed = LENGTH_BYTES;
  return (bytes) => {
    lists.push(chunks, Buffer.from(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength));
    available += bytes.length;
    const messages: unknown[] = [];
    if (available < needed) return messages;
    let rest = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
    needed = LENGTH_BYTES;
    while (rest.length >= LENGTH_BYTES) {
      const end = LENGTH_BYTES + rest.readUInt32BE(0);
      if (rest.length < end) {
        needed = end;
        break;
      }
      lists.push(messages, advanced.deserializeMessage(rest.subarray(LENGTH_BYTES, end)));
      rest = rest.subarray(end);
    }
    chunks = rest.length === 0 ? [] : [rest];
    available = rest.length;
    return messages;
  };
}

function writeAdvanced(message: unknown): Uint8Array {
  const bytes = advanced.serializeMessage(message, LENGTH_BYTES);
  bytes.writeUInt32BE(bytes.length - LENGTH_BYTES, 0);
  return bytes;
}
