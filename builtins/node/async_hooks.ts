// node:async_hooks. Contexts are in `internal:async_context`, the classes in `internal:async_hooks/*`.
import { activate, currentScope, onFrames, resourceOf } from "internal:async_context";
import { AsyncLocalStorage } from "internal:async_hooks/async_local_storage";
import { AsyncResource } from "internal:async_hooks/async_resource";
import { createHook } from "internal:async_hooks/hooks";
import defer * as providers from "internal:async_hooks/providers";
import { coverPromises } from "internal:async_hooks/promise_then";

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
