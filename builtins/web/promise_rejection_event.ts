// PromiseRejectionEvent (https://html.spec.whatwg.org/#promiserejectionevent).
import { Event, type EventInit, exposeInterface } from "web:event";
import { requireArguments } from "internal:web/web_interface";
import { ERR_INVALID_THIS } from "internal:core/errors";

export interface PromiseRejectionEventInit extends EventInit {
  promise: unknown;
  reason?: unknown;
}

export class PromiseRejectionEvent extends Event {
  #promise: object;
  #reason: unknown;

  constructor(type: string, init: PromiseRejectionEventInit) {
    requireArguments(arguments.length, 2, "PromiseRejectionEvent constructor");
    super(type, init);
    if (typeof init?.promise !== "object" || init.promise === null)
      throw new TypeError("PromiseRejectionEvent constructor: init.promise is required");
    this.#promise = init.promise;
    this.#reason = init.reason;
  }

  static #of(value: unknown): PromiseRejectionEvent {
    if (typeof value !== "object" || value === null || !(#promise in value))
      throw new ERR_INVALID_THIS("PromiseRejectionEvent");
    return value;
  }

  get promise(): object {
    return PromiseRejectionEvent.#of(this).#promise;
  }
  get reason(): unknown {
    return PromiseRejectionEvent.#of(this).#reason;
  }
}
exposeInterface(PromiseRejectionEvent.prototype, "PromiseRejectionEvent", ["promise", "reason"]);
