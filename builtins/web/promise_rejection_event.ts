// PromiseRejectionEvent (https://html.spec.whatwg.org/#promiserejectionevent).
import { Event, exposeInterface } from "web:event";
import { requireArguments } from "internal:web/web_interface";
import { ERR_INVALID_THIS } from "internal:core/errors";

export class PromiseRejectionEvent extends Event {
  #promise: any;
  #reason: any;

  constructor(type: string, init: any) {
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

  get promise(): any {
    return PromiseRejectionEvent.#of(this).#promise;
  }
  get reason(): any {
    return PromiseRejectionEvent.#of(this).#reason;
  }
}
exposeInterface(PromiseRejectionEvent.prototype, "PromiseRejectionEvent", ["promise", "reason"]);
