// tty.ReadStream: a terminal that is read, a net.Socket over it. The loop waits for keys, so that nothing is in the way of the
// program's end once nobody reads. https://nodejs.org/api/tty.html#class-ttyreadstream
import { ERR_INVALID_FD, ERR_TTY_INIT_FAILED } from "internal:core/errors";
import { Socket } from "internal:node/net/socket";
import "internal:node/net/socket_options";
import { openTerminal } from "internal:node/net/handle";
import process from "internal:node/process";
import { setRawMode } from "native:stdio";

/** Terminals that are raw now. A process must not leave one behind like that. */
const rawTerminals = new Set<number>();

/** `tty.ReadStream(fd, options)`. Callable without `new`. Throws ERR_INVALID_FD, ERR_TTY_INIT_FAILED. */
export const ReadStream = function ReadStream(this: any, fd: any, options?: any): any {
  if (!((this as unknown) instanceof ReadStream)) return new (ReadStream as any)(fd, options);
  if (fd >> 0 !== fd || fd < 0) throw new ERR_INVALID_FD(fd);
  const handle = openTerminal(fd);
  if (typeof handle === "number")
    throw new ERR_TTY_INIT_FAILED({ errno: -22, code: "EINVAL", message: "invalid argument", syscall: "uv_tty_init" });
  Socket.call(this, { highWaterMark: 0, handle, manualStart: true, ...options });
  this.fd = fd;
  this.isRaw = false;
  this.isTTY = true;
} as any;
Object.setPrototypeOf(ReadStream.prototype, Socket.prototype);
Object.setPrototypeOf(ReadStream, Socket);

/** Gives keys at once, unseen and uninterpreted; the mode from before comes back when the process ends. */
ReadStream.prototype.setRawMode = function setRaw(this: any, flag: boolean): any {
  const isRaw = Boolean(flag);
  try {
    setRawMode(this.fd, isRaw);
  } catch (error) {
    this.emit("error", error);
    return this;
  }
  this.isRaw = isRaw;
  if (!isRaw) rawTerminals.delete(this.fd);
  else if (rawTerminals.add(this.fd).size === 1) process.once("exit", restore);
  return this;
};

function restore(): void {
  for (const fd of rawTerminals) setRawMode(fd, false);
  rawTerminals.clear();
}
