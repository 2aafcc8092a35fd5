// Connects domains with the process: emitters that are created inside belong to the active domain, asynchronous callbacks run
// in the domain that they were started in, and exceptions go to it. Installed when node:domain is first loaded.
import { EventEmitter } from "internal:core/events/emitter";
import { load } from "internal:core/bootstrap";
import { activate } from "internal:core/async/context";
import { createHook } from "internal:core/async/hooks";
import { isPromise } from "internal:core/util/types";
import { setDomainCapture } from "internal:node/process/exit";
import { setDomains } from "internal:node/process/rejection_policy";
import { attach, clearStack, Domain, emitIn, hide } from "internal:node/domain/domain";
import * as domains from "internal:node/domain/domain";

/**
 * The domains of asynchronous resources that have not run yet. A resource that is an object stores its domain itself, and may be
 * referenced by the domain alone; the domain of a function is stored here.
 */
const pairing = new Map<number, { deref(): Domain | undefined }>();

/** Installs the hooks. */
export function install(): void {
  const process: unknown = load("internal:node/process").default;
  attach(process, setDomainCapture);
  patchEmitters();
  activate();
  createHook({
    init(asyncId: number, _type: string, _trigger: number, resource: unknown) {
      if (!domains.active) return;
      const domain = domains.active;
      const isKept = resource !== null && typeof resource === "object";
      // Promises of other contexts would give their code the domain, and with it this context.
      const isMarked = isKept && (!isPromise(resource) || resource instanceof Promise);
      if (isMarked) hide(resource, "domain", domain);
      pairing.set(asyncId, isMarked ? new WeakRef(domain) : { deref: () => domain });
    },
    before: (asyncId: number) => pairing.get(asyncId)?.deref()?.enter(),
    after: (asyncId: number) => pairing.get(asyncId)?.deref()?.exit(),
    destroy: (asyncId: number) => pairing.delete(asyncId),
  }).enable();
  clearBeforeListeners(process);
  setDomains((promise: any, reason) => {
    const { domain } = promise;
    return domain instanceof Domain && !domains.withoutRejections.has(domain)
      ? domain.emit("error", reason)
      : undefined;
  });
}

function patchEmitters(): void {
  const { init } = EventEmitter;
  const { emit } = EventEmitter.prototype;
  EventEmitter.usingDomains = true;
  EventEmitter.init = function (this: any, options: unknown): void {
    hide(this, "domain", null);
    if (domains.active && !(this instanceof Domain)) this.domain = domains.active;
    return init.call(this, options);
  };
  EventEmitter.prototype.emit = function (this: unknown, ...args: unknown[]): boolean {
    return emitIn(this, emit, args);
  };
}

// Listeners of 'uncaughtException' run outside all domains.
function clearBeforeListeners(process: any): void {
  process.on("newListener", (name: unknown, listener: unknown) => {
    if (name !== "uncaughtException" || listener === clearStack) return;
    process.removeListener(name, clearStack);
    process.prependListener(name, clearStack);
  });
  process.on("removeListener", (name: unknown, listener: unknown) => {
    if (name !== "uncaughtException" || listener === clearStack) return;
    const listeners = process.listeners("uncaughtException");
    if (listeners.length === 1 && listeners[0] === clearStack) process.removeListener(name, clearStack);
  });
}
