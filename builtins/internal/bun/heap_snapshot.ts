// `Bun.generateHeapSnapshot`.
import { engineSnapshot, v8Snapshot } from "internal:node/v8/heap_snapshot";
import { encodeUtf8 } from "native:buffer";

const NAME = "Bun.generateHeapSnapshot";

/**
 * A snapshot of this thread's heap after a collection: as an object in Web Inspector's format ("jsc", the default), or as JSON in V8's
 * format ("v8"), with "arraybuffer" as bytes. Throws a TypeError for another format.
 */
export function generateHeapSnapshot(format?: unknown, encoding?: unknown): unknown {
  if (format === undefined || format === "jsc") return JSON.parse(engineSnapshot(NAME));
  if (format !== "v8") throw new TypeError("Expected 'v8' or 'jsc' or undefined");
  const text = v8Snapshot(NAME);
  return encoding === "arraybuffer" ? encodeUtf8(text).buffer : text;
}
