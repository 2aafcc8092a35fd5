// SCHED_NONE, and datagrams: the workers get the listening socket itself, and the system decides who accepts.
import { createServerHandle } from "internal:node/net/listen";
import defer * as datagrams from "internal:node/dgram/handle";

type Reply = (errno: number, reply: object | null, handle: any) => void;

/** One address that workers listen on together. */
export class SharedHandle {
  key: string;
  data: unknown;
  #workers = new Map<number, any>();
  #handle: any = null;
  #errno = 0;

  constructor(key: string, address: any, { port, addressType, fd, flags }: any) {
    this.key = key;
    const isDatagram = addressType === "udp4" || addressType === "udp6";
    const made = isDatagram
      ? bindDatagrams(address, port, addressType, flags)
      : createServerHandle(address, port, addressType, fd, flags);
    if (typeof made === "number") this.#errno = made;
    else this.#handle = made;
  }

  /** Adds a worker; `reply` is called with the socket, or with the failure. */
  add(worker: any, reply: Reply): void {
    this.#workers.set(worker.id, worker);
    reply(this.#errno, null, this.#handle);
  }

  /** Whether the worker is one of those that listen. */
  has(worker: any): boolean {
    return this.#workers.has(worker.id);
  }

  /** Removes a worker. Returns whether it was the last one: then the socket is closed. */
  remove(worker: any): boolean {
    if (!this.#workers.delete(worker.id) || this.#workers.size !== 0) return false;
    this.#handle?.close();
    this.#handle = null;
    return true;
  }
}

function bindDatagrams(address: string, port: number, type: string, flags: number): any {
  const handle = datagrams.openUdp(type === "udp6");
  const errno = handle.bind(address, port, flags);
  if (errno === 0) return handle;
  handle.close();
  return errno;
}
