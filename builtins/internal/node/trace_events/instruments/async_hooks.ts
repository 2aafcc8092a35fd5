// Asynchronous resources (`node.async_hooks`), as the hooks of node:async_hooks receive them.
import { pinned } from "internal:core/bootstrap";
import { createHook } from "internal:node/async_hooks";
import { asyncWrapProviders } from "internal:node/async_hooks/providers";
import { executionAsyncId } from "internal:node/async_hooks";
import { Group } from "internal:node/trace_events/categories";
import { record } from "internal:node/trace_events/recorder";

/** The types of the resources whose begin was recorded. */
const types = pinned(new Map<number, string>());

/** In Node, callbacks of native resources are asynchronous events. */
function isNative(type: string): boolean {
  return type !== "PROMISE" && asyncWrapProviders[type] !== undefined;
}

/** Records them. */
export function install(): void {
  createHook({
    init(asyncId: number, type: string, triggerAsyncId: number): void {
      types.set(asyncId, type);
      const data = { triggerAsyncId, executionAsyncId: executionAsyncId() };
      record(Group.ASYNC_HOOKS, "b", type, { id: asyncId, args: { data } });
    },
    before(asyncId: number): void {
      const type = types.get(asyncId);
      if (type !== undefined)
        record(Group.ASYNC_HOOKS, isNative(type) ? "b" : "B", `${type}_CALLBACK`, { id: asyncId });
    },
    after(asyncId: number): void {
      const type = types.get(asyncId);
      if (type !== undefined)
        record(Group.ASYNC_HOOKS, isNative(type) ? "e" : "E", `${type}_CALLBACK`, { id: asyncId });
    },
    destroy(asyncId: number): void {
      const type = types.get(asyncId);
      if (type === undefined) return;
      types.delete(asyncId);
      record(Group.ASYNC_HOOKS, "e", type, { id: asyncId });
    },
  }).enable();
}
