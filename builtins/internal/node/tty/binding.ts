// `process.binding("tty_wrap")`: terminals by their descriptor, for programs that set the mode without `node:tty` (readline-sync).
import { changeMode } from "internal:node/tty/read_stream";
import { DescriptorKind, columns, kindOf, rows } from "native:stdio";

const EINVAL = -22;

/** A terminal. */
class TTY {
  readonly fd: number;

  /** Throws an error when the descriptor is not that of a terminal. */
  constructor(fd: number) {
    if (!isTTY(fd)) throw Object.assign(new Error("TTY_INIT_FAILED"), { errno: EINVAL, code: "EINVAL" });
    this.fd = fd;
  }

  /** Returns 0 or minus the errno, as a handle of Node. */
  setRawMode(isRaw: boolean): number {
    return modeResult(this.fd, isRaw);
  }

  /** Writes columns and rows into `size`. Returns 0 or minus the errno. */
  getWindowSize(size: number[]): number {
    size[0] = columns(this.fd);
    size[1] = rows(this.fd);
    return size[0] === 0 ? EINVAL : 0;
  }
}

/** Sets the mode of a terminal. Returns 0 or minus the errno. */
export function modeResult(fd: number, isRaw: boolean): number {
  try {
    changeMode(fd, Boolean(isRaw));
    return 0;
  } catch (error) {
    return (error as { errno?: number }).errno ?? EINVAL;
  }
}

function isTTY(fd: number): boolean {
  return kindOf(fd) === DescriptorKind.TERMINAL;
}

export const binding: object = { isTTY, TTY };
