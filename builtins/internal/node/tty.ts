// node:tty: reading from and writing to terminals. https://nodejs.org/api/tty.html
import { ERR_INVALID_FD, ERR_TTY_INIT_FAILED } from "internal:core/errors";
import { load } from "internal:core/bootstrap";
import { addLazy } from "internal:node/process/define";
import { isTerminal, TerminalWriteStream } from "internal:node/tty/streams";

/** Whether a file descriptor is a terminal; false for an invalid one. */
function isatty(fd: unknown): boolean {
  const number = fd as number;
  return Number.isInteger(number) && number >= 0 && number <= 2147483647 && isTerminal(number);
}

function WriteStream(fd: number): TerminalWriteStream {
  if (!(fd >= 0) || fd >> 0 !== fd) throw new ERR_INVALID_FD(fd);
  if (!isTerminal(fd))
    throw new ERR_TTY_INIT_FAILED({ errno: -22, code: "EINVAL", message: "invalid argument", syscall: "uv_tty_init" });
  return new TerminalWriteStream(fd);
}
WriteStream.prototype = TerminalWriteStream.prototype;

const tty: Record<string, unknown> = { isatty };
// It needs node:net, which `isatty` does not.
addLazy(tty, "ReadStream", () => load("internal:node/tty/read_stream").ReadStream);
tty.WriteStream = WriteStream;

export default tty;
