// Creates platform objects from the descriptions of `[kClone]` and `[kTransfer]`. Classes that are not loaded in this
// thread yet are loaded by their kind.
import { services } from "internal:core/bootstrap";
import { dataCloneError } from "internal:web/clone/kinds";
import { reviverOf } from "internal:web/clone/protocol";
import defer * as signals from "internal:web/abort_transfer";
import defer * as blobs from "web:blob";
import defer * as streams from "internal:web/web_streams/transfer";
import defer * as exceptions from "web:dom_exception";
import defer * as webKeys from "web:crypto_key";
import defer * as messages from "web:message_channel";
import defer * as histograms from "internal:web/performance/histogram";

/** The object of a description. Throws a DataCloneError for unknown kinds. */
export function revive(description: any): object {
  const { kind } = description;
  switch (kind) {
    case "Blob":
      return blobs.blobFromParts(requireParts(description.parts), `${description.type}`);
    case "File": {
      const content = blobs.blobFromParts(requireParts(description.parts), `${description.type}`);
      return blobs.fileFromBlob(content, `${description.name}`, Number(description.lastModified));
    }
    // The port is stored in the description for the event, which lists the ports of a message.
    case "MessagePort":
      return (description.port = messages.adoptPort(description.handle));
    case "AbortSignal":
      return signals.receiveSignal(description.handle);
    case "ReadableStream":
      return streams.receiveReadable(description.handle);
    case "Histogram":
      return histograms.reviveHistogram(description);
    case "QuotaExceededError":
      return exceptions.reviveQuotaExceededError(description);
    case "TransformStream":
      return streams.receiveTransform(description);
    case "WritableStream":
      return streams.receiveWritable(description.handle);
  }
  if (kind === "CryptoKey") return webKeys.reviveCryptoKey(description);
  const ofNode = services().reviveNodeObject(kind, description);
  if (ofNode !== undefined) return ofNode;
  const reviver = typeof kind === "string" ? reviverOf(kind) : undefined;
  if (reviver === undefined)
    throw dataCloneError(`An object of the unknown kind "${String(kind)}" could not be deserialized.`);
  return reviver(description);
}

function requireParts(parts: unknown): any[] {
  if (!Array.isArray(parts)) throw dataCloneError("Unable to deserialize cloned data.");
  for (const part of parts) {
    if (!(part instanceof Uint8Array) && typeof part?.bytes !== "function")
      throw dataCloneError("Unable to deserialize cloned data.");
  }
  return parts;
}
