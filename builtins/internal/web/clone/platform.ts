// Creates platform objects from the descriptions of `[kClone]` and `[kTransfer]`. Classes that are not loaded in this
// thread yet are loaded by their kind.
import { dataCloneError } from "internal:web/clone/kinds";
import { reviverOf } from "internal:web/clone/protocol";
import defer * as signals from "internal:web/abort_transfer";
import defer * as blobs from "web:blob";
import defer * as streams from "internal:web/web_streams/transfer";
import defer * as keyObjects from "internal:node/crypto/key_object";
import defer * as certificates from "internal:node/crypto/x509";
import defer * as webKeys from "web:crypto_key";
import defer * as messages from "web:message_channel";
import defer * as histograms from "internal:web/performance/histogram";
import defer * as blockLists from "internal:node/net/block_list";
import defer * as socketAddresses from "internal:node/net/socket_address";

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
    case "SocketAddress":
      return new socketAddresses.SocketAddress(description.options);
    case "BlockList":
      return blockLists.reviveBlockList(description);
    case "Histogram":
      return histograms.reviveHistogram(description);
    case "TransformStream":
      return streams.receiveTransform(description);
    case "WritableStream":
      return streams.receiveWritable(description.handle);
  }
  if (kind === "KeyObject") return keyObjects.reviveKeyObject(description);
  if (kind === "X509Certificate") return certificates.reviveCertificate(description);
  if (kind === "CryptoKey") return webKeys.reviveCryptoKey(description);
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
