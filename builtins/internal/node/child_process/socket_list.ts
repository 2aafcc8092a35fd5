// Connections that a server gave to another process: the server asks there how many are open, and waits for the last of
// them when it closes. The messages are Node's.
import { EventEmitter } from "internal:core/events/emitter";

/** The lists of one channel's target, by the server's key. */
const sent = new WeakMap<object, Map<string, SentList>>();
const received = new WeakMap<object, Map<string, ReceivedList>>();

/** The list of the process that gave connections away. `net.Server` calls `close` and `getConnections`. */
class SentList extends EventEmitter {
  key: string;
  child: any;
  constructor(child: any, key: string) {
    super();
    this.key = key;
    this.child = child;
    child.once("exit", () => this.emit("exit", this));
  }

  #ask(message: object, reply: string, callback: (error: Error | null, answer?: any) => void): void {
    const onExit = (): void => {
      this.child.removeListener("internalMessage", onReply);
      callback(new Error("Child process exited"));
    };
    const onReply = (answer: any): void => {
      if (answer.cmd !== reply || answer.key !== this.key) return;
      this.child.removeListener("internalMessage", onReply);
      this.removeListener("exit", onExit);
      callback(null, answer);
    };
    this.once("exit", onExit);
    this.child.on("internalMessage", onReply);
    this.child._send(message, undefined, true);
  }

  /** Calls back when the other process has closed all of them, or has ended. */
  close(callback: (error: Error | null) => void): void {
    this.#ask({ cmd: "NODE_SOCKET_NOTIFY_CLOSE", key: this.key }, "NODE_SOCKET_ALL_CLOSED", (error) => callback(error));
  }

  /** Calls back with how many are open there. */
  getConnections(callback: (error: Error | null, count?: number) => void): void {
    this.#ask({ cmd: "NODE_SOCKET_GET_COUNT", key: this.key }, "NODE_SOCKET_COUNT", (error, answer) => {
      if (error) callback(error);
      else callback(null, answer.count);
    });
  }
}

/** The list of the process that got them. */
class ReceivedList extends EventEmitter {
  key: string;
  child: any;
  connections = 0;
  constructor(child: any, key: string) {
    super();
    this.key = key;
    this.child = child;
    child.on("internalMessage", (message: any) => {
      if (message.key !== key) return;
      if (message.cmd === "NODE_SOCKET_NOTIFY_CLOSE") {
        if (this.connections === 0) this.#tellAllClosed();
        else this.once("empty", () => this.#tellAllClosed());
      } else if (message.cmd === "NODE_SOCKET_GET_COUNT") {
        if (child.connected) child._send({ cmd: "NODE_SOCKET_COUNT", key, count: this.connections });
      }
    });
  }

  #tellAllClosed(): void {
    if (this.child.connected) this.child._send({ cmd: "NODE_SOCKET_ALL_CLOSED", key: this.key }, undefined, true);
  }

  add(socket: any): void {
    this.connections++;
    socket.once("close", () => {
      this.connections--;
      if (this.connections === 0) this.emit("empty", this);
    });
  }
}

/** Notes that a connection of `server` goes to `target`. */
export function sentFrom(server: any, target: any, key: string): void {
  let lists = sent.get(target);
  if (lists === undefined) sent.set(target, (lists = new Map()));
  if (lists.has(key)) return;
  const list = new SentList(target, key);
  lists.set(key, list);
  list.once("exit", () => lists.delete(key));
  server._setupWorker(list);
}

/** The list of what came from `target` for the server `key`. */
export function receivedFor(target: any, key: string): ReceivedList {
  let lists = received.get(target);
  if (lists === undefined) received.set(target, (lists = new Map()));
  let list = lists.get(key);
  if (list === undefined) lists.set(key, (list = new ReceivedList(target, key)));
  return list;
}
