// `options.stdio`: what each file descriptor of a child becomes.
import * as lists from "internal:core/lists";
import {
  ERR_INVALID_ARG_VALUE,
  ERR_INVALID_SYNC_FORK_INPUT,
  ERR_IPC_ONE_PIPE,
  ERR_IPC_SYNC_FORK,
} from "internal:core/errors";
import { isArrayBufferView } from "internal:core/util/types";
import type { StdioStream } from "internal:node/child_process/sockets";
import defer * as inspecting from "internal:core/util/inspect";
import { StdioSource } from "native:child_process";

/** One file descriptor of a child. */
export interface Slot {
  type: "ignore" | "pipe" | "overlapped" | "inherit" | "fd" | "wrap";
  /** For `inherit`, `fd` and `wrap`: the file descriptor of this process. */
  fd?: number;
  /** For `wrap`: the stream's handle. */
  handle?: { fd: number };
  stream?: StdioStream;
  isChannel?: boolean;
  readable?: boolean;
  writable?: boolean;
  /** For a synchronous child: the bytes of its standard input. */
  input?: unknown;
}

/** The list that a single keyword abbreviates. Throws ERR_INVALID_ARG_VALUE. */
export function stdioOfKeyword(keyword: string, channel?: "ipc"): (string | number)[] {
  const list: (string | number)[] = [];
  if (keyword === "ignore" || keyword === "overlapped" || keyword === "pipe")
    lists.append(list, [keyword, keyword, keyword]);
  else if (keyword === "inherit") lists.append(list, [0, 1, 2]);
  else throw new ERR_INVALID_ARG_VALUE("stdio", keyword);
  if (channel !== undefined) lists.push(list, channel);
  return list;
}

/**
 * Parses `options.stdio`: one slot for each file descriptor, and the index of the channel.
 * Throws ERR_INVALID_ARG_VALUE and, where `isSync`, the errors for what only an asynchronous child can have.
 */
export function slotsOf(stdio: unknown, isSync: boolean): { slots: Slot[]; channelIndex: number } {
  if (typeof stdio === "string") stdio = stdioOfKeyword(stdio);
  else if (!Array.isArray(stdio)) throw new ERR_INVALID_ARG_VALUE("stdio", stdio);
  const list = stdio as unknown[];
  const slots: Slot[] = [];
  let channelIndex = -1;
  for (let index = 0; index < Math.max(list.length, 3); index++) {
    const value = list[index] ?? (index < 3 ? "pipe" : "ignore");
    if (value === "ipc") {
      if (isSync) throw new ERR_IPC_SYNC_FORK();
      if (channelIndex !== -1) throw new ERR_IPC_ONE_PIPE();
      channelIndex = index;
      lists.push(slots, { type: "pipe", isChannel: true });
    } else lists.push(slots, slotOf(value, index, isSync));
  }
  return { slots, channelIndex };
}

function slotOf(value: any, index: number, isSync: boolean): Slot {
  if (value === "ignore") return { type: "ignore" };
  if (value === "pipe" || value === "overlapped" || (typeof value === "number" && value < 0)) {
    return { type: value === "overlapped" ? "overlapped" : "pipe", readable: index === 0, writable: index !== 0 };
  }
  if (value === "inherit") return { type: "inherit", fd: index };
  if (typeof value === "number" || typeof value.fd === "number")
    return { type: "fd", fd: typeof value === "number" ? value : value.fd };
  const handle = handleOf(value);
  if (handle !== undefined) return { type: "wrap", fd: handle.fd, handle, stream: value };
  if (isArrayBufferView(value) || typeof value === "string") {
    if (!isSync) throw new ERR_INVALID_SYNC_FORK_INPUT(inspecting.inspect(value));
    return { type: "pipe", readable: index === 0, writable: index !== 0, input: value };
  }
  throw new ERR_INVALID_ARG_VALUE("stdio", value);
}

/** The handle of a stream, when it has a file descriptor. */
function handleOf(value: any): { fd: number } | undefined {
  for (const candidate of [value, value.handle, value._handle]) {
    if (candidate !== null && typeof candidate === "object" && typeof candidate.fd === "number" && candidate.fd >= 0)
      return candidate;
  }
  return undefined;
}

/** Encodes the slots for `native:child_process`. */
export function wordsOf(slots: Slot[]): Uint8Array {
  const words = new Int32Array(slots.length);
  for (let index = 0; index < slots.length; index++) {
    const slot = slots[index]!;
    words[index] = slot.type === "ignore" ? StdioSource.NOTHING : (slot.fd ?? StdioSource.PIPE);
  }
  return new Uint8Array(words.buffer);
}

/** Decodes the file descriptors of `native:child_process`. */
export function descriptorsOf(bytes: Uint8Array): Int32Array {
  return new Int32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
}
