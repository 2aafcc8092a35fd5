// Sockets over the pipes of a child, and streams that a child uses as its standard streams.
import { load } from "internal:core/bootstrap";
import { adoptDescriptor, openPair } from "internal:node/net/handle";
import { errnoException } from "internal:core/errors";
import type { DuplexStream, Socket, SocketHandle } from "internal:node/net/types";
import { closeDescriptor } from "native:net";

/** Marks a stream whose file descriptor a child uses. */
export const kIsUsedAsStdio = Symbol("kIsUsedAsStdio");

/** A stream that can be a child's standard stream. */
export interface StdioStream extends Partial<DuplexStream> {
  _handle?: SocketHandle | null;
  handle?: SocketHandle | null;
  [kIsUsedAsStdio]?: boolean;
}

/** A socket over a file descriptor, which it then owns. Throws the system's error when that is not a stream. */
export function socketOver(fd: number, readable: boolean): Socket {
  const handle = adoptDescriptor(fd);
  if (typeof handle === "number") throw errnoException(handle, "open");
  return new (load("internal:node/net").default.Socket)({ handle, readable });
}

/** The stream of a child that did not start: it ends at once. */
export function closedSocket(readable: boolean): Socket {
  const { handle, fd } = openPair();
  closeDescriptor(fd);
  return new (load("internal:node/net").default.Socket)({ handle, readable });
}

/** Stops reading from a stream that the child reads from here on. */
export function pauseForChild(stream: StdioStream): void {
  const handle = stream._handle ?? stream.handle;
  stream[kIsUsedAsStdio] = true;
  if (handle?.reading) handle.readStop();
  stream.pause?.();
  if (stream._readableState) stream._readableState.reading = false;
}
