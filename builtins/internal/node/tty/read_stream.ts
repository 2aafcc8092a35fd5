// tty.ReadStream: a net.Socket over a terminal. It is read by the event loop, not by a blocked thread, so that the program can exit
// once it stops reading. https://nodejs.org/api/tty.html#class-ttyreadstream
import { safe } from "internal:core/bootstrap";
import { ERR_INVALID_FD, ERR_TTY_INIT_FAILED } from "internal:core/errors";
import { Socket } from "internal:node/net/socket";
import "internal:node/net/socket_options";
import { openTerminal } from "internal:node/net/handle";
import type { SocketConstructor, SocketOptions } from "internal:node/net/types";
import process from "internal:node/process";
import { setRawMode } from "native:stdio";
import defer * as bindings from "internal:node/tty/binding";

/** Terminals in raw mode, which is reset at exit. */
const rawTerminals = new Set<number>();

/** An instance of `tty.ReadStream`. */
export interface ReadStream extends Socket {
  fd: number;
  isRaw: boolean;
  isTTY: boolean;
}

/** `tty.ReadStream(fd, options)`. Callable without `new`. Throws ERR_INVALID_FD, ERR_TTY_INIT_FAILED. */
export const ReadStream = function ReadStream(
  this: ReadStream,
  fd: number,
  options?: SocketOptions,
): ReadStream | undefined {
  if (!((this as unknown) instanceof ReadStream)) return new (ReadStream as any)(fd, options);
  if (fd >> 0 !== fd || fd < 0) throw new ERR_INVALID_FD(fd);
  const handle = openTerminal(fd);
  if (typeof handle === "number")
    throw new ERR_TTY_INIT_FAILED({ errno: -22, code: "EINVAL", message: "invalid argument", syscall: "uv_tty_init" });
  // Programs call it on the handle of standard input (readline-sync).
  safe.defineProperty(handle, "setRawMode", { value: (isRaw: boolean) => bindings.modeResult(fd, isRaw) });
  Socket.call(this, { highWaterMark: 0, handle, manualStart: true, ...options });
  this.fd = fd;
  this.isRaw = false;
  this.isTTY = true;
} as unknown as SocketConstructor<ReadStream, [fd: number, options?: SocketOptions]>;
safe.setPrototypeOf(ReadStream.prototype, Socket.prototype);
safe.setPrototypeOf(ReadStream, Socket);

/** Delivers keys at once, without echo and interpretation; the previous mode is restored at exit. */
ReadStream.prototype.setRawMode = function setRaw(this: ReadStream, flag: boolean): ReadStream {
  const isRaw = Boolean(flag);
  try {
    changeMode(this.fd, isRaw);
  } catch (error) {
    this.emit("error", error);
    return this;
  }
  this.isRaw = isRaw;
  return this;
};

/** Sets the mode of a terminal, and restores it at exit. Throws the error of the system. */
export function changeMode(fd: number, isRaw: boolean): void {
  setRawMode(fd, isRaw);
  if (!isRaw) rawTerminals.delete(fd);
  else if (rawTerminals.add(fd).size === 1 && !process.listeners("exit").includes(restore)) process.on("exit", restore);
}

function restore(): void {
  for (const fd of rawTerminals) setRawMode(fd, false);
  rawTerminals.clear();
}
