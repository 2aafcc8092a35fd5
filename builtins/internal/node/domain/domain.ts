// The class Domain: errors of everything that was made inside go to its 'error' event. The stack of domains that were
// entered lives here; how callbacks enter theirs is in `hooks`.
// https://nodejs.org/api/domain.html
import { EventEmitter } from "internal:core/events/emitter";
import { ERR_UNHANDLED_ERROR } from "internal:core/errors";

/** The domains that were entered, the active one last. */
export let stack: Domain[] = [];
/** The domain that new objects belong to. */
export let active: Domain | null | undefined = null;

/** Domains that leave rejections to the process: those of prompts, which Node has without one. */
export const withoutRejections = new WeakSet<object>();

let process: any;
let setCapture: (callback: ((error: unknown) => boolean) | null) => void;

/** Sets `process` and its function that takes exceptions over. */
export function attach(target: any, setter: typeof setCapture): void {
  process = target;
  setCapture = setter;
}

/** As `Object.defineProperty`, for members that are not shown. */
export function hide(object: any, name: string, value: unknown): void {
  Object.defineProperty(object, name, { configurable: true, enumerable: false, value, writable: true });
}

function setActive(domain: Domain | null | undefined): void {
  active = domain;
  process.domain = domain;
}

/** Exceptions go to the stack's domains while one of them has a listener. */
function updateCapture(): void {
  setCapture(stack.some((domain) => domain.listenerCount("error") > 0) ? handActive : null);
}

function handActive(error: unknown): boolean {
  return process.domain._errorHandler(error);
}

/** Leaves all domains: after an exception nothing of the running task is left. */
export function clearStack(): void {
  stack.length = 0;
  setActive(null);
  updateCapture();
}

/** The stack before the listeners of a domain run, and how it comes back. */
function withoutInner(domain: Domain, body: () => void): void {
  const savedStack = stack;
  const savedActive = active;
  // A listener that throws is handled by the domain around, however often this one was entered.
  let kept = stack.length;
  while (kept > 0 && stack[kept - 1] === domain) kept--;
  if (kept < stack.length) stack = stack.slice(0, kept);
  setActive(stack.at(-1) ?? null);
  updateCapture();
  body();
  stack = savedStack;
  setActive(savedActive);
  updateCapture();
}

export class Domain extends (EventEmitter as any) {
  declare members: any[];
  declare domain: Domain | null | undefined;
  declare listenerCount: (name: string) => number;
  declare emit: (name: string, ...args: any[]) => boolean;

  constructor() {
    super();
    this.members = [];
    // A listener that comes or goes decides whether exceptions come here at all. One that comes is not counted yet.
    (this as any).on("removeListener", (name: string) => {
      if (name === "error") updateCapture();
    });
    (this as any).on("newListener", (name: string) => {
      if (name === "error" && stack.includes(this)) setCapture(handActive);
    });
  }

  /** Handles an exception. Returns whether somebody took it. */
  _errorHandler(error: any): boolean {
    let isCaught = false;
    if ((typeof error === "object" && error !== null) || typeof error === "function") {
      hide(error, "domain", this);
      error.domainThrown = true;
    }
    // The listeners run in the domain around: what they throw is not this domain's.
    while (active === this) this.exit();
    if (stack.length === 0) {
      // Without a listener the process's own 'uncaughtException' has its turn.
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
        // The listener threw: the domain around may take that one.
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

  /** Leaves this domain and those entered since. */
  exit(): void {
    const index = stack.lastIndexOf(this);
    if (index === -1) return;
    stack.splice(index);
    setActive(stack.at(-1));
    updateCapture();
  }

  /** Makes an emitter's errors those of this domain. */
  add(emitter: any): void {
    if (emitter.domain === this) return;
    if (emitter.domain) emitter.domain.remove(emitter);
    // Domains inside of each other in a circle would never end.
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

  run(callback: (...args: any[]) => any, ...args: any[]): any {
    this.enter();
    const result = Reflect.apply(callback, this, args);
    this.#own(result);
    this.exit();
    return result;
  }

  // The promise of an asynchronous function is seen here first; what it rejects with is this domain's.
  #own(result: any): void {
    if (result instanceof Promise && !Object.hasOwn(result, "domain")) hide(result, "domain", this);
  }

  /** A function that takes the error in front to this domain, and gives `callback` the rest. */
  intercept(callback: (...args: any[]) => any): (...args: any[]) => any {
    const self = this;
    return function intercepted(this: unknown, ...args: any[]) {
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
  bind(callback: (...args: any[]) => any): (...args: any[]) => any {
    const self = this;
    function bound(this: unknown, ...args: any[]) {
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
export function emitIn(emitter: any, original: (...args: any[]) => boolean, args: any[]): boolean {
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
