// Deno.listenDatagram over the handles of UDP and of unix datagram sockets.
// https://docs.deno.com/api/deno/~/Deno.listenDatagram
import * as permissions from "internal:core/permissions";
import { PermissionKind } from "native:permissions";
import { validatePort } from "internal:core/validators";
import {
  type DatagramHandle,
  type DatagramEndpoint,
  WAITING,
  openUdp,
  openUnixDatagram,
} from "internal:node/dgram/handle";
import { DatagramBindFlags, DatagramOption } from "native:dgram";
import { isIP } from "internal:core/ip_address";
import { errors } from "internal:deno/errors";
import { numericAddress } from "internal:deno/net";
import { systemFailure } from "internal:deno/net_errors";

/** The capacity of the queue of received packets; later ones are dropped, as in the system's own buffer. */
const PACKETS_MAX = 1024;

type Packet = [bytes: Uint8Array, from: unknown];
interface Waiting {
  resolve(packet: Packet): void;
  reject(error: unknown): void;
}

function addressOf(place: DatagramEndpoint): unknown {
  if (place.family === "unix") return unixAddress(place.address === "" ? null : place.address);
  return Object.assign(Object.create(null), { hostname: place.address, port: place.port, transport: "udp" });
}

function unixAddress(path: string | null): object {
  return Object.assign(Object.create(null), { transport: "unixpacket", path });
}

/** `Deno.DatagramConn`. */
export class DatagramConn {
  #handle: DatagramHandle | null;
  #packets: Packet[] = [];
  #waiting: Waiting[] = [];
  readonly addr: unknown;

  /** @param path The path of a unix socket, null for one without; undefined for a UDP socket. */
  constructor(handle: DatagramHandle, path?: string | null) {
    this.#handle = handle;
    if (path === undefined) {
      const place: any = {};
      handle.getsockname(place);
      this.addr = addressOf(place);
    } else this.addr = unixAddress(path);
    handle.onMessage = (_handle, bytes, from) => {
      const packet: Packet = [new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength), addressOf(from)];
      const waiting = this.#waiting.shift();
      if (waiting !== undefined) waiting.resolve(packet);
      else if (this.#packets.length < PACKETS_MAX) this.#packets.push(packet);
    };
    handle.onError = (_handle, errno) => this.#waiting.shift()?.reject(systemFailure(errno));
  }

  #require(): DatagramHandle {
    if (this.#handle === null) throw new errors.BadResource("Bad resource ID");
    return this.#handle;
  }

  /** Resolves with the next packet and its sender; into `buffer` when it is given. */
  async receive(buffer?: Uint8Array): Promise<Packet> {
    const handle = this.#handle;
    if (handle === null) throw new errors.BadResource("Socket has been closed");
    const [bytes, from] =
      this.#packets.shift() ??
      (await new Promise<Packet>((resolve, reject) => {
        this.#waiting.push({ resolve, reject });
        handle.recvStart();
      }));
    if (buffer === undefined) return [bytes, from];
    const part = bytes.subarray(0, buffer.length);
    buffer.set(part);
    return [buffer.subarray(0, part.length), from];
  }

  /** Sends a packet. Resolves with its size. */
  async send(bytes: Uint8Array, to: any): Promise<number> {
    const { hostname, port, transport } = to;
    if (transport === "unixpacket")
      return this.#sent((done) => this.#require().sendToPath(bytes, requiredPath(to.path), done));
    if (permissions.isRestricted) permissions.checkHost(hostname, validatePort(port));
    const address = isIP(hostname) ? hostname : (await numericAddress(hostname))[0]!.address;
    const handle = this.#require();
    return this.#sent((done) => handle.send([bytes], address, validatePort(port), done));
  }

  #sent(send: (done: (errno: number, size: number) => void) => number): Promise<number> {
    return new Promise((resolve, reject) => {
      const result = send((errno, size) => (errno === 0 ? resolve(size) : reject(systemFailure(errno))));
      if (result === WAITING) return;
      if (result < 0) reject(systemFailure(result));
      else resolve(result);
    });
  }

  async joinMulticastV4(address: string, interfaceAddress: string): Promise<object> {
    return this.#join(address, interfaceAddress);
  }

  async joinMulticastV6(address: string, interfaceIndex: number): Promise<object> {
    return this.#join(address, interfaceIndex === 0 ? "" : `::%${interfaceIndex}`);
  }

  #join(address: string, interfaceAddress: string): object {
    const check = (errno: number): void => {
      if (errno !== 0) throw systemFailure(errno);
    };
    check(this.#require().setMembership(address, interfaceAddress, true));
    return {
      leave: async (): Promise<void> => check(this.#require().setMembership(address, interfaceAddress, false)),
      setLoopback: async (enabled: boolean): Promise<void> =>
        check(this.#require().setOption(DatagramOption.MULTICAST_LOOPBACK, enabled ? 1 : 0)),
      setTTL: async (ttl: number): Promise<void> => check(this.#require().setOption(DatagramOption.MULTICAST_TTL, ttl)),
    };
  }

  close(): void {
    this.#require().close();
    this.#handle = null;
    for (const waiting of this.#waiting.splice(0)) waiting.reject(new errors.BadResource("Socket has been closed"));
  }

  ref(): void {
    this.#handle?.ref();
  }
  unref(): void {
    this.#handle?.unref();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Packet> {
    for (;;) {
      let packet: Packet;
      try {
        packet = await this.receive();
      } catch (error) {
        if (error instanceof errors.BadResource) return;
        throw error;
      }
      yield packet;
    }
  }
}

/** `Deno.listenDatagram`. Throws AddrInUse or another of Deno's errors. */
export function listenDatagram(options: any): DatagramConn {
  if (options.transport === "unixpacket") return listenAtPath(options.path);
  const hostname: string = options.hostname ?? "127.0.0.1";
  const address = hostname === "localhost" ? "127.0.0.1" : hostname;
  const handle = openUdp(isIP(address) === 6);
  if (permissions.isRestricted) permissions.checkListening(hostname, address, validatePort(options.port));
  const errno = handle.bind(
    address,
    validatePort(options.port),
    options.reuseAddress ? DatagramBindFlags.SHARE_ADDRESS | DatagramBindFlags.SHARE_PORT : 0,
  );
  if (errno !== 0) {
    handle.close();
    throw systemFailure(errno);
  }
  if (options.loopback !== undefined) handle.setOption(DatagramOption.MULTICAST_LOOPBACK, options.loopback ? 1 : 0);
  return new DatagramConn(handle);
}

function requiredPath(path: unknown): string {
  if (typeof path !== "string") throw new TypeError("expected a path");
  return path;
}

/** A unix datagram socket; without a path it only sends, and gets no replies, so that it needs no permission. */
function listenAtPath(path: unknown): DatagramConn {
  const handle = openUnixDatagram();
  if (typeof handle === "number") throw systemFailure(handle);
  if (path === undefined || path === null) return new DatagramConn(handle, null);
  let errno = 0;
  try {
    errno = handle.bindPath(requiredPath(path));
  } catch (error) {
    handle.close();
    throw error;
  }
  if (errno === 0) return new DatagramConn(handle, path as string);
  handle.close();
  throw systemFailure(errno);
}
