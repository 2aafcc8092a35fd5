// `options.stdio`: what each descriptor of a child is.
import {
  ERR_INVALID_ARG_VALUE,
  ERR_INVALID_SYNC_FORK_INPUT,
  ERR_IPC_ONE_PIPE,
  ERR_IPC_SYNC_FORK,
} from "internal:core/errors";
import { isArrayBufferView } from "internal:core/util/types";
import defer * as inspecting from "internal:core/util/inspect";

/** What becomes of one descriptor. */
export interface Slot {
  type: "ignore" | "pipe" | "overlapped" | "inherit" | "fd" | "wrap";
  /** For `inherit`, `fd` and `wrap`: the descriptor of this process. */
  fd?: number;
  /** For `wrap`: the stream's handle. */
  handle?: any;
  stream?: any;
  isChannel?: boolean;
  readable?: boolean;
  writable?: boolean;
  input?: any;
}

/** The words of `native:child_process` for a descriptor that is none of this process's. */
const NOTHING = -1;
const PIPE = -2;

/** The list that a single word stands for. Throws ERR_INVALID_ARG_VALUE. */
export function stdioOfWord(word: string, channel?: "ipc"): any[] {
  const list: any[] = [];
  if (word === "ignore" || word === "overlapped" || word === "pipe") list.push(word, word, word);
  else if (word === "inherit") list.push(0, 1, 2);
  else throw new ERR_INVALID_ARG_VALUE("stdio", word);
  if (channel !== undefined) list.push(channel);
  return list;
}

/**
 * What `options.stdio` says, one slot for each descriptor, and which of them is the channel.
 * Throws ERR_INVALID_ARG_VALUE and, where `isSync`, the errors of what only an asynchronous child can have.
 */
export function slotsOf(stdio: any, isSync: boolean): { slots: Slot[]; channelIndex: number } {
  if (typeof stdio === "string") stdio = stdioOfWord(stdio);
  else if (!Array.isArray(stdio)) throw new ERR_INVALID_ARG_VALUE("stdio", stdio);
  const slots: Slot[] = [];
  let channelIndex = -1;
  for (let index = 0; index < Math.max(stdio.length, 3); index++) {
    const wanted = stdio[index] ?? (index < 3 ? "pipe" : "ignore");
    if (wanted === "ipc") {
      if (isSync) throw new ERR_IPC_SYNC_FORK();
      if (channelIndex !== -1) throw new ERR_IPC_ONE_PIPE();
      channelIndex = index;
      slots.push({ type: "pipe", isChannel: true });
    } else slots.push(slotOf(wanted, index, isSync));
  }
  return { slots, channelIndex };
}

function slotOf(wanted: any, index: number, isSync: boolean): Slot {
  if (wanted === "ignore") return { type: "ignore" };
  if (wanted === "pipe" || wanted === "overlapped" || (typeof wanted === "number" && wanted < 0)) {
    return { type: wanted === "overlapped" ? "overlapped" : "pipe", readable: index === 0, writable: index !== 0 };
  }
  if (wanted === "inherit") return { type: "inherit", fd: index };
  if (typeof wanted === "number" || typeof wanted.fd === "number")
    return { type: "fd", fd: typeof wanted === "number" ? wanted : wanted.fd };
  const handle = handleOf(wanted);
  if (handle !== undefined) return { type: "wrap", fd: handle.fd, handle, stream: wanted };
  if (isArrayBufferView(wanted) || typeof wanted === "string") {
    if (!isSync) throw new ERR_INVALID_SYNC_FORK_INPUT(inspecting.inspect(wanted));
    return { type: "pipe", readable: index === 0, writable: index !== 0, input: wanted };
  }
  throw new ERR_INVALID_ARG_VALUE("stdio", wanted);
}

/** The handle behind a stream, if there is one that has a descriptor. */
function handleOf(value: any): any {
  for (const candidate of [value, value.handle, value._handle]) {
    if (candidate !== null && typeof candidate === "object" && typeof candidate.fd === "number" && candidate.fd >= 0)
      return candidate;
  }
  return undefined;
}

/** The slots as `native:child_process` takes them. */
export function wordsOf(slots: Slot[]): Uint8Array {
  const words = new Int32Array(slots.length);
  for (let index = 0; index < slots.length; index++) {
    const slot = slots[index]!;
    words[index] = slot.type === "ignore" ? NOTHING : (slot.fd ?? PIPE);
  }
  return new Uint8Array(words.buffer);
}

/** The descriptors that `native:child_process` gives back. */
export function descriptorsOf(bytes: Uint8Array): Int32Array {
  return new Int32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
}
