// SCHED_RR: the primary accepts, and hands each connection to the worker that has waited longest.
import net from "internal:node/net";
import { sendTo } from "internal:node/cluster/messages";

type Reply = (errno: number | null, reply: object | null, handle: any) => void;

/** One address that workers listen on together. */
export class RoundRobinHandle {
  key: string;
  data: unknown;
  #all = new Map<number, any>();
  /** Workers that wait for a connection, the one that has waited longest first. */
  #free = new Map<number, any>();
  #waiting: any[] = [];
  #handle: any = null;
  #server: any;

  constructor(key: string, address: any, { port, fd, flags, backlog, readableAll, writableAll }: any) {
    this.key = key;
    this.#server = (net.createServer as any)();
    if (fd >= 0) this.#server.listen({ fd, backlog });
    else if (port >= 0) this.#server.listen({ port, host: address, ipv6Only: Boolean(flags & 1), backlog });
    else this.#server.listen({ path: address, backlog, readableAll, writableAll });
    this.#server.once("listening", () => {
      this.#handle = this.#server._handle;
      this.#handle.onConnection = (_listening: unknown, connection: any) => {
        if (connection !== null) this.#distribute(connection);
      };
      this.#server._handle = null;
      this.#server = null;
    });
  }

  /** Adds a worker; `reply` is called as soon as the address is bound or could not be. */
  add(worker: any, reply: Reply): void {
    this.#all.set(worker.id, worker);
    const done = (): void => {
      const sockname: any = {};
      this.#handle.getsockname(sockname);
      if (this.#handle.kind === 1) reply(null, { sockname }, null);
      else reply(null, null, null);
      // Connections may have come in the meantime.
      this.#handOff(worker);
    };
    if (this.#server === null) return done();
    this.#server.once("listening", done);
    this.#server.once("error", (error: any) => reply(error.errno, null, null));
  }

  /** Whether the worker is one of those that listen. */
  has(worker: any): boolean {
    return this.#all.has(worker.id);
  }

  /** Removes a worker. Returns whether it was the last one: then the address is free again. */
  remove(worker: any): boolean {
    if (!this.#all.delete(worker.id)) return false;
    this.#free.delete(worker.id);
    if (this.#all.size !== 0) return false;
    for (const connection of this.#waiting) connection.close();
    this.#waiting = [];
    this.#handle?.close();
    this.#handle = null;
    return true;
  }

  #distribute(connection: any): void {
    this.#waiting.push(connection);
    for (const [id, worker] of this.#free) {
      this.#free.delete(id);
      this.#handOff(worker);
      return;
    }
  }

  #handOff(worker: any): void {
    // It may be closing the server.
    if (!this.#all.has(worker.id)) return;
    const connection = this.#waiting.shift();
    if (connection === undefined) {
      this.#free.set(worker.id, worker);
      return;
    }
    sendTo(worker.process, { act: "newconn", key: this.key }, connection, (reply) => {
      if (reply.accepted) connection.close();
      // The worker is going: another one takes it.
      else this.#distribute(connection);
      this.#handOff(worker);
    });
  }
}
