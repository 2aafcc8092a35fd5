// Bun.udpSocket over UDP handles. https://bun.com/docs/runtime/networking/udp
import { Buffer } from "node:buffer";
import { errnoException, exceptionWithHostPort } from "internal:errors";
import { type DatagramHandle, type Place, BROADCAST, MULTICAST_LOOPBACK, MULTICAST_TTL, TTL, openUdp } from "internal:dgram/handle";
import { isIP } from "internal:net/ip";

const PORT_MAX = 65535;

function invalid(message: string): TypeError {
  return Object.assign(new TypeError(message), { code: "ERR_INVALID_ARG_TYPE" });
}

function portOf(value: unknown, least: number): number {
  const port = Number(value);
  if (!Number.isInteger(port) || port < least || port > PORT_MAX) throw invalid(`Expected "port" to be an integer between ${least} and ${PORT_MAX}`);
  return port;
}

type Data = string | ArrayBufferView | ArrayBuffer;

function bytesOf(data: Data): Uint8Array {
  if (typeof data === "string") return Buffer.from(data);
  return ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : new Uint8Array(data);
}

function place(handle: DatagramHandle, name: "getsockname" | "getpeername"): Place {
  const out: any = {};
  handle[name](out);
  return out;
}

/** What `Bun.udpSocket` resolves with. */
export class UDPSocket {
  #handle: DatagramHandle | null;
  #handlers: any;
  #isConnected: boolean;
  readonly hostname: string;
  readonly port: number;
  readonly address: Place;
  readonly remoteAddress: Place | undefined;
  readonly binaryType: string;

  constructor(handle: DatagramHandle, options: any, hostname: string) {
    this.#handle = handle;
    this.#handlers = options.socket ?? {};
    this.#isConnected = options.connect !== undefined;
    this.hostname = hostname;
    this.address = place(handle, "getsockname");
    this.port = this.address.port;
    this.remoteAddress = this.#isConnected ? place(handle, "getpeername") : undefined;
    this.binaryType = options.binaryType ?? "buffer";
    handle.onMessage = (_handle, bytes, from) => {
      this.#handlers.data?.(this, this.binaryType === "arraybuffer" ? bytes.buffer : this.binaryType === "uint8array" ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length) : bytes, from.port, from.address, { truncated: false, ipv6: isIP(from.address) === 6 });
    };
    handle.onError = (_handle, errno) => this.#handlers.error?.(this, errnoException(errno, "recv"));
    handle.recvStart();
  }

  #send(data: Data, port: number, address: string): boolean {
    if (this.#handle === null) throw new Error("Socket is closed");
    const answer = this.#handle.send([bytesOf(data)], address, port, () => this.#handlers.drain?.(this));
    const EAGAIN_LIKE = -1_000_000;
    if (answer < 0 && answer !== EAGAIN_LIKE) throw exceptionWithHostPort(answer, "send", address, port);
    return answer >= 0;
  }

  /** Sends a packet; with an address unless the socket is connected. False when it has to wait. */
  send(data: Data, port?: number, address?: string): boolean {
    if (this.#isConnected) {
      if (port !== undefined) throw invalid("Cannot specify destination on connected socket");
      return this.#send(data, 0, "");
    }
    if (address === undefined) throw invalid(`Expected 3 arguments, got ${port === undefined ? 1 : 2}`);
    const target = portOf(port, 1);
    const numeric = `${address}`;
    if (isIP(numeric) === 0) throw invalid("Invalid address");
    return this.#send(data, target, numeric);
  }

  /** Sends many: `[data, port, address, …]`, or `[data, …]` when connected. Returns how many were sent. */
  sendMany(packets: any[]): number {
    const step = this.#isConnected ? 1 : 3;
    if (packets.length % step !== 0) throw invalid("Expected 3 arguments for each packet");
    let sent = 0;
    for (let index = 0; index < packets.length; index += step) {
      const isSent = this.#isConnected ? this.send(packets[index]) : this.send(packets[index], packets[index + 1], packets[index + 2]);
      if (!isSent) break;
      sent++;
    }
    return sent;
  }

  #option(option: number, value: number, syscall: string): void {
    const errno = this.#handle?.setOption(option, value) ?? 0;
    if (errno !== 0) throw errnoException(errno, syscall);
  }

  setBroadcast(enabled: boolean): boolean { this.#option(BROADCAST, enabled ? 1 : 0, "setBroadcast"); return enabled; }
  setTTL(ttl: number): number { this.#option(TTL, ttl, "setTTL"); return ttl; }
  setMulticastTTL(ttl: number): number { this.#option(MULTICAST_TTL, ttl, "setMulticastTTL"); return ttl; }
  setMulticastLoopback(enabled: boolean): boolean { this.#option(MULTICAST_LOOPBACK, enabled ? 1 : 0, "setMulticastLoopback"); return enabled; }

  #check(errno: number, syscall: string): true {
    if (errno !== 0) throw errnoException(errno, syscall);
    return true;
  }
  #open(): DatagramHandle {
    if (this.#handle === null) throw new Error("Socket is closed");
    return this.#handle;
  }

  // Multicast: the interface that packets go out by, and groups to belong to.
  setMulticastInterface(address: string): boolean { return this.#check(this.#open().setMulticastInterface(`${address}`), "setMulticastInterface"); }
  addMembership(group: string, interfaceAddress = ""): boolean { return this.#check(this.#open().setMembership(`${group}`, interfaceAddress, true), "addMembership"); }
  dropMembership(group: string, interfaceAddress = ""): boolean { return this.#check(this.#open().setMembership(`${group}`, interfaceAddress, false), "dropMembership"); }
  addSourceSpecificMembership(source: string, group: string, interfaceAddress = ""): boolean {
    return this.#check(this.#open().setSourceMembership(`${source}`, `${group}`, interfaceAddress, true), "addSourceSpecificMembership");
  }
  dropSourceSpecificMembership(source: string, group: string, interfaceAddress = ""): boolean {
    return this.#check(this.#open().setSourceMembership(`${source}`, `${group}`, interfaceAddress, false), "dropSourceSpecificMembership");
  }

  /** Replaces the handlers. */
  reload(options: any): void { this.#handlers = options.socket ?? {}; }
  ref(): void { this.#handle?.ref(); }
  unref(): void { this.#handle?.unref(); }
  get closed(): boolean { return this.#handle === null; }
  close(): void {
    this.#handle?.close();
    this.#handle = null;
  }
}

/** `Bun.udpSocket`. Rejects with EADDRINUSE and the like. */
export async function udpSocket(options: any = {}): Promise<UDPSocket> {
  if (typeof options !== "object" || options === null) throw invalid("Expected an object");
  const hostname: string = options.hostname ?? "0.0.0.0";
  const address = hostname === "localhost" ? "127.0.0.1" : hostname;
  const port = portOf(options.port ?? 0, 0);
  const handle = openUdp(isIP(address) === 6);
  let errno = handle.bind(address, port, 0);
  let syscall = "bind";
  if (errno === 0 && options.connect !== undefined) {
    syscall = "connect";
    const target = options.connect.hostname === "localhost" ? "127.0.0.1" : options.connect.hostname;
    errno = handle.connect(target, portOf(options.connect.port, 1));
  }
  if (errno !== 0) {
    handle.close();
    throw exceptionWithHostPort(errno, syscall, hostname);
  }
  return new UDPSocket(handle, options, hostname);
}
