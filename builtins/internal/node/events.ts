// node:events. The class is in `internal:core/events/emitter`; this file adds the module's functions to it.
// https://nodejs.org/api/events.html
import { safe } from "internal:core/bootstrap";
import defer * as validators from "internal:core/validators";
import { EventEmitter } from "internal:core/events/emitter";
import { once, on } from "internal:core/events/awaiting";
import { addAbortListener } from "internal:core/events/abort_listener";
import { getEventListeners, getMaxListeners, listenerCount, setMaxListeners } from "internal:core/events/either_kind";
import { getDefaultMaxListeners, setDefaultMaxListeners } from "internal:core/events/limits";
import {
  kCapture,
  kErrorMonitor,
  kMaxEventTargetListeners,
  kMaxEventTargetListenersWarned,
  kRejection,
} from "internal:core/events/symbols";
import defer * as resources from "internal:node/events/async_resource";

safe.assign(EventEmitter, {
  addAbortListener,
  once,
  on,
  getEventListeners,
  getMaxListeners,
  listenerCount,
  EventEmitter,
  usingDomains: false,
  captureRejectionSymbol: kRejection,
});
safe.defineProperties(EventEmitter, {
  captureRejections: {
    get: () => EventEmitter.prototype[kCapture],
    set(value: boolean) {
      validators.validateBoolean(value, "EventEmitter.captureRejections");
      EventEmitter.prototype[kCapture] = value;
    },
    enumerable: true,
  },
  EventEmitterAsyncResource: {
    get: () => resources.EventEmitterAsyncResource,
    enumerable: true,
    configurable: true,
  },
  errorMonitor: { value: kErrorMonitor, writable: true, enumerable: true, configurable: true },
  defaultMaxListeners: {
    get: getDefaultMaxListeners,
    set: (count: number) => setDefaultMaxListeners(count, "defaultMaxListeners"),
    enumerable: true,
  },
  kMaxEventTargetListeners: { value: kMaxEventTargetListeners },
  kMaxEventTargetListenersWarned: { value: kMaxEventTargetListenersWarned },
  setMaxListeners: { value: setMaxListeners, writable: true, enumerable: true, configurable: true },
});

export { EventEmitter, on, once, addAbortListener };
export default EventEmitter;
