// ErrorEvent (https://html.spec.whatwg.org/#errorevent).
import { Event, type EventInit, exposeInterface } from "web:event";
import { requireArguments } from "internal:web/web_interface";
import { ERR_INVALID_THIS } from "internal:core/errors";

export interface ErrorEventInit extends EventInit {
  message?: unknown;
  filename?: unknown;
  lineno?: number;
  colno?: number;
  error?: unknown;
}

export class ErrorEvent extends Event {
  #message: string;
  #filename: string;
  #lineno: number;
  #colno: number;
  #error: unknown;

  constructor(type: string, init: ErrorEventInit | null | undefined = undefined) {
    requireArguments(arguments.length, 1, "ErrorEvent constructor");
    super(type, init);
    const { message = "", filename = "", lineno = 0, colno = 0, error = undefined } = init ?? {};
    this.#message = `${message}`;
    this.#filename = `${filename}`;
    this.#lineno = lineno >>> 0;
    this.#colno = colno >>> 0;
    this.#error = error;
  }

  static #of(value: unknown): ErrorEvent {
    if (typeof value !== "object" || value === null || !(#message in value)) throw new ERR_INVALID_THIS("ErrorEvent");
    return value;
  }

  get message(): string {
    return ErrorEvent.#of(this).#message;
  }
  get filename(): string {
    return ErrorEvent.#of(this).#filename;
  }
  get lineno(): number {
    return ErrorEvent.#of(this).#lineno;
  }
  get colno(): number {
    return ErrorEvent.#of(this).#colno;
  }
  get error(): any {
    return ErrorEvent.#of(this).#error;
  }
}
exposeInterface(ErrorEvent.prototype, "ErrorEvent", ["message", "filename", "lineno", "colno", "error"]);
Object.defineProperty(ErrorEvent, "length", { value: 1, configurable: true });
