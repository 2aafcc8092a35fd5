// CloseEvent (https://websockets.spec.whatwg.org/#the-closeevent-interface).
import { ERR_INVALID_THIS } from "internal:core/errors";
import { Event, type EventInit, exposeInterface } from "web:event";
import { requireArguments } from "internal:web/web_interface";

export interface CloseEventInit extends EventInit {
  code?: number;
  reason?: unknown;
  wasClean?: unknown;
}

export class CloseEvent extends Event {
  #wasClean = false;
  #code = 0;
  #reason = "";

  constructor(type: string, init: CloseEventInit | null | undefined = undefined) {
    requireArguments(arguments.length, 1, "CloseEvent constructor");
    super(type, init);
    if (init === undefined || init === null) return;
    const { code, reason, wasClean } = init;
    if (wasClean !== undefined) this.#wasClean = Boolean(wasClean);
    if (code !== undefined) this.#code = +code & 0xffff;
    if (reason !== undefined) this.#reason = `${reason}`;
  }

  static #of(value: unknown): CloseEvent {
    if (typeof value !== "object" || value === null || !(#code in value)) throw new ERR_INVALID_THIS("CloseEvent");
    return value;
  }

  get wasClean(): boolean {
    return CloseEvent.#of(this).#wasClean;
  }
  get code(): number {
    return CloseEvent.#of(this).#code;
  }
  get reason(): string {
    return CloseEvent.#of(this).#reason;
  }
}
exposeInterface(CloseEvent.prototype, "CloseEvent", ["wasClean", "code", "reason"]);
Object.defineProperty(CloseEvent, "length", { value: 1, configurable: true });
