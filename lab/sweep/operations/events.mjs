// EventEmitter, EventTarget and abort signals.
import { EventEmitter, EventEmitterAsyncResource, getEventListeners, on, once, setMaxListeners } from "node:events";
import process from "node:process";

const emitter = new EventEmitter();
for (let index = 0; index < 10; index++) emitter.on("ten", () => {});
emitter.on("args", (first, second, third, fourth, fifth) => first + fifth);
const target = new EventTarget();
for (let index = 0; index < 10; index++) target.addEventListener("ten", () => {});
class Store extends EventTarget {
  update(detail) {
    this.dispatchEvent(new CustomEvent("update", { detail }));
  }
}
const store = new Store();
store.addEventListener("update", { handleEvent() {} });
const source = new AbortController();
class Counter extends EventEmitter {
  count = 0;
  constructor() {
    super();
    this.on("count", () => this.count++);
  }
}

export const operations = {
  "emitter emit to 10": () => emitter.emit("ten", 1),
  "emitter emit 5 arguments": () => emitter.emit("args", 1, 2, 3, 4, 5),
  "emitter emit without listeners": () => emitter.emit("none", 1),
  "emitter subclass": () => new Counter().emit("count"),
  "emitter prepend and removeAll": () => {
    emitter.prependListener("p", () => {});
    emitter.prependOnceListener("p", () => {});
    emitter.removeAllListeners("p");
  },
  "emitter add and remove 10": () => {
    const listeners = Array.from({ length: 10 }, () => () => {});
    for (const listener of listeners) emitter.on("many", listener);
    for (const listener of listeners) emitter.off("many", listener);
  },
  "emitter listeners and names": () =>
    emitter.listeners("ten").length + emitter.rawListeners("ten").length + emitter.eventNames().length,
  "emitter error event": () => {
    const failing = new EventEmitter();
    failing.on("error", () => {});
    return failing.emit("error", source);
  },
  "emitter unhandled error": () => {
    try {
      new EventEmitter().emit("error", new Error("x"));
    } catch (error) {
      return error.message;
    }
  },
  "emitter captureRejections": async () => {
    const capturing = new EventEmitter({ captureRejections: true });
    const failed = once(capturing, "error").catch((error) => error);
    capturing.on("x", async () => {
      throw new Error("late");
    });
    capturing.on("error", () => {});
    capturing.emit("x");
    return failed;
  },
  "events.on 20 values": async () => {
    const ending = new AbortController();
    process.nextTick(() => {
      for (let index = 0; index < 20; index++) emitter.emit("value", index);
    });
    let count = 0;
    for await (const [value] of on(emitter, "value", { signal: ending.signal })) {
      if (++count === 20) return value;
    }
  },
  "events.once with signal": async () => {
    const waiting = once(emitter, "w", { signal: source.signal });
    emitter.emit("w", 1);
    return waiting;
  },
  "events.once of EventTarget": async () => {
    const waiting = once(target, "w");
    target.dispatchEvent(new Event("w"));
    return waiting;
  },
  "events getEventListeners": () => getEventListeners(emitter, "ten").length + getEventListeners(target, "ten").length,
  "events setMaxListeners": () => setMaxListeners(20, emitter, target),
  EventEmitterAsyncResource: () => new EventEmitterAsyncResource({ name: "X" }).emit("x"),
  "EventTarget dispatch to 10": () => target.dispatchEvent(new Event("ten")),
  "EventTarget subclass": () => store.update({ a: 1 }),
  "EventTarget once option": () => {
    target.addEventListener("o", () => {}, { once: true });
    target.dispatchEvent(new Event("o"));
  },
  "EventTarget signal option": () => {
    const controller = new AbortController();
    target.addEventListener("s", () => {}, { signal: controller.signal });
    controller.abort();
  },
  "new EventTarget and listener": () => {
    const made = new EventTarget();
    made.addEventListener("x", () => {});
    return made.dispatchEvent(new Event("x", { cancelable: true }));
  },
  "Event stopImmediatePropagation": () => {
    const event = new Event("ten", { bubbles: true, cancelable: true });
    event.preventDefault();
    event.stopImmediatePropagation();
    return target.dispatchEvent(event);
  },
  MessageEvent: () => new MessageEvent("message", { data: 1 }).data,
  "AbortSignal throwIfAborted": () => source.signal.throwIfAborted(),
  "AbortSignal.abort reason": () => AbortSignal.abort().reason.name,
  "AbortSignal.any of 3 aborts": () => {
    const [first, second] = [new AbortController(), new AbortController()];
    const any = AbortSignal.any([first.signal, second.signal, source.signal]);
    any.addEventListener("abort", () => {});
    second.abort("stop");
    return any.reason;
  },
};
