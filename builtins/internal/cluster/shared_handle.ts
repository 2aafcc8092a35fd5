// SCHED_NONE, and datagrams: the workers get the listening socket itself, and the system decides who accepts.
import { createServerHandle } from "internal:net/listen";
import { ERR_METHOD_NOT_IMPLEMENTED } from "internal:errors";

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
    if (addressType === "udp4" || addressType === "udp6") throw new ERR_METHOD_NOT_IMPLEMENTED("dgram sockets in a cluster");
    const made = createServerHandle(address, port, addressType, fd, flags);
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
