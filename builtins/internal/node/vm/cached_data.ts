// "Cached data" of code: a digest of its source. It has no machine code: this engine does not store any, and starts without it.
import { Buffer } from "internal:node/buffer";
import * as zlib from "native:zlib";

const MARK = "brio";

/** The cached data of a source. */
export function cachedDataOf(code: string): any {
  const data = Buffer.alloc(MARK.length + 8);
  data.write(MARK);
  data.writeUInt32LE(code.length >>> 0, MARK.length);
  data.writeUInt32LE(zlib.crc32Text(code, 0), MARK.length + 4);
  return data;
}

/** Whether the bytes of a view are the cached data of a source. */
export function isCachedDataOf(code: string, { buffer, byteLength, byteOffset }: ArrayBufferView): boolean {
  return cachedDataOf(code).equals(Buffer.from(buffer, byteOffset, byteLength)) as boolean;
}
