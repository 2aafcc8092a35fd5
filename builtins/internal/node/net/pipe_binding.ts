// `process.binding("pipe_wrap")`: the handles of Unix sockets and pipes, for programs that use them without `node:net`. The
// permissions are those of the native functions that they call.
import { StreamHandle } from "internal:node/net/handle";
import { openPipe, StreamKind } from "native:net";

const constants = { SOCKET: 0, SERVER: 1, IPC: 2, UV_READABLE: 1, UV_WRITABLE: 2 };

/** A handle that is not connected yet; `type` is one of `constants`. */
class Pipe extends StreamHandle {
  constructor(type: number) {
    super(openPipe(), StreamKind.PIPE, type === constants.SERVER);
  }

  /** Binds it to a path. Returns 0 or minus the errno. */
  override bind(path: string): number {
    return this.bindPath(path);
  }
}

/** The request of `connect`, whose `oncomplete` is called with the result. */
class PipeConnectWrap {}

export const binding: object = { Pipe, PipeConnectWrap, constants };
