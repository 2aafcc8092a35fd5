// What Bun's `console` has beyond the standard: `write`, and the lines of standard input. https://bun.com/docs/runtime/console
import process from "internal:node/process";
import { encodeUtf8 } from "internal:core/utf8";
import { TextDecoder } from "web:encoding";
import { writeBytes } from "native:stdio";

/** Writes strings and bytes to standard output as they are. Returns the number of bytes. */
export function write(...chunks: any[]): number {
  let count = 0;
  for (const chunk of chunks) {
    const bytes = ArrayBuffer.isView(chunk)
      ? new Uint8Array(chunk.buffer as ArrayBuffer, chunk.byteOffset, chunk.byteLength)
      : chunk instanceof ArrayBuffer
        ? new Uint8Array(chunk)
        : encodeUtf8(`${chunk}`);
    writeBytes(1, bytes);
    count += bytes.length;
  }
  return count;
}

/** The lines of standard input, without their line ends. */
export async function* lines(): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of process.stdin) {
    const parts = (rest + decoder.decode(chunk as Uint8Array, { stream: true })).split("\n");
    rest = parts.pop()!;
    yield* parts;
  }
  if (rest !== "") yield rest;
}
