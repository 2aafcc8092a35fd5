// The global scope of a Web worker (https://html.spec.whatwg.org/#dedicated-workers-and-the-dedicatedworkerglobalscope-interface):
// `postMessage`, `onmessage`, `close` and the listeners of the global object itself. Evaluated in workers of Bun and Deno.
import { onPortMessage, postTo } from "internal:web/messaging";
import { workerStart } from "internal:core/worker_state";
import defer * as messageEvents from "web:message_event";
import {
  defineEventHandler,
  EventTarget,
  initEventTarget,
  kCreateEvent,
  kHybridDispatch,
  kNewListener,
  kRemoveListener,
  kTrustEvent,
} from "web:event_target";
import { transferListOf } from "internal:web/worker/transfer_list";
import { deserialize, type Serialized, serialize } from "web:structured_clone";
import { ERR_CONSTRUCT_CALL_INVALID } from "internal:core/errors";
import * as messaging from "native:messaging";
import { close as closeThread } from "native:worker";

class WorkerGlobalScope extends EventTarget {
  constructor() {
    super();
    throw new ERR_CONSTRUCT_CALL_INVALID();
  }
}

class DedicatedWorkerGlobalScope extends WorkerGlobalScope {
  override [kNewListener](size: number, type: string, ...rest: unknown[]): void {
    (super[kNewListener] as any)(size, type, ...rest);
    if (type === "message" && size === 1) listen();
  }
  override [kRemoveListener](size: number, type: string, ...rest: unknown[]): void {
    (super[kRemoveListener] as any)(size, type, ...rest);
    if (type === "message" && size === 0) messaging.unref(workerStart()!.port);
  }
  override [kCreateEvent](data: unknown, type: string): messageEvents.MessageEvent {
    return new messageEvents.MessageEvent(type, { data, [kTrustEvent]: true });
  }
}
for (const scope of [WorkerGlobalScope, DedicatedWorkerGlobalScope]) {
  Object.defineProperty(scope.prototype, Symbol.toStringTag, { value: scope.name, configurable: true });
}
for (const name of ["message", "messageerror", "error"]) defineEventHandler(DedicatedWorkerGlobalScope.prototype, name);

let isOwned = false;

// The port is opened with the first listener, so that a worker that only computes ends by itself.
function own(): number {
  const { port } = workerStart()!;
  if (!isOwned) {
    isOwned = true;
    messaging.own(port);
    onPortMessage(port, { receiveMessage, readsAtOnce: true, portClosed() {} });
  }
  return port;
}

function listen(): void {
  const port = own();
  messaging.ref(port);
  messaging.start(port);
}

function receiveMessage({ bytes, transferred }: Serialized): void {
  const scope = globalThis as unknown as WorkerGlobalScope;
  let event: messageEvents.MessageEvent;
  try {
    const data = deserialize(bytes, transferred);
    const ports = transferred.map((item) => (item as { port?: object }).port).filter((port) => port !== undefined);
    event = new messageEvents.MessageEvent("message", { data, ports, [kTrustEvent]: true });
  } catch (error) {
    event = new messageEvents.MessageEvent("messageerror", { data: error, [kTrustEvent]: true });
  }
  scope[kHybridDispatch](event, event.type, event);
}

/** Sends a clone of `message` to the parent. Throws a DataCloneError. */
function postMessage(message: unknown, transfer: unknown = undefined): void {
  postTo(workerStart()!.port, serialize(message, transferListOf(transfer), true));
}

/** Ends the worker after the current task. */
function close(): void {
  closeThread(0);
}

// The prototype of the engine's global object is fixed, so it gets the members themselves. Programs call them as plain functions.
function inherit(scope: object): void {
  for (const key of Reflect.ownKeys(scope)) {
    if (key === "constructor" || Object.hasOwn(globalThis, key)) continue;
    const descriptor = Object.getOwnPropertyDescriptor(scope, key)!;
    if (typeof key === "string" && typeof descriptor.value === "function") {
      descriptor.value = Object.defineProperty(descriptor.value.bind(globalThis), "name", { value: key });
    }
    // `onmessage = …` in a module calls the accessor without an object.
    if (descriptor.get !== undefined) descriptor.get = descriptor.get.bind(globalThis);
    if (descriptor.set !== undefined) descriptor.set = descriptor.set.bind(globalThis);
    Object.defineProperty(globalThis, key, { ...descriptor, configurable: true });
  }
}

/** Makes the global object of this thread the global scope of a worker. */
export function install(): void {
  initEventTarget(globalThis);
  for (
    let scope = DedicatedWorkerGlobalScope.prototype;
    scope !== Object.prototype;
    scope = Object.getPrototypeOf(scope)
  )
    inherit(scope);
  Object.defineProperty(globalThis, "constructor", {
    value: DedicatedWorkerGlobalScope,
    writable: true,
    configurable: true,
  });
  // Node has it in these threads alone.
  if (!Object.hasOwn(globalThis, "self")) define("self", globalThis, true);
  define("postMessage", postMessage, true);
  define("close", close, true);
  define("name", workerStart()!.name, true);
  define("WorkerGlobalScope", WorkerGlobalScope, false);
  define("DedicatedWorkerGlobalScope", DedicatedWorkerGlobalScope, false);
}

function define(name: string, value: unknown, isEnumerable: boolean): void {
  Object.defineProperty(globalThis, name, { value, writable: true, enumerable: isEnumerable, configurable: true });
}
