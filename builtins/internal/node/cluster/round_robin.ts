// SCHED_RR: the primary accepts, and sends each connection to the worker that has been idle longest.
import net from "internal:node/net";
import { type ClusterMessage, sendTo } from "internal:node/cluster/messages";
import type { Worker } from "internal:node/cluster/worker";
import type { StreamHandle } from "internal:node/net/handle";
import type { Endpoint, Server } from "internal:node/net/types";
import { StreamBindFlags, StreamKind } from "native:net";

type Reply = (errno: number | null, reply: object | null, handle: object | null) => void;

/** One address that several workers listen on. */
export class RoundRobinHandle {
  key: string;
  data: unknown;
  #all = new Map<number, Worker>();
  /** Workers that are ready for a connection, the one that has been idle longest first. */
  #free = new Map<number, Worker>();
  /** Connections for which no worker is ready. */
  #pending: StreamHandle[] = [];
  #handle: StreamHandle | null = null;
  /** The server, until it listens. */
  #server: Server | null;

  constructor(
    key: string,
    address: string | null,
    { port, fd, flags, backlog, readableAll, writableAll }: ClusterMessage,
  ) {
    this.key = key;
    this.#server = net.createServer();
    if (fd! >= 0) this.#server.listen({ fd, backlog });
    else if (port >= 0)
      this.#server.listen({ port, host: address, ipv6Only: Boolean(flags & StreamBindFlags.IPV6_ONLY), backlog });
    else this.#server.listen({ path: address, backlog, readableAll, writableAll });
    this.#server.once("listening", () => {
      this.#handle = this.#server!._handle as StreamHandle;
      this.#handle.onConnection = (_listening, connection) => {
        if (connection !== null) this.#distribute(connection);
      };
      this.#server!._handle = null;
      this.#server = null;
    });
  }

  /** Adds a worker; `reply` is called as soon as the address is bound or could not be. */
  add(worker: Worker, reply: Reply): void {
    this.#all.set(worker.id, worker);
    const done = (): void => {
      const sockname: Endpoint = {};
      this.#handle!.getsockname(sockname);
      if (this.#handle!.kind === StreamKind.TCP) reply(null, { sockname }, null);
      else reply(null, null, null);
      // Connections may have been accepted before.
      this.#assign(worker);
    };
    if (this.#server === null) return done();
    this.#server.once("listening", done);
    this.#server.once("error", (error: { errno: number }) => reply(error.errno, null, null));
  }

  /** Whether the worker listens on it. */
  has(worker: Worker): boolean {
    return this.#all.has(worker.id);
  }

  /** Removes a worker. Returns whether it was the last one: then the address is released. */
  remove(worker: Worker): boolean {
    if (!this.#all.delete(worker.id)) return false;
    this.#free.delete(worker.id);
    if (this.#all.size !== 0) return false;
    for (const connection of this.#pending) connection.close();
    this.#pending = [];
    this.#handle?.close();
    this.#handle = null;
    return true;
  }

  #distribute(connection: StreamHandle): void {
    this.#pending.push(connection);
    for (const [id, worker] of this.#free) {
      this.#free.delete(id);
      this.#assign(worker);
      return;
    }
  }

  /** Sends the next pending connection to a worker. */
  #assign(worker: Worker): void {
    // It may have closed the server.
    if (!this.#all.has(worker.id)) return;
    const connection = this.#pending.shift();
    if (connection === undefined) {
      this.#free.set(worker.id, worker);
      return;
    }
    sendTo(worker.process, { act: "newconn", key: this.key }, connection, (reply) => {
      if (reply.accepted) connection.close();
      // The worker is exiting: another one gets the connection.
      else this.#distribute(connection);
      this.#assign(worker);
    });
  }
}
