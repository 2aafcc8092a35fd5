// UDP handles, and those of unix datagram sockets, the base of node:dgram, `Bun.udpSocket` and `Deno.listenDatagram`.
//
// Use: make one (`openUdp`, `adoptUdpDescriptor`), set `owner` and the functions below, `bind`, `receiveStart`. Each function is
// called as a task of its own, with the handle first:
//   onMessage(handle, bytes, sender)   a packet, a Buffer that belongs to the receiver
//   onError(handle, errno)             receiving failed, minus the errno
// Functions that fail return minus the errno. A handle stays alive until `close`.
import { asBuffer } from "internal:core/buffer/adopt";
import * as context from "internal:core/async/context";
import { option } from "internal:core/launch";
import { runWaitingTicks } from "internal:core/loop";
import { setImmediate } from "internal:core/timers";
import * as uncaught from "internal:core/uncaught";
import { formatIPv4, formatIPv6 } from "internal:node/net/socket_address";
import type { FastBuffer } from "internal:core/buffer/class";
import { DatagramEvent, type DatagramHandlers, NegatedSendResult, SenderWord } from "native:dgram";
import type { DatagramBindFlags, DatagramOption } from "native:dgram";
import * as native from "native:dgram";

/** The sender of a packet, or the address of a socket. */
export interface DatagramEndpoint {
  /** Of a unix socket its path; empty for none. */
  address: string;
  family: "IPv4" | "IPv6" | "unix";
  port: number;
}

type SendDone = (errno: number, size: number) => void;

/** Result of `send` for a buffered packet: the callback is called later. */
export const WAITING = -NegatedSendResult.QUEUED;

const RECEIVE_BYTES = 64 * 1024;
const ENOTCONN = -107;
const ECANCELED = -125;
/** Of `SenderWord.FAMILY`. */
const UNIX_FAMILY = 1;

const handles: (DatagramHandle | undefined)[] = [];
const receive = new Uint8Array(RECEIVE_BYTES);
/** Port, 4 or 6, scope, address. */
const sender = new Int32Array(SenderWord.COUNT);
let isInstalled = false;

let queues: boolean | undefined;

/** `--test-udp-no-try-send`: no packet is sent within the call of `send`. */
function queuesPackets(): boolean {
  return (queues ??= option("--test-udp-no-try-send") !== undefined);
}

/** The open handles. */
export function openHandles(): DatagramHandle[] {
  return handles.filter((handle): handle is DatagramHandle => handle !== undefined && handle.id >= 0);
}

/** The open handles that keep the process alive. */
export function referencedHandles(): DatagramHandle[] {
  return openHandles().filter((handle) => handle.hasRef());
}

/** A UDP socket. */
export class DatagramHandle {
  /** The number of the native handle; -1 once closed. */
  id: number;
  owner: any = null;
  onMessage: (handle: DatagramHandle, bytes: FastBuffer, from: DatagramEndpoint) => void = ignore;
  onError: (handle: DatagramHandle, errno: number) => void = ignore;
  closeDone: (() => void) | null = null;
  isReferenced = true;
  scope: context.Scope | undefined;
  pending = new Map<number, SendDone>();
  nextPacket = 1;
  #queuedPackets = 0;
  #queuedBytes = 0;

  constructor(id: number) {
    if (!isInstalled) {
      isInstalled = true;
      const handlers: DatagramHandlers = { message: onMessage, event: onEvent };
      native.setHandlers(handlers, receive, sender);
    }
    this.id = id;
    this.scope = context.capture("UDPWRAP", this);
    handles[id] = this;
  }

  /** The file descriptor; -1 without one. */
  get fd(): number {
    return this.id < 0 ? -1 : native.descriptorOf(this.id);
  }
  getAsyncId(): number {
    return this.scope?.asyncId ?? 0;
  }

  /** Binds to a local address. */
  bind(address: string, port: number, flags: DatagramBindFlags): number {
    return native.bind(this.id, address, port, flags);
  }
  connect(address: string, port: number): number {
    return native.connect(this.id, address, port);
  }
  disconnect(): number {
    return native.disconnect(this.id);
  }
  recvStart(): number {
    return native.receiveStart(this.id);
  }
  recvStop(): number {
    if (this.id >= 0) native.receiveStop(this.id);
    return 0;
  }

  /**
   * Sends the views as one packet, to a numeric address or (empty) the connected peer. Returns the size, minus the errno, or `WAITING`
   * when `done(errno, size)` follows.
   */
  send(chunks: readonly ArrayBufferView[], address: string, port: number, done: SendDone): number {
    if (queuesPackets()) return this.#queue(chunks, address, port, context.bindOnce("UDPSENDWRAP", done));
    return this.#sendNow(chunks, address, port, () => context.bindOnce("UDPSENDWRAP", done));
  }

  /** `doneOf` returns the function to call for a packet that waits. */
  #sendNow(chunks: readonly ArrayBufferView[], address: string, port: number, doneOf: () => SendDone): number {
    const number = this.nextPacket++ | 0;
    const result = native.send(this.id, chunks, address, port, number >>> 0);
    if (result === WAITING) this.pending.set(number, doneOf());
    return result;
  }

  /** Sends in the next turn of the loop. */
  #queue(chunks: readonly ArrayBufferView[], address: string, port: number, done: SendDone): number {
    const bytes = chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0);
    this.#queuedPackets++;
    this.#queuedBytes += bytes;
    setImmediate(() => {
      this.#queuedPackets--;
      this.#queuedBytes -= bytes;
      const result = this.id < 0 ? ECANCELED : this.#sendNow(chunks, address, port, () => done);
      if (result !== WAITING) done(Math.min(result, 0), Math.max(result, 0));
    });
    return WAITING;
  }

  /** Binds a unix socket to a path. */
  bindPath(path: string): number {
    return native.bindPath(this.id, path);
  }
  /** `send` to the unix socket at a path. */
  sendToPath(bytes: ArrayBufferView, path: string, done: SendDone): number {
    const number = this.nextPacket++ | 0;
    const result = native.sendToPath(this.id, [bytes], path, number >>> 0);
    if (result === WAITING) this.pending.set(number, context.bindOnce("UDPSENDWRAP", done));
    return result;
  }

  setOption(option: DatagramOption, value: number): number {
    return native.setOption(this.id, option, value);
  }
  setMulticastInterface(address: string): number {
    return native.setMulticastInterface(this.id, address);
  }
  setMembership(group: string, interfaceAddress: string, joins: boolean): number {
    return native.setMembership(this.id, group, interfaceAddress, joins);
  }
  setSourceMembership(source: string, group: string, interfaceAddress: string, joins: boolean): number {
    return native.setSourceMembership(this.id, source, group, interfaceAddress, joins);
  }
  /** The size of the system's buffer; a `size` above 0 sets it first. */
  bufferSize(size: number, receives: boolean): number {
    return native.bufferSize(this.id, size, receives);
  }
  // Never -0.
  getSendQueueSize(): number {
    return native.waitingBytes(this.id) + this.#queuedBytes + 0;
  }
  getSendQueueCount(): number {
    return native.waitingPackets(this.id) + this.#queuedPackets;
  }
  getsockname(out: object): number {
    return describe(native.localEndpoint(this.id), out);
  }
  getpeername(out: object): number {
    return describe(native.remoteEndpoint(this.id), out);
  }

  ref(): void {
    this.#reference(true);
  }
  unref(): void {
    this.#reference(false);
  }
  hasRef(): boolean {
    return this.id >= 0 && this.isReferenced;
  }
  #reference(referenced: boolean): void {
    this.isReferenced = referenced;
    if (this.id >= 0) native.setReferenced(this.id, referenced);
  }

  /** Closes at once. `done` is called in the closing phase of the turn. */
  close(done?: () => void): void {
    if (this.id < 0) return;
    this.closeDone = done ?? null;
    const id = this.id;
    this.id = -1;
    native.close(id);
  }
}

function describe(end: native.Endpoint | null, out: object): number {
  if (end === null) return ENOTCONN;
  Object.assign(out, end);
  return 0;
}

/** Makes a UDP handle without a socket yet. */
export function openUdp(isIPv6: boolean): DatagramHandle {
  return new DatagramHandle(native.open(isIPv6));
}

/** Makes a handle of a unix datagram socket; or minus the errno. */
export function openUnixDatagram(): DatagramHandle | number {
  const id = native.openUnix();
  return id < 0 ? id : new DatagramHandle(id);
}

/** Makes a handle over an open UDP socket, which it then owns; or minus the errno. */
export function adoptUdpDescriptor(fd: number): DatagramHandle | number {
  const id = native.openDescriptor(fd);
  return id < 0 ? id : new DatagramHandle(id);
}

function ignore(): void {}

// Most packets are from the same sender: the string of the last address is cached.
const lastSender = new Int32Array(SenderWord.COUNT);
let lastAddress = "";

function senderAddress(): string {
  let isSame = lastAddress !== "";
  for (let index: number = SenderWord.FAMILY; index < 7 && isSame; index++)
    isSame = sender[index] === lastSender[index];
  if (isSame) return lastAddress;
  lastSender.set(sender);
  if (sender[SenderWord.FAMILY] === 4) return (lastAddress = formatIPv4(sender[SenderWord.ADDRESS]!));
  const groups: number[] = [];
  for (let index: number = SenderWord.ADDRESS; index < SenderWord.COUNT; index++)
    groups.push(sender[index]! >>> 16, sender[index]! & 0xffff);
  const formatted = formatIPv6(groups);
  return (lastAddress =
    sender[SenderWord.SCOPE] === 0 ? formatted : `${formatted}%${native.interfaceName(sender[SenderWord.SCOPE]!)}`);
}

function onMessage(id: number, length: number): void {
  const handle = handles[id];
  if (handle === undefined) return;
  const saved = handle.scope === undefined ? undefined : context.enter(handle.scope);
  try {
    const family = sender[SenderWord.FAMILY];
    const from: DatagramEndpoint =
      family === UNIX_FAMILY
        ? { address: native.senderPath() ?? "", family: "unix", port: 0 }
        : { address: senderAddress(), family: family === 4 ? "IPv4" : "IPv6", port: sender[SenderWord.PORT]! };
    handle.onMessage(handle, asBuffer(receive.slice(0, length)), from);
  } catch (error) {
    uncaught.handle(error);
  }
  if (saved !== undefined) context.leave(saved);
  runWaitingTicks();
}

function onEvent(id: number, kind: DatagramEvent, value: number, size: number): void {
  const handle = handles[id];
  if (handle === undefined) return;
  const saved = handle.scope === undefined ? undefined : context.enter(handle.scope);
  try {
    if (kind === DatagramEvent.RECEIVE_FAILED) handle.onError(handle, -value);
    else if (kind === DatagramEvent.SENT) {
      const done = handle.pending.get(value);
      handle.pending.delete(value);
      done?.(size < 0 ? size : 0, size);
    } else if (kind === DatagramEvent.CLOSED) {
      handles[id] = undefined;
      handle.closeDone?.();
      if (handle.scope !== undefined) context.destroyed(handle.scope);
    }
  } catch (error) {
    uncaught.handle(error);
  }
  if (saved !== undefined) context.leave(saved);
  runWaitingTicks();
}
