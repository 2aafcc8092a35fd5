// The class Domain: errors of everything that was created inside emit its 'error' event. The stack of entered domains
// is here; `hooks` makes callbacks enter theirs.
// https://nodejs.org/api/domain.html
import { EventEmitter } from "internal:core/events/emitter";
import { ERR_UNHANDLED_ERROR } from "internal:core/errors";

/** The domains that were entered, the active one last. */
export let stack: Domain[] = [];
/** The domain of new objects. */
export let active: Domain | null | undefined = null;

/** Domains that leave rejections to the process: those of the REPL's contexts. */
export const withoutRejections = new WeakSet<object>();

let process: any;
let setCapture: (callback: ((error: unknown) => boolean) | null) => void;

/** Sets `process` and its function that captures exceptions. */
export function attach(target: unknown, setter: typeof setCapture): void {
  process = target;
  setCapture = setter;
}

/** As `Object.defineProperty`, for members that are not enumerable. */
export function hide(object: unknown, name: string, value: unknown): void {
  Object.defineProperty(object, name, { configurable: true, enumerable: false, value, writable: true });
}

function setActive(domain: Domain | null | undefined): void {
  active = domain;
  process.domain = domain;
}

/** Captures exceptions for the stack's domains while one of them has a listener. */
function updateCapture(): void {
  setCapture(stack.some((domain) => domain.listenerCount("error") > 0) ? passToActive : null);
}

function passToActive(error: unknown): boolean {
  return process.domain._errorHandler(error);
}

/** Leaves all domains: after an exception nothing of the current task is left. */
export function clearStack(): void {
  stack.length = 0;
  setActive(null);
  updateCapture();
}

/** Saves the stack before the listeners of a domain run, and restores it. */
function withoutInner(domain: Domain, body: () => void): void {
  const savedStack = stack;
  const savedActive = active;
  // A listener's exception goes to the surrounding domain, however often this one was entered.
  let rest = stack.length;
  while (rest > 0 && stack[rest - 1] === domain) rest--;
  if (rest < stack.length) stack = stack.slice(0, rest);
  setActive(stack.at(-1) ?? null);
  updateCapture();
  body();
  stack = savedStack;
  setActive(savedActive);
  updateCapture();
}

let wereMade = false;
let hasWarned = false;

/**
 * Enters the domain that the receiver of an addon's callback belongs to, once there are domains. As in Node.js, only
 * callbacks without an asynchronous context enter it.
 */
export function enterDomainOf(receiver: { domain?: Domain }, callee: Function): Domain | undefined {
  if (!wereMade) return undefined;
  const { domain } = receiver;
  if (active && domain && !hasWarned) {
    hasWarned = true;
    const target = `${callee?.name || "<anonymous>"} on ${receiver.constructor?.name}`;
    process.emitWarning(
      "Using a domain property in MakeCallback is deprecated. Use the async_context variant of MakeCallback or the " +
        `AsyncResource class instead. (Triggered by calling ${target}.)`,
      "DeprecationWarning",
      "DEP0097",
    );
  }
  if (!domain) return undefined;
  domain.enter();
  return domain;
}

export class Domain extends EventEmitter {
  declare members: unknown[];
  declare domain: Domain | null | undefined;
  declare listenerCount: (name: string) => number;
  declare emit: (name: string, ...args: unknown[]) => boolean;

  constructor() {
    super();
    wereMade = true;
    this.members = [];
    // Adding or removing a listener decides whether exceptions are captured. A listener that is being added is not counted yet.
    this.on("removeListener", (name: string) => {
      if (name === "error") updateCapture();
    });
    this.on("newListener", (name: string) => {
      if (name === "error" && stack.includes(this)) setCapture(passToActive);
    });
  }

  /** Handles an exception. Returns whether it was handled. */
  _errorHandler(error: any): boolean {
    let isCaught = false;
    if ((typeof error === "object" && error !== null) || typeof error === "function") {
      hide(error, "domain", this);
      error.domainThrown = true;
    }
    // The listeners run in the surrounding domain, which gets what they throw.
    while (active === this) this.exit();
    if (stack.length === 0) {
      // Without a listener the process emits 'uncaughtException'.
      if (this.listenerCount("error") > 0) {
        setCapture(null);
        try {
          isCaught = this.emit("error", error);
        } finally {
          updateCapture();
        }
      }
    } else {
      try {
        isCaught = this.emit("error", error);
      } catch (second) {
        // The listener threw: the surrounding domain may handle that.
        updateCapture();
        if (stack.length === 0) throw second;
        setActive(stack.at(-1));
        isCaught = active!._errorHandler(second);
      }
    }
    clearStack();
    return isCaught;
  }

  enter(): void {
    setActive(this);
    stack.push(this);
    updateCapture();
  }

  /** Leaves this domain and those entered after it. */
  exit(): void {
    const index = stack.lastIndexOf(this);
    if (index === -1) return;
    stack.splice(index);
    setActive(stack.at(-1));
    updateCapture();
  }

  /** Sends an emitter's errors to this domain. */
  add(emitter: any): void {
    if (emitter.domain === this) return;
    if (emitter.domain) emitter.domain.remove(emitter);
    // Domains inside each other in a cycle would never end.
    if (this.domain && emitter instanceof Domain) {
      for (let outer: any = this.domain; outer; outer = outer.domain) if (emitter === outer) return;
    }
    hide(emitter, "domain", this);
    this.members.push(emitter);
  }

  remove(emitter: any): void {
    emitter.domain = null;
    const index = this.members.indexOf(emitter);
    if (index !== -1) this.members.splice(index, 1);
  }

  run(callback: (...args: unknown[]) => unknown, ...args: unknown[]): unknown {
    this.enter();
    const result = Reflect.apply(callback, this, args);
    this.#own(result);
    this.exit();
    return result;
  }

  // The promise of an asynchronous function is handled here first; its rejection goes to this domain.
  #own(result: unknown): void {
    if (result instanceof Promise && !Object.hasOwn(result, "domain")) hide(result, "domain", this);
  }

  /** A function that passes the error in its first argument to this domain, and the other arguments to `callback`. */
  intercept(callback: (...args: unknown[]) => unknown): (...args: unknown[]) => unknown {
    const self = this;
    return function intercepted(this: unknown, ...args: unknown[]) {
      const [error] = args;
      if (error && error instanceof Error) {
        hide(error, "domainBound", callback);
        hide(error, "domainThrown", false);
        hide(error, "domain", self);
        self.emit("error", error);
        return undefined;
      }
      self.enter();
      const result = Reflect.apply(callback, this, args.slice(1));
      self.#own(result);
      self.exit();
      return result;
    };
  }

  /** A function that runs `callback` in this domain. */
  bind(callback: (...args: unknown[]) => unknown): (...args: unknown[]) => unknown {
    const self = this;
    function bound(this: unknown, ...args: unknown[]) {
      self.enter();
      const result = Reflect.apply(callback, this, args);
      self.#own(result);
      self.exit();
      return result;
    }
    hide(bound, "domain", this);
    return bound;
  }
}

/** `emit` of an emitter that belongs to a domain; `original` is the emitter's own. */
export function emitIn(emitter: any, original: (...args: unknown[]) => boolean, args: unknown[]): boolean {
  const { domain } = emitter;
  const isHandled = args[0] === "error" && emitter.listenerCount("error") > 0;
  if (isHandled || domain === null || domain === undefined || emitter === process)
    return Reflect.apply(original, emitter, args);
  if (args[0] !== "error") {
    domain.enter();
    const result = Reflect.apply(original, emitter, args);
    domain.exit();
    return result;
  }
  const error = args.length > 1 && args[1] ? args[1] : new ERR_UNHANDLED_ERROR(args[1]);
  if (typeof error === "object") {
    hide(error, "domainEmitter", emitter);
    hide(error, "domain", domain);
    hide(error, "domainThrown", false);
  }
  withoutInner(domain, () => domain.emit("error", error));
  return false;
}
