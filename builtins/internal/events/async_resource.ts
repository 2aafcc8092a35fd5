// `events.EventEmitterAsyncResource`: an emitter whose listeners run in the async context of its creation.
// Loaded on first use, because it needs node:async_hooks.
import { AsyncResource } from "node:async_hooks";
import { validateString } from "internal:validators";
import { EventEmitter, type EventName } from "internal:events/emitter";

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

  constructor(options?: any) {
    let name: string;
    if (typeof options === "string") {
      name = options;
      options = undefined;
    } else {
      if (new.target === EventEmitterAsyncResource) validateString(options?.name, "options.name");
      name = options?.name || new.target.name;
    }
    super(options);
    this.#resource = new EventEmitterReferencingAsyncResource(this, name, options);
  }

  emit(event: EventName, ...args: any[]): boolean {
    return this.#resource.runInAsyncScope(super.emit, this, event, ...args);
  }

  /** Tells the hooks that this resource is gone. */
  emitDestroy(): void {
    this.#resource.emitDestroy();
  }

  get asyncId(): number {
    return this.#resource.asyncId();
  }

  get triggerAsyncId(): number {
    return this.#resource.triggerAsyncId();
  }

  get asyncResource(): any {
    return this.#resource;
  }
}
