// ProgressEvent (https://xhr.spec.whatwg.org/#interface-progressevent).
import { ERR_INVALID_THIS } from "internal:core/errors";
import { toFiniteDouble } from "internal:web/finite_double";
import { Event, type EventInit, exposeInterface } from "web:event";
import { requireArguments } from "internal:web/web_interface";

export interface ProgressEventInit extends EventInit {
  lengthComputable?: unknown;
  loaded?: unknown;
  total?: unknown;
}

export class ProgressEvent extends Event {
  #lengthComputable = false;
  #loaded = 0;
  #total = 0;

  constructor(type: string, init: ProgressEventInit | null | undefined = undefined) {
    requireArguments(arguments.length, 1, "ProgressEvent constructor");
    super(type, init);
    if (init === undefined || init === null) return;
    const { lengthComputable, loaded, total } = init;
    this.#lengthComputable = Boolean(lengthComputable);
    if (loaded !== undefined) this.#loaded = toFiniteDouble(loaded, "'loaded' of 'ProgressEventInit'");
    if (total !== undefined) this.#total = toFiniteDouble(total, "'total' of 'ProgressEventInit'");
  }

  static #of(value: unknown): ProgressEvent {
    if (typeof value !== "object" || value === null || !(#loaded in value)) throw new ERR_INVALID_THIS("ProgressEvent");
    return value;
  }

  get lengthComputable(): boolean {
    return ProgressEvent.#of(this).#lengthComputable;
  }
  /** How many bytes are done; the standard allows any unit. */
  get loaded(): number {
    return ProgressEvent.#of(this).#loaded;
  }
  get total(): number {
    return ProgressEvent.#of(this).#total;
  }
}
exposeInterface(ProgressEvent.prototype, "ProgressEvent", ["lengthComputable", "loaded", "total"]);
Object.defineProperty(ProgressEvent, "length", { value: 1, configurable: true });
