// net.BoundSocket: a local address that is bound now and listened on or connected from later.
// https://nodejs.org/api/net.html#class-netboundsocket
import {
  ERR_INVALID_ARG_VALUE,
  ERR_SOCKET_HANDLE_ADOPTED,
  errnoException,
  exceptionWithHostPort,
} from "internal:core/errors";
import { validateBoolean, validateObject, validatePort, validateString } from "internal:core/validators";
import { type StreamHandle, openPipe, openTcp } from "internal:node/net/handle";
import { StreamBindFlags } from "native:net";
import { isIP } from "internal:core/ip_address";
import { kBoundPath, kConsume } from "internal:node/net/symbols";
import type { Endpoint } from "internal:node/net/types";

/** Options of BoundSocket, as the program passes them: checked by the constructor. */
interface BoundSocketOptions {
  host?: unknown;
  port?: unknown;
  ipv6Only?: unknown;
  reusePort?: unknown;
  path?: unknown;
}

/** `net.BoundSocket`. */
export class BoundSocket {
  #handle: StreamHandle | null = null;
  #address: Endpoint = {};
  #path: string | undefined;

  constructor(options: BoundSocketOptions = {}) {
    validateObject(options, "options");
    if (options.path !== undefined) this.#bindPath(options);
    else this.#bindAddress(options);
  }

  #bindAddress(options: BoundSocketOptions): void {
    const port = validatePort(options.port ?? 0, "options.port");
    const ipv6Only = options.ipv6Only ?? false;
    validateBoolean(ipv6Only, "options.ipv6Only");
    const reusePort = options.reusePort ?? false;
    validateBoolean(reusePort, "options.reusePort");
    const host = options.host ?? (ipv6Only ? "::" : "0.0.0.0");
    validateString(host, "options.host");
    if (isIP(host) === 0) {
      throw new ERR_INVALID_ARG_VALUE(
        "options.host",
        host,
        "must be a numeric IP address; net.BoundSocket does not perform DNS resolution",
      );
    }
    const handle = openTcp(true);
    let errno = handle.bind(
      host,
      port,
      (ipv6Only ? StreamBindFlags.IPV6_ONLY : 0) | (reusePort ? StreamBindFlags.SHARE_PORT : 0),
    );
    // For listen() and connect() an address in use is reported later, here at once.
    if (errno === 0) errno = handle.delayedError;
    if (errno === 0) errno = handle.getsockname(this.#address);
    if (errno !== 0) {
      handle.close();
      throw exceptionWithHostPort(errno, "bind", host, port);
    }
    this.#handle = handle;
  }

  #bindPath(options: BoundSocketOptions): void {
    const { path } = options;
    for (const name of ["host", "port", "ipv6Only", "reusePort"] as const) {
      if (options[name] !== undefined) {
        throw new ERR_INVALID_ARG_VALUE(
          "options",
          options,
          "path is mutually exclusive with host, port, ipv6Only, and reusePort",
        );
      }
    }
    validateString(path, "options.path");
    const handle = openPipe(true);
    const errno = handle.bindPath(path);
    if (errno !== 0) {
      handle.close();
      throw errnoException(errno, "bind");
    }
    this.#handle = handle;
    this.#path = path;
  }

  #require(): StreamHandle {
    if (this.#handle === null) throw new ERR_SOCKET_HANDLE_ADOPTED();
    return this.#handle;
  }

  /** The local endpoint: `{ address, family, port }`, or the path. */
  address(): Endpoint | string {
    this.#require();
    return this.#path ?? this.#address;
  }

  /** The file descriptor, which this object still owns. */
  fd(): number {
    return this.#require().fd;
  }

  /** Releases the address. */
  close(): void {
    this.#require().close();
    this.#handle = null;
  }

  [Symbol.dispose](): void {
    this.#handle?.close();
    this.#handle = null;
  }

  [kConsume](): StreamHandle {
    const handle = this.#require();
    this.#handle = null;
    return handle;
  }

  get [kBoundPath](): string | undefined {
    return this.#path;
  }

  /** Whether it is a unix-domain socket. */
  get isPipe(): boolean {
    return this.#path !== undefined;
  }
}
