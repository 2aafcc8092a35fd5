// The size limit of heads: 16 KiB, or the value of `--max-http-header-size`.
import { option } from "internal:core/launch";

const DEFAULT_BYTES = 16 * 1024;
let known = 0;

/** Bytes of a head, unless a server or a request sets its own limit (`http.maxHeaderSize`). */
export function maxHeaderSizeOfProcess(): number {
  if (known === 0) known = Number(option("--max-http-header-size")) || DEFAULT_BYTES;
  return known;
}
