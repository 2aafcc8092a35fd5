// The text of a file in its encoding ("package data" of https://w3c.github.io/FileAPI/#packaging-data).
import { TextDecoder } from "web:encoding";

const CHARSET = /;\s*charset=\s*("[^"]*"|[^;\s]*)/i;

/** Decodes bytes in the encoding of a byte order mark, of `label` or of the MIME type, which is UTF-8 without any. */
export function textOf(bytes: Uint8Array, label: string | undefined, type: string): string {
  const charset = CHARSET.exec(type)?.[1]?.replaceAll('"', "");
  const decoder = markedDecoder(bytes) ?? decoderOf(label) ?? decoderOf(charset) ?? new TextDecoder();
  return decoder.decode(bytes as Uint8Array<ArrayBuffer>);
}

function markedDecoder([first, second, third]: Uint8Array): TextDecoder | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return new TextDecoder();
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be");
  return first === 0xff && second === 0xfe ? new TextDecoder("utf-16le") : undefined;
}

/** Labels of unknown encodings are ignored. */
function decoderOf(label: string | undefined): TextDecoder | undefined {
  if (label === undefined) return undefined;
  try {
    return new TextDecoder(label);
  } catch {
    return undefined;
  }
}
