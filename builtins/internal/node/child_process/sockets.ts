// Streams over this end of a child's pipes, and streams that a child uses as one of its descriptors.
import { load } from "internal:core/bootstrap";
import { adoptDescriptor, openPair } from "internal:node/net/handle";
import { errnoException } from "internal:core/errors";
import { closeDescriptor } from "native:net";

/** Marks a stream that a child reads from or writes to by itself. */
export const kIsLent = Symbol("kIsUsedAsStdio");

/** A socket over a descriptor, which it owns from now on. Throws the system's error when it is no stream. */
export function socketOver(fd: number, readable: boolean): any {
  const handle = adoptDescriptor(fd);
  if (typeof handle === "number") throw errnoException(handle, "open");
  return new (load("internal:node/net").default.Socket)({ handle, readable });
}

/** The stream of a child that did not start: nobody is at its other end, so it ends at once. */
export function closedSocket(readable: boolean): any {
  const { handle, fd } = openPair();
  closeDescriptor(fd);
  return new (load("internal:node/net").default.Socket)({ handle, readable });
}

/** Stops reading from a stream whose bytes are the child's from now on. */
export function lend(stream: any): void {
  const handle = stream._handle ?? stream.handle;
  stream[kIsLent] = true;
  if (handle?.reading) handle.readStop();
  stream.pause?.();
  if (stream._readableState) stream._readableState.reading = false;
}
