// `events.EventEmitterAsyncResource`: an emitter whose listeners run in the async context of its creation.
// Loaded on first use, because it needs node:async_hooks.
import { AsyncResource } from "internal:node/async_hooks";
import defer * as validators from "internal:core/validators";
import { EventEmitter, type EventName } from "internal:core/events/emitter";

class EventEmitterReferencingAsyncResource extends (AsyncResource as any) {
  #emitter: EventEmitterAsyncResource;

  constructor(emitter: EventEmitterAsyncResource, type: string, options: any) {
    super(type, options);
    this.#emitter = emitter;
  }

  get eventEmitter(): EventEmitterAsyncResource {
    return this.#emitter;
  }
}

/** An EventEmitter that is also an AsyncResource. `options`: its name, or `{ name, triggerAsyncId, requireManualDestroy }`. */
export class EventEmitterAsyncResource extends (EventEmitter as any) {
  #resource: any;

  // Node's message for a foreign `this`, which programs see; each engine has another.
  static #of(value: any): any {
    if (!(#resource in value)) {
      throw new TypeError("Cannot read private member #asyncResource from an object whose class did not declare it");
    }
    return value.#resource;
  }

  constructor(options?: any) {
    let name: string;
    if (typeof options === "string") {
      name = options;
      options = undefined;
    } else {
      if (new.target === EventEmitterAsyncResource) validators.validateString(options?.name, "options.name");
      name = options?.name || new.target.name;
    }
    super(options);
    this.#resource = new EventEmitterReferencingAsyncResource(this, name, options);
  }

  emit(event: EventName, ...args: any[]): boolean {
    return EventEmitterAsyncResource.#of(this).runInAsyncScope(super.emit, this, event, ...args);
  }

  /** Tells the hooks that this resource is gone. */
  emitDestroy(): void {
    EventEmitterAsyncResource.#of(this).emitDestroy();
  }

  get asyncId(): number {
    return EventEmitterAsyncResource.#of(this).asyncId();
  }

  get triggerAsyncId(): number {
    return EventEmitterAsyncResource.#of(this).triggerAsyncId();
  }

  get asyncResource(): any {
    return EventEmitterAsyncResource.#of(this);
  }
}
