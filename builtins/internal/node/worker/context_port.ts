// Message ports in contexts of node:vm (`worker_threads.moveMessagePortToContext`). The object in the context belongs to its realm, as do
// the received messages; behind it is a port of the main context.
import { load } from "internal:core/bootstrap";
import { ERR_MESSAGE_TARGET_CONTEXT_UNAVAILABLE } from "internal:core/errors";
import { evaluate } from "internal:node/vm/contexts";
import { kTransfer } from "internal:web/clone/protocol";
import { adoptPort, isMessagePort, type MessagePort, receiveMessageOnPort } from "web:message_channel";

/** Makes the object of a port in its context. `expose` receives it with the function that copies values to the context. */
type Maker = (host: Host, expose: (object: object, copy: (data: unknown) => unknown) => void) => object;

/** The port behind an object. */
interface Host {
  /** Returns what to throw in the context, or null. */
  post(message: unknown, transfer: unknown): { name: string; message: string; code: number } | null;
  start(deliver: (data: unknown, ports: readonly object[], type: string) => void): void;
  close(): void;
  ref(): void;
  unref(): void;
  hasRef(): boolean;
  /** The object for a port in a message; null for other values. */
  portOf(value: unknown): object | null;
  /** Whether it is an object without a class. */
  isPlain(value: object): boolean;
  /** The error for an object of a class that the context does not have. */
  unavailable(): Error;
}

const makers = new WeakMap<object, Maker>();

/** Source of a context's `Maker`. Values are copied to the realm of the context by the engine's classes, which accept objects of all realms. */
const INSIDE = `(() => {
  class DOMException extends Error {
    constructor({ name, message, code }) {
      super(message);
      Object.defineProperties(this, { name: { value: name, configurable: true }, code: { value: code, configurable: true } });
    }
  }
  class MessageEvent {
    constructor(data, target, type, ports) {
      this.data = data;
      this.target = target;
      this.type = type;
      this.ports = ports;
    }
  }
  const errors = { Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError };
  const views = { Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array, Float64Array, BigInt64Array, BigUint64Array, DataView };
  const copied = (host, value, known) => {
    if (typeof value !== "object" || value === null) return value;
    if (known.has(value)) return known.get(value);
    const register = (copy) => (known.set(value, copy), copy);
    const port = host.portOf(value);
    if (port !== null) return register(port);
    const copy = (item) => copied(host, item, known);
    if (ArrayBuffer.isView(value)) {
      const tag = value[Symbol.toStringTag];
      const length = tag === "DataView" ? value.byteLength : value.length;
      return register(new views[tag](copy(value.buffer), value.byteOffset, length));
    }
    switch (Object.prototype.toString.call(value).slice(8, -1)) {
      case "Array": {
        const array = register([]);
        array.length = value.length;
        for (const key of Object.keys(value)) array[key] = copy(value[key]);
        return array;
      }
      case "Map": {
        const map = register(new Map());
        Map.prototype.forEach.call(value, (item, key) => map.set(copy(key), copy(item)));
        return map;
      }
      case "Set": {
        const set = register(new Set());
        Set.prototype.forEach.call(value, (item) => set.add(copy(item)));
        return set;
      }
      case "Date":
        return register(new Date(Date.prototype.getTime.call(value)));
      case "RegExp":
        return register(new RegExp(value.source, value.flags));
      case "ArrayBuffer": {
        const buffer = register(new ArrayBuffer(value.byteLength));
        new Uint8Array(buffer).set(new Uint8Array(value));
        return buffer;
      }
      case "Error": {
        const error = register(new (errors[value.name] ?? Error)(value.message));
        Object.defineProperty(error, "stack", { value: value.stack, writable: true, configurable: true });
        if (Object.hasOwn(value, "cause")) Object.defineProperty(error, "cause", { value: copy(value.cause), writable: true, configurable: true });
        return error;
      }
      case "Boolean":
      case "Number":
      case "String":
      case "BigInt":
        return register(Object(value.valueOf()));
      case "Object": {
        if (!host.isPlain(value)) break;
        const object = register({});
        for (const key of Object.keys(value))
          Object.defineProperty(object, key, { value: copy(value[key]), writable: true, enumerable: true, configurable: true });
        return object;
      }
    }
    throw host.unavailable();
  };
  class MessagePort {
    #host;
    constructor(host) {
      this.#host = host;
    }
    postMessage(message, transfer) {
      const error = this.#host.post(message, transfer);
      if (error !== null) throw new DOMException(error);
    }
    start() {
      this.#host.start((data, ports, type) => {
        const known = new Map();
        let event;
        try {
          event = new MessageEvent(copied(this.#host, data, known), this, type, copied(this.#host, ports, known));
        } catch (error) {
          type = "messageerror";
          event = new MessageEvent(error, this, type, []);
        }
        const listener = this["on" + type];
        if (typeof listener === "function") listener.call(this, event);
      });
    }
    close() {
      this.#host.close();
    }
    ref() {
      this.#host.ref();
    }
    unref() {
      this.#host.unref();
    }
    hasRef() {
      return this.#host.hasRef();
    }
  }
  return (host, expose) => {
    const port = new MessagePort(host);
    expose(port, (data) => copied(host, data, new Map()));
    return port;
  };
})()`;

/** Receives the next message of a port's object; undefined without one. */
const receivers = new WeakMap<object, () => { message: unknown } | undefined>();

/** `worker_threads.receiveMessageOnPort` for the object of a port in a context; null for other values. */
export function receiverOf(object: unknown): (() => { message: unknown } | undefined) | null {
  return (typeof object === "object" && object !== null && receivers.get(object)) || null;
}

/** Moves a port to a context: returns its object there. The port itself is detached. */
export function move(port: MessagePort, context: object): object {
  const { handle } = port[kTransfer]();
  return objectOf(adoptPort(handle), context);
}

function objectOf(port: MessagePort, context: object): object {
  let make = makers.get(context);
  if (make === undefined) makers.set(context, (make = evaluate(context, INSIDE, "node:worker_threads", 1) as Maker));
  port.ref();
  return make(hostOf(port, context), (object, copy) => {
    receivers.set(object, () => {
      const received = receiveMessageOnPort(port);
      return received === undefined ? undefined : { message: copy(received.message) };
    });
  });
}

function hostOf(port: MessagePort, context: object): Host {
  let isStarted = false;
  return {
    post(message, transfer) {
      try {
        port.postMessage(message, transfer);
        return null;
      } catch (error) {
        const { DOMException } = load("web:dom_exception");
        if (!(error instanceof DOMException)) throw error;
        const { name, message: text, code } = error as unknown as { name: string; message: string; code: number };
        return { name, message: text, code };
      }
    },
    start(deliver) {
      if (isStarted) return;
      isStarted = true;
      for (const type of ["message", "messageerror"])
        port.addEventListener(type, (event: unknown) => {
          const { data, ports } = event as { data: unknown; ports: object[] };
          deliver(data, ports, type);
        });
    },
    close: () => port.close(),
    ref: () => port.ref(),
    unref: () => port.unref(),
    hasRef: () => port.hasRef(),
    isPlain: (value) => Object.getPrototypeOf(value) === Object.prototype,
    unavailable: () => new ERR_MESSAGE_TARGET_CONTEXT_UNAVAILABLE(),
    portOf: (value) => (isMessagePort(value) ? objectOf(value, context) : null),
  };
}
