// Bun.udpSocket over UDP handles. https://bun.com/docs/runtime/networking/udp
import { Buffer } from "node:buffer";
import { errnoException, exceptionWithHostPort } from "internal:errors";
import { validatePort } from "internal:validators";
import { type DatagramHandle, type Place, BROADCAST, MULTICAST_LOOPBACK, MULTICAST_TTL, TTL, openUdp } from "internal:dgram/handle";
import { isIP } from "internal:net/ip";

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
      this.#handlers.data?.(this, this.binaryType === "arraybuffer" ? bytes.buffer : this.binaryType === "uint8array" ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length) : bytes, from.port, from.address);
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
    if (this.#isConnected) return this.#send(data, 0, "");
    const numeric = `${address}`;
    if (isIP(numeric) === 0) throw new TypeError("Expected address to be an IP address");
    return this.#send(data, validatePort(port), numeric);
  }

  /** Sends many: `[data, port, address, …]`, or `[data, …]` when connected. Returns how many were sent. */
  sendMany(packets: any[]): number {
    const step = this.#isConnected ? 1 : 3;
    if (packets.length % step !== 0) throw new TypeError("Expected 3 arguments for each packet");
    let sent = 0;
    for (let index = 0; index < packets.length; index += step) {
      if (!this.send(packets[index], packets[index + 1], packets[index + 2])) break;
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
  const hostname: string = options.hostname ?? "0.0.0.0";
  const address = hostname === "localhost" ? "127.0.0.1" : hostname;
  const handle = openUdp(isIP(address) === 6);
  const port = validatePort(options.port ?? 0);
  let errno = handle.bind(address, port, 0);
  let syscall = "bind";
  if (errno === 0 && options.connect !== undefined) {
    syscall = "connect";
    const target = options.connect.hostname === "localhost" ? "127.0.0.1" : options.connect.hostname;
    errno = handle.connect(target, validatePort(options.connect.port));
  }
  if (errno !== 0) {
    handle.close();
    throw exceptionWithHostPort(errno, syscall, hostname, port);
  }
  return new UDPSocket(handle, options, hostname);
}
