// Event and CustomEvent of the DOM standard (https://dom.spec.whatwg.org/#events), with Node's errors.
// Dispatch is in `web:event_target`, which changes events through `dispatching`.
import { ERR_INVALID_THIS, ERR_MISSING_ARGS } from "internal:core/errors";
import { now } from "native:time";
import defer * as validators from "internal:core/validators";
import defer * as inspecting from "internal:core/util/inspect";
import { home } from "internal:core/program";
import type { InspectOptions } from "internal:web/web_interface";

/** Option of the Event constructor, for builtins: the event is dispatched by the runtime itself. */
export const kTrustEvent: unique symbol = Symbol("kTrustEvent");
const kInspect = Symbol.for("nodejs.util.inspect.custom");

/** The members of the constructor's dictionary. */
export interface EventInit {
  bubbles?: unknown;
  cancelable?: unknown;
  composed?: unknown;
  [kTrustEvent]?: unknown;
}

export interface CustomEventInit extends EventInit {
  detail?: unknown;
}

const BUBBLES = 1 << 0;
const CANCELABLE = 1 << 1;
const COMPOSED = 1 << 2;
const TRUSTED = 1 << 3;
const PREVENTED = 1 << 4;
const PROPAGATION_STOPPED = 1 << 5;
const STOPPED_IMMEDIATELY = 1 << 6;
const DISPATCHING = 1 << 7;
const IN_PASSIVE_LISTENER = 1 << 8;

/** The internal operations of a dispatch on an event. */
export let dispatching: {
  isEvent(value: unknown): value is Event;
  begin(event: Event, target: object): void;
  end(event: Event): void;
  isRunning(event: Event): boolean;
  isStopped(event: Event): boolean;
  setPassive(event: Event, passive: boolean): void;
};

export class Event {
  #type: string;
  #flags = 0;
  #target: object | null = null;
  #timeStamp = now();

  constructor(type: string, options: EventInit | null | undefined = undefined) {
    if (arguments.length === 0) throw new ERR_MISSING_ARGS("type");
    this.#type = `${type}`;
    if (options === undefined || options === null) return;
    validators.validateObject(options as unknown, "options");
    this.#flags =
      (options.bubbles ? BUBBLES : 0) |
      (options.cancelable ? CANCELABLE : 0) |
      (options.composed ? COMPOSED : 0) |
      (options[kTrustEvent] ? TRUSTED : 0);
  }

  static {
    dispatching = {
      isEvent: (value): value is Event => typeof value === "object" && value !== null && #type in value,
      begin(event, target) {
        event.#target = target;
        event.#flags |= DISPATCHING;
      },
      // DOM §2.9 step 11 clears the flags that stop propagation, but Node leaves "stop immediately" set, so that a second
      // dispatch of the same event calls no listener.
      end(event) {
        event.#flags &= ~DISPATCHING;
      },
      isRunning: (event) => (event.#flags & DISPATCHING) !== 0,
      isStopped: (event) => (event.#flags & STOPPED_IMMEDIATELY) !== 0,
      setPassive(event, passive) {
        event.#flags = passive ? event.#flags | IN_PASSIVE_LISTENER : event.#flags & ~IN_PASSIVE_LISTENER;
      },
    };
  }

  // The event itself, or Node's error in place of the engine's for a foreign `this`.
  static #of(value: unknown): Event {
    if (!dispatching.isEvent(value)) throw new ERR_INVALID_THIS("Event");
    return value;
  }

  /** Legacy: sets type, bubbles and cancelable of an event that is not being dispatched. */
  initEvent(type: string, bubbles = false, cancelable = false): void {
    if (arguments.length === 0) throw new ERR_MISSING_ARGS("type");
    const event = Event.#of(this);
    if ((event.#flags & DISPATCHING) !== 0) return;
    event.#type = `${type}`;
    event.#flags = (event.#flags & ~(BUBBLES | CANCELABLE)) | (bubbles ? BUBBLES : 0) | (cancelable ? CANCELABLE : 0);
  }

  stopImmediatePropagation(): void {
    Event.#of(this).#flags |= PROPAGATION_STOPPED | STOPPED_IMMEDIATELY;
  }

  stopPropagation(): void {
    Event.#of(this).#flags |= PROPAGATION_STOPPED;
  }

  preventDefault(): void {
    const event = Event.#of(this);
    if ((event.#flags & (CANCELABLE | IN_PASSIVE_LISTENER)) === CANCELABLE) event.#flags |= PREVENTED;
  }

  composedPath(): object[] {
    const event = Event.#of(this);
    return (event.#flags & DISPATCHING) !== 0 ? [event.#target!] : [];
  }

  get type(): string {
    return Event.#of(this).#type;
  }

  get target(): any {
    return Event.#of(this).#target;
  }

  get srcElement(): any {
    return Event.#of(this).#target;
  }

  get currentTarget(): any {
    const event = Event.#of(this);
    return (event.#flags & DISPATCHING) !== 0 ? event.#target : null;
  }

  get eventPhase(): number {
    return (Event.#of(this).#flags & DISPATCHING) !== 0 ? 2 : 0;
  }

  get bubbles(): boolean {
    return (Event.#of(this).#flags & BUBBLES) !== 0;
  }

  get cancelable(): boolean {
    return (Event.#of(this).#flags & CANCELABLE) !== 0;
  }

  get composed(): boolean {
    return (Event.#of(this).#flags & COMPOSED) !== 0;
  }

  get defaultPrevented(): boolean {
    return (Event.#of(this).#flags & PREVENTED) !== 0;
  }

  get returnValue(): boolean {
    return (Event.#of(this).#flags & PREVENTED) === 0;
  }

  set returnValue(value: boolean) {
    if (!value) this.preventDefault();
  }

  get cancelBubble(): boolean {
    return (Event.#of(this).#flags & PROPAGATION_STOPPED) !== 0;
  }

  set cancelBubble(value: boolean) {
    if (value) Event.#of(this).#flags |= PROPAGATION_STOPPED;
  }

  /** When the event was created, in milliseconds since the time origin. */
  get timeStamp(): number {
    return Event.#of(this).#timeStamp;
  }

  get isTrusted(): boolean {
    return dispatching.isEvent(this) && (this.#flags & TRUSTED) !== 0;
  }

  [kInspect](depth: number, options: InspectOptions): string {
    const event = Event.#of(this);
    const name = this.constructor.name;
    if (depth < 0) return name;
    const { type, defaultPrevented, cancelable, timeStamp } = event;
    return `${name} ${inspecting.inspect({ type, defaultPrevented, cancelable, timeStamp }, oneLevelDeeper(options))}`;
  }
}

/** An event that carries `detail`, any value. */
export class CustomEvent extends Event {
  #detail: unknown;

  constructor(type: string, options: CustomEventInit | null | undefined = undefined) {
    if (arguments.length === 0) throw new ERR_MISSING_ARGS("type");
    super(type, options);
    this.#detail = options?.detail ?? null;
  }

  get detail(): any {
    if (!(typeof this === "object" && #detail in this)) throw new ERR_INVALID_THIS("CustomEvent");
    return this.#detail;
  }
}

/** The inspect options for the members of an inspected object. */
export function oneLevelDeeper(options: InspectOptions): InspectOptions {
  return { ...options, depth: Number.isInteger(options.depth) ? options.depth! - 1 : options.depth! };
}

/** Makes the named members of `prototype` enumerable, as Web IDL prescribes, and sets its class string. */
export function exposeInterface(prototype: object, name: string, members: string[]): void {
  for (const member of members) Object.defineProperty(prototype, member, { enumerable: true });
  Object.defineProperty(prototype, Symbol.toStringTag, { value: name, configurable: true });
}

const phases = ["NONE", "CAPTURING_PHASE", "AT_TARGET", "BUBBLING_PHASE"];
for (let value = 0; value < phases.length; value++) {
  Object.defineProperty(Event, phases[value]!, { value, enumerable: true });
  // Web IDL defines constants on the prototype too; Node does not.
  if (home() !== "node") Object.defineProperty(Event.prototype, phases[value]!, { value, enumerable: true });
}
exposeInterface(Event.prototype, "Event", [
  "initEvent",
  "stopImmediatePropagation",
  "preventDefault",
  "target",
  "currentTarget",
  "srcElement",
  "type",
  "cancelable",
  "defaultPrevented",
  "timeStamp",
  "composedPath",
  "returnValue",
  "bubbles",
  "composed",
  "eventPhase",
  "cancelBubble",
  "stopPropagation",
]);
Object.defineProperty(Event.prototype, "isTrusted", { enumerable: true, configurable: false });
exposeInterface(CustomEvent.prototype, "CustomEvent", ["detail"]);
