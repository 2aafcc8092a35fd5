// node:async_hooks. Contexts are in `internal:core/async/context`, the providers in `internal:node/async_hooks/*`.
import { activate, currentScope, onFrames, resourceOf } from "internal:core/async/context";
import { AsyncLocalStorage } from "internal:core/async/async_local_storage";
import { AsyncResource } from "internal:core/async/async_resource";
import { createHook } from "internal:core/async/hooks";
import defer * as providers from "internal:node/async_hooks/providers";
import { coverPromises } from "internal:core/async/promise_then";

activate();
onFrames(coverPromises);

function executionAsyncId(): number {
  return currentScope().asyncId;
}

function triggerAsyncId(): number {
  return currentScope().triggerId;
}

function executionAsyncResource(): object {
  return resourceOf(currentScope());
}

export { AsyncLocalStorage, AsyncResource, createHook, executionAsyncId, executionAsyncResource, triggerAsyncId };

export default {
  AsyncLocalStorage,
  createHook,
  executionAsyncId,
  triggerAsyncId,
  executionAsyncResource,
  get asyncWrapProviders() {
    return providers.asyncWrapProviders;
  },
  AsyncResource,
};
