// `events.EventEmitterAsyncResource`: an emitter whose listeners run in the asynchronous context of its creation.
// Loaded on first use, because it needs node:async_hooks.
import { AsyncResource } from "internal:node/async_hooks";
import defer * as validators from "internal:core/validators";
import { EventEmitter, type EventName } from "internal:core/events/emitter";

interface ResourceOptions {
  name?: string;
  triggerAsyncId?: number;
  requireManualDestroy?: boolean;
  captureRejections?: boolean;
}

/** The members of AsyncResource that are used here. */
interface Resource {
  runInAsyncScope(callback: Function, thisArgument: unknown, ...args: unknown[]): boolean;
  emitDestroy(): void;
  asyncId(): number;
  triggerAsyncId(): number;
}

class EventEmitterReferencingAsyncResource extends (AsyncResource as any) {
  #emitter: EventEmitterAsyncResource;

  constructor(emitter: EventEmitterAsyncResource, type: string, options: ResourceOptions | undefined) {
    super(type, options);
    this.#emitter = emitter;
  }

  get eventEmitter(): EventEmitterAsyncResource {
    return this.#emitter;
  }
}

/** An EventEmitter that is also an AsyncResource. `options`: its name, or `{ name, triggerAsyncId, requireManualDestroy }`. */
export class EventEmitterAsyncResource extends EventEmitter {
  #resource: Resource;

  // Node's message for an invalid `this`, which is V8's.
  static #of(value: EventEmitterAsyncResource): Resource {
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
    this.#resource = new EventEmitterReferencingAsyncResource(this, name, options) as unknown as Resource;
  }

  override emit(event: EventName, ...args: unknown[]): boolean {
    return EventEmitterAsyncResource.#of(this).runInAsyncScope(super.emit, this, event, ...args);
  }

  /** Calls the destroy hooks of async_hooks. */
  emitDestroy(): void {
    EventEmitterAsyncResource.#of(this).emitDestroy();
  }

  get asyncId(): number {
    return EventEmitterAsyncResource.#of(this).asyncId();
  }

  get triggerAsyncId(): number {
    return EventEmitterAsyncResource.#of(this).triggerAsyncId();
  }

  get asyncResource(): Resource {
    return EventEmitterAsyncResource.#of(this);
  }
}
