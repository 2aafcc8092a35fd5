// node:tty: terminals, to be read and written. https://nodejs.org/api/tty.html
import { ERR_INVALID_FD, ERR_TTY_INIT_FAILED } from "internal:core/errors";
import { load } from "internal:core/bootstrap";
import { addLazy } from "internal:node/process/define";
import { isTerminal, TerminalWriteStream } from "internal:node/tty/streams";

/** Whether a descriptor is a terminal; false for anything that is no descriptor. */
function isatty(fd: any): boolean {
  return Number.isInteger(fd) && fd >= 0 && fd <= 2147483647 && isTerminal(fd);
}

function WriteStream(fd: any): any {
  if (!(fd >= 0) || fd >> 0 !== fd) throw new ERR_INVALID_FD(fd);
  if (!isTerminal(fd))
    throw new ERR_TTY_INIT_FAILED({ errno: -22, code: "EINVAL", message: "invalid argument", syscall: "uv_tty_init" });
  return new TerminalWriteStream(fd);
}
WriteStream.prototype = TerminalWriteStream.prototype;

const tty: any = { isatty };
// It stands on node:net, which `isatty` has no use for.
addLazy(tty, "ReadStream", () => load("internal:node/tty/read_stream").ReadStream);
tty.WriteStream = WriteStream;

export default tty;
