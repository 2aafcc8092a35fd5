// `process.finalization`: callbacks at exit for objects that still exist. https://nodejs.org/api/process.html#processfinalizationregisterref-callback
import type { EventEmitter } from "internal:core/events/emitter";
import { emitWarning } from "internal:core/process/warn";
import { validateObject } from "internal:core/validators";

type Callback = (object: object, event: string) => void;

/** Makes `process.finalization`. */
export function finalization(process: EventEmitter): object {
  const registry = new Map<WeakRef<object>, { callback: Callback; event: string }>();
  const run = (event: string) => (): void => {
    for (const [reference, entry] of registry) {
      const object = reference.deref();
      if (object !== undefined && entry.event === event) entry.callback(object, event);
    }
  };
  process.on("exit", run("exit"));
  process.on("beforeExit", run("beforeExit"));
  const warned = new Set<string>();
  const warn = (name: string): void => {
    if (warned.has(name)) return;
    warned.add(name);
    emitWarning(
      `process.finalization.${name} is an experimental feature and might change at any time`,
      "ExperimentalWarning",
    );
  };
  const add =
    (name: string, event: string) =>
    (object: object, callback: Callback): void => {
      warn(name);
      if (typeof object !== "function") validateObject(object, "obj");
      registry.set(new WeakRef(object), { callback, event });
    };
  return {
    register: add("register", "exit"),
    registerBeforeExit: add("registerBeforeExit", "beforeExit"),
    unregister: (object: object) => {
      warn("unregister");
      for (const reference of registry.keys()) if (reference.deref() === object) registry.delete(reference);
    },
  };
}
