// SCHED_NONE, and datagrams: the workers share the listening socket, and the system chooses which one accepts.
import { createServerHandle } from "internal:node/net/listen";
import type { ClusterMessage } from "internal:node/cluster/messages";
import type { Worker } from "internal:node/cluster/worker";
import type { StreamHandle } from "internal:node/net/handle";
import defer * as datagrams from "internal:node/dgram/handle";

type Handle = StreamHandle | datagrams.DatagramHandle;
type Reply = (errno: number, reply: object | null, handle: Handle | null) => void;

/** One address that several workers listen on. */
export class SharedHandle {
  key: string;
  data: unknown;
  #workers = new Map<number, Worker>();
  #handle: Handle | null = null;
  #errno = 0;

  constructor(key: string, address: any, { port, addressType, fd, flags }: ClusterMessage) {
    this.key = key;
    const isDatagram = addressType === "udp4" || addressType === "udp6";
    const made = isDatagram
      ? bindDatagrams(address, port, addressType, flags)
      : createServerHandle(address, port, addressType, fd, flags);
    if (typeof made === "number") this.#errno = made;
    else this.#handle = made;
  }

  /** Adds a worker; `reply` is called with the socket, or with an errno. */
  add(worker: Worker, reply: Reply): void {
    this.#workers.set(worker.id, worker);
    reply(this.#errno, null, this.#handle);
  }

  /** Whether the worker listens on it. */
  has(worker: Worker): boolean {
    return this.#workers.has(worker.id);
  }

  /** Removes a worker. Returns whether it was the last one: then the socket is closed. */
  remove(worker: Worker): boolean {
    if (!this.#workers.delete(worker.id) || this.#workers.size !== 0) return false;
    this.#handle?.close();
    this.#handle = null;
    return true;
  }
}

function bindDatagrams(address: string, port: number, type: string, flags: number): datagrams.DatagramHandle | number {
  const handle = datagrams.openUdp(type === "udp6");
  const errno = handle.bind(address, port, flags);
  if (errno === 0) return handle;
  handle.close();
  return errno;
}
