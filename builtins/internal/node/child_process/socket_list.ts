// Connections that a server has sent to another process: the server queries how many are open there, and closes after the last of
// them. The messages are Node's.
import { EventEmitter } from "internal:core/events/emitter";
import type { ChannelTarget, InternalMessage } from "internal:node/child_process/channel";
import type { Server, Socket } from "internal:node/net/types";

/** The lists of one channel's target, by the server's key. */
const sent = new WeakMap<object, Map<string, SentList>>();
const received = new WeakMap<object, Map<string, ReceivedList>>();

/** The list of the sending process. `net.Server` calls `close` and `getConnections`. */
class SentList extends EventEmitter {
  key: string;
  child: ChannelTarget;
  constructor(child: ChannelTarget, key: string) {
    super();
    this.key = key;
    this.child = child;
    child.once("exit", () => this.emit("exit", this));
  }

  #request(message: object, reply: string, callback: (error: Error | null, reply?: InternalMessage) => void): void {
    const onExit = (): void => {
      this.child.removeListener("internalMessage", onReply);
      callback(new Error("Child process exited"));
    };
    const onReply = (received: InternalMessage): void => {
      if (received.cmd !== reply || received.key !== this.key) return;
      this.child.removeListener("internalMessage", onReply);
      this.removeListener("exit", onExit);
      callback(null, received);
    };
    this.once("exit", onExit);
    this.child.on("internalMessage", onReply);
    this.child._send(message, undefined, true);
  }

  /** Calls back when the other process has closed all of them, or has ended. */
  close(callback: (error: Error | null) => void): void {
    this.#request({ cmd: "NODE_SOCKET_NOTIFY_CLOSE", key: this.key }, "NODE_SOCKET_ALL_CLOSED", (error) =>
      callback(error),
    );
  }

  /** Calls back with the number of open connections there. */
  getConnections(callback: (error: Error | null, count?: number) => void): void {
    this.#request({ cmd: "NODE_SOCKET_GET_COUNT", key: this.key }, "NODE_SOCKET_COUNT", (error, reply) => {
      if (error) callback(error);
      else callback(null, reply!.count!);
    });
  }
}

/** The list of the receiving process. */
class ReceivedList extends EventEmitter {
  key: string;
  child: ChannelTarget;
  connections = 0;
  constructor(child: ChannelTarget, key: string) {
    super();
    this.key = key;
    this.child = child;
    child.on("internalMessage", (message: InternalMessage) => {
      if (message.key !== key) return;
      if (message.cmd === "NODE_SOCKET_NOTIFY_CLOSE") {
        if (this.connections === 0) this.#reportAllClosed();
        else this.once("empty", () => this.#reportAllClosed());
      } else if (message.cmd === "NODE_SOCKET_GET_COUNT") {
        if (child.connected) child._send({ cmd: "NODE_SOCKET_COUNT", key, count: this.connections });
      }
    });
  }

  #reportAllClosed(): void {
    if (this.child.connected) this.child._send({ cmd: "NODE_SOCKET_ALL_CLOSED", key: this.key }, undefined, true);
  }

  add(socket: Socket): void {
    this.connections++;
    socket.once("close", () => {
      this.connections--;
      if (this.connections === 0) this.emit("empty", this);
    });
  }
}

/** Records that a connection of `server` is sent to `target`. */
export function sentFrom(server: Server, target: ChannelTarget, key: string): void {
  let lists = sent.get(target);
  if (lists === undefined) sent.set(target, (lists = new Map()));
  if (lists.has(key)) return;
  const list = new SentList(target, key);
  lists.set(key, list);
  list.once("exit", () => lists.delete(key));
  server._setupWorker(list);
}

/** The list of the connections received from `target` for the server `key`. */
export function receivedFor(target: ChannelTarget, key: string): ReceivedList {
  let lists = received.get(target);
  if (lists === undefined) received.set(target, (lists = new Map()));
  let list = lists.get(key);
  if (list === undefined) lists.set(key, (list = new ReceivedList(target, key)));
  return list;
}
