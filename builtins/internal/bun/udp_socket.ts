// Bun.udpSocket over UDP handles. https://bun.com/docs/runtime/networking/udp
import { Buffer } from "internal:node/buffer";
import { exceptionWithHostPort } from "internal:core/errors";
import { systemFailure } from "internal:bun/socket_options";
import { type DatagramHandle, type DatagramEndpoint, openUdp } from "internal:node/dgram/handle";
import { DatagramOption } from "native:dgram";
import { isIP } from "internal:core/ip_address";
import defer * as bunErrors from "internal:bun/errors";

const PORT_MAX = 65535;

function portOf(value: unknown, least: number): number {
  const port = Number(value);
  if (!Number.isInteger(port) || port < least || port > PORT_MAX)
    throw bunErrors.invalid(`Expected "port" to be an integer between ${least} and ${PORT_MAX}`);
  return port;
}

type Data = string | ArrayBufferView | ArrayBuffer;

function bytesOf(data: Data, place: string): Uint8Array {
  if (typeof data === "string") return Buffer.from(data);
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  throw bunErrors.invalid(`Expected ArrayBufferView or string as ${place}`);
}

/** The options as programs pass them. */
interface UdpOptions {
  hostname?: string;
  port?: number;
  socket?: UdpHandlers;
  connect?: { hostname: string; port: number };
  binaryType?: string;
  flags?: number;
}
interface UdpHandlers {
  data?: ((socket: UDPSocket, data: unknown, port: number, address: string, flags: object) => void) | null;
  drain?: ((socket: UDPSocket) => void) | null;
  error?: ((error: unknown) => void) | null;
}

/** The handlers of `options`. */
function handlersOf(options: UdpOptions): UdpHandlers {
  const handlers = options.socket;
  if (handlers === undefined) return {};
  if (typeof handlers !== "object" || handlers === null) throw bunErrors.invalid('Expected "socket" to be an object');
  for (const name of ["data", "drain", "error"] as const) {
    const handler = handlers[name];
    if (handler !== undefined && handler !== null && typeof handler !== "function")
      throw bunErrors.invalid(`Expected "socket.${name}" to be a function`);
  }
  return handlers;
}

function place(handle: DatagramHandle, name: "getsockname" | "getpeername"): DatagramEndpoint {
  const out: Partial<DatagramEndpoint> = {};
  handle[name](out);
  return out as DatagramEndpoint;
}

/** The socket that `Bun.udpSocket` resolves with. */
export class UDPSocket {
  #handle: DatagramHandle | null;
  #handlers: UdpHandlers;
  #isConnected: boolean;
  readonly hostname: string;
  readonly port: number;
  readonly address: DatagramEndpoint;
  readonly remoteAddress: DatagramEndpoint | undefined;
  readonly binaryType: string;

  constructor(handle: DatagramHandle, options: UdpOptions, hostname: string) {
    this.#handle = handle;
    this.#handlers = handlersOf(options);
    this.#isConnected = options.connect !== undefined;
    this.hostname = hostname;
    this.address = place(handle, "getsockname");
    this.port = this.address.port;
    this.remoteAddress = this.#isConnected ? place(handle, "getpeername") : undefined;
    this.binaryType = options.binaryType ?? "buffer";
    handle.onMessage = (_handle, bytes, from) => {
      try {
        this.#handlers.data?.(
          this,
          this.binaryType === "arraybuffer"
            ? bytes.buffer
            : this.binaryType === "uint8array"
              ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length)
              : bytes,
          from.port,
          from.address,
          { truncated: false, ipv6: isIP(from.address) === 6 },
        );
      } catch (error) {
        this.#fail(error);
      }
    };
    handle.onError = (_handle, errno) => this.#handlers.error?.(systemFailure(errno, "recv"));
    handle.recvStart();
  }

  // What another handler throws goes to the handler `error`.
  #fail(error: unknown): void {
    const { error: handler } = this.#handlers;
    if (typeof handler !== "function") throw error;
    handler(error);
  }

  #send(bytes: Uint8Array, port: number, address: string): boolean {
    if (this.#handle === null) throw new Error("Socket is closed");
    const result = this.#handle.send([bytes], address, port, () => this.#handlers.drain?.(this));
    const EAGAIN_LIKE = -1_000_000;
    if (result < 0 && result !== EAGAIN_LIKE) throw systemFailure(result, "send");
    return result >= 0;
  }

  /** Sends a packet; with an address unless the socket is connected. False when the packet is buffered. */
  send(data: Data, port?: number, address?: string): boolean {
    return this.#sendOne(data, port, address, arguments.length, "first argument");
  }

  #sendOne(
    data: Data,
    port: number | undefined,
    address: string | undefined,
    argumentCount: number,
    place: string,
  ): boolean {
    if (this.#isConnected) {
      if (port !== undefined) throw bunErrors.invalid("Cannot specify destination on connected socket");
      return this.#send(bytesOf(data, place), 0, "");
    }
    if (address === undefined) throw bunErrors.invalid(`Expected 3 arguments, got ${argumentCount}`);
    const bytes = bytesOf(data, place);
    const target = portOf(port, 1);
    const numeric = `${address}`;
    if (isIP(numeric) === 0) throw bunErrors.invalid("Invalid address");
    return this.#send(bytes, target, numeric);
  }

  /** Sends several packets: `[data, port, address, …]`, or `[data, …]` when connected. Returns the number of sent ones. */
  sendMany(packets: unknown[]): number {
    if (arguments.length === 0) throw bunErrors.invalid("Expected 1 argument, got 0");
    if (!Array.isArray(packets)) throw bunErrors.invalid("Expected first argument to be a array for 'sendMany'.");
    const step = this.#isConnected ? 1 : 3;
    if (packets.length % step !== 0) throw bunErrors.invalid("Expected 3 arguments for each packet");
    let sent = 0;
    for (let index = 0; index < packets.length; index += step) {
      const isSent = this.#isConnected
        ? this.#sendOne(packets[index] as Data, undefined, undefined, 1, "payload")
        : this.#sendOne(
            packets[index] as Data,
            packets[index + 1] as number,
            packets[index + 2] as string,
            3,
            "payload",
          );
      if (!isSent) break;
      sent++;
    }
    return sent;
  }

  #option(option: DatagramOption, value: number): void {
    const errno = this.#handle?.setOption(option, Math.trunc(Number(value)) || 0) ?? 0;
    if (errno !== 0) throw systemFailure(errno, "setsockopt");
  }

  setBroadcast(enabled: boolean): boolean {
    this.#option(DatagramOption.BROADCAST, enabled ? 1 : 0);
    return enabled;
  }
  setTTL(ttl: number): number {
    this.#option(DatagramOption.TTL, ttl);
    return Number(ttl);
  }
  setMulticastTTL(ttl: number): number {
    this.#option(DatagramOption.MULTICAST_TTL, ttl);
    return Number(ttl);
  }
  setMulticastLoopback(enabled: boolean): boolean {
    this.#option(DatagramOption.MULTICAST_LOOPBACK, enabled ? 1 : 0);
    return enabled;
  }

  #check(errno: number, syscall: string): true {
    if (errno !== 0) throw systemFailure(errno, syscall);
    return true;
  }
  #open(): DatagramHandle {
    if (this.#handle === null) throw new Error("Socket is closed");
    return this.#handle;
  }

  // Multicast: the interface that packets are sent on, and the groups.
  setMulticastInterface(address: string): boolean {
    return this.#check(this.#open().setMulticastInterface(`${address}`), "setMulticastInterface");
  }
  addMembership(group: string, interfaceAddress = ""): boolean {
    return this.#check(this.#open().setMembership(`${group}`, interfaceAddress, true), "addMembership");
  }
  dropMembership(group: string, interfaceAddress = ""): boolean {
    return this.#check(this.#open().setMembership(`${group}`, interfaceAddress, false), "dropMembership");
  }
  addSourceSpecificMembership(source: string, group: string, interfaceAddress = ""): boolean {
    return this.#check(
      this.#open().setSourceMembership(`${source}`, `${group}`, interfaceAddress, true),
      "addSourceSpecificMembership",
    );
  }
  dropSourceSpecificMembership(source: string, group: string, interfaceAddress = ""): boolean {
    return this.#check(
      this.#open().setSourceMembership(`${source}`, `${group}`, interfaceAddress, false),
      "dropSourceSpecificMembership",
    );
  }

  /** Replaces the handlers. */
  reload(options: UdpOptions): void {
    if (arguments.length === 0) throw bunErrors.invalid("Expected 1 argument");
    this.#handlers = handlersOf(options);
  }
  ref(): void {
    this.#handle?.ref();
  }
  unref(): void {
    this.#handle?.unref();
  }
  get closed(): boolean {
    return this.#handle === null;
  }
  close(): void {
    this.#handle?.close();
    this.#handle = null;
  }
}

/** `Bun.udpSocket`. Rejects with the system's errors, such as EADDRINUSE. */
export async function udpSocket(options: UdpOptions): Promise<UDPSocket> {
  if (typeof options !== "object" || options === null) throw bunErrors.invalid("Expected an object");
  const hostname: string = options.hostname ?? "0.0.0.0";
  if (typeof hostname !== "string") throw bunErrors.invalid('Expected "hostname" to be a string');
  handlersOf(options);
  const peer = peerOf(options.connect);
  const address = hostname === "localhost" ? "127.0.0.1" : hostname;
  const port = portOf(options.port ?? 0, 0);
  const handle = openUdp(isIP(address) === 6);
  let errno = handle.bind(address, port, 0);
  let syscall = "bind";
  if (errno === 0 && peer !== null) {
    syscall = "connect";
    errno = handle.connect(peer.hostname === "localhost" ? "127.0.0.1" : peer.hostname, peer.port);
  }
  if (errno !== 0) {
    handle.close();
    throw exceptionWithHostPort(errno, syscall, hostname);
  }
  return new UDPSocket(handle, options, hostname);
}

function peerOf(connect: UdpOptions["connect"]): { hostname: string; port: number } | null {
  if (connect === undefined) return null;
  if (typeof connect !== "object" || connect === null) throw bunErrors.invalid('Expected "connect" to be an object');
  const { hostname, port } = connect;
  if (typeof hostname !== "string") throw bunErrors.invalid('Expected "connect.hostname" to be a string');
  if (port === undefined || port === null) throw bunErrors.invalid('Expected "connect.port" to be an integer');
  const number = Number(port);
  if (!Number.isInteger(number) || number < 1 || number > PORT_MAX)
    throw bunErrors.invalid(`Expected "connect.port" to be an integer between 1 and ${PORT_MAX}`);
  return { hostname, port: number };
}
