// `cluster.Worker`: what primary and worker share. Each adds its own `disconnect` and `destroy`.
import { EventEmitter } from "internal:core/events/emitter";

/** The class. Callable without `new`. */
export const Worker: any = function Worker(this: any, options?: any): any {
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
};
Object.setPrototypeOf(Worker.prototype, EventEmitter.prototype);
Object.setPrototypeOf(Worker, EventEmitter);
const prototype = Worker.prototype;

prototype.kill = function kill(this: any, ...args: any[]): void {
  this.destroy(...args);
};
prototype.send = function send(this: any, ...args: any[]): boolean {
  return this.process.send(...args);
};
prototype.isDead = function isDead(this: any): boolean {
  return this.process.exitCode != null || this.process.signalCode != null;
};
prototype.isConnected = function isConnected(this: any): boolean {
  return this.process.connected;
};
