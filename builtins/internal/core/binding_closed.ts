// The assertion of node:zlib for work with a closed stream.
import { ERR_INTERNAL_ASSERTION } from "internal:core/errors";

/** Throws ERR_INTERNAL_ASSERTION, as Node does, when the native side of a stream is gone. */
export function assertBinding(handle: unknown): void {
  if (!handle) throw new ERR_INTERNAL_ASSERTION("zlib binding closed");
}
