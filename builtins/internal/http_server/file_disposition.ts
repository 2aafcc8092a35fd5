// The file name that Bun's servers send with a file that browsers save instead of showing it (RFC 6266).
import { type Blob, blobParts, isFile } from "web:blob";
import { latin1Slice } from "internal:core/buffer/decode";
import { encodeUtf8 } from "internal:core/utf8";
import { FileSource } from "internal:web/file_source";

/** Types that browsers show, or that pages load. */
const SHOWN = /^(?:text|image|audio|video|font)\/|^application\/(?:json|wasm)\s*(?:;|$)/i;
const CONTENT_TYPE = /\r\ncontent-type: *([^\r]*)/i;

/** `head` with a Content-Disposition for `blob`, unless the program has set one or the name cannot be quoted. */
export function withFileName(head: string, blob: Blob): string {
  const name = nameOf(blob);
  if (name === "" || /["\r\n\0]/.test(name) || /\r\ncontent-disposition:/i.test(head)) return head;
  const type = CONTENT_TYPE.exec(head);
  return type === null || SHOWN.test(type[1]!) ? head : `${head}Content-Disposition: filename="${asSent(name)}"\r\n`;
}

/** The bytes of the name in UTF-8, one character each: a head is sent as Latin-1. */
function asSent(name: string): string {
  const bytes = encodeUtf8(name);
  return latin1Slice(bytes, 0, bytes.length);
}

/** The name of a file, or the last part of the path that the bytes come from; empty for other Blobs. */
function nameOf(blob: Blob): string {
  const [first, second] = blobParts(blob);
  const name = isFile(blob) ? blob.name : first instanceof FileSource && second === undefined ? first.path : "";
  return name.slice(name.lastIndexOf("/") + 1);
}
