// `cluster.Worker`: the members in both the primary and the worker. Each adds its own `disconnect` and `destroy`.
import { EventEmitter } from "internal:core/events/emitter";
import type { ChannelTarget } from "internal:node/child_process/channel";

/** An instance of Worker. */
export interface Worker extends EventEmitter {
  id: number;
  /** The child in the primary, `process` in the worker. */
  process: ChannelTarget;
  state: string;
  exitedAfterDisconnect: boolean | undefined;
  destroy(...args: unknown[]): void;
  disconnect(): this;
  isConnected(): boolean;
  isDead(): boolean;
  kill(...args: unknown[]): void;
  send(...args: unknown[]): boolean;
}

interface WorkerConstructor {
  new (options?: { id?: number; process?: ChannelTarget; state?: string }): Worker;
  prototype: any;
}

/** The class. Callable without `new`. */
export const Worker = function Worker(this: Worker, options?: any): Worker | undefined {
  if (!((this as unknown) instanceof Worker)) return new (Worker as any)(options);
  EventEmitter.call(this as never);
  if (options === null || typeof options !== "object") options = {};
  this.exitedAfterDisconnect = undefined;
  this.state = options.state || "none";
  this.id = options.id | 0;
  if (options.process) {
    this.process = options.process;
    this.process.on("error", (code: unknown, signal: unknown) => this.emit("error", code, signal));
    this.process.on("message", (message: unknown, handle: unknown) => this.emit("message", message, handle));
  }
} as unknown as WorkerConstructor;
Object.setPrototypeOf(Worker.prototype, EventEmitter.prototype);
Object.setPrototypeOf(Worker, EventEmitter);
const prototype = Worker.prototype;

prototype.kill = function kill(this: Worker, ...args: unknown[]): void {
  this.destroy(...args);
};
prototype.send = function send(this: Worker, ...args: [message: unknown]): boolean {
  return this.process.send(...args);
};
prototype.isDead = function isDead(this: Worker): boolean {
  return this.process.exitCode != null || this.process.signalCode != null;
};
prototype.isConnected = function isConnected(this: Worker): boolean {
  return this.process.connected;
};
