// Keeps the async context in reactions of promises: `then` with callbacks that run in the frame of the call. Installed
// when the first frame becomes current, so that other programs keep the engine's own `then`.
import { type Frame, get, set } from "internal:async_context";

type Reaction = ((value: any) => unknown) | null | undefined;

function inFrame(reaction: Reaction, frame: Frame): Reaction {
  if (typeof reaction !== "function") return reaction;
  return (value: unknown) => {
    const before = get();
    set(frame);
    try {
      return reaction(value);
    } finally {
      set(before);
    }
  };
}

/** Replaces `Promise.prototype.then`; `catch` and `finally` call it. */
export function coverThen(): void {
  const original = Promise.prototype.then;
  const covering = {
    then(this: Promise<unknown>, onFulfilled: Reaction, onRejected: Reaction): Promise<unknown> {
      const frame = get();
      if (frame === undefined) return original.call(this, onFulfilled as never, onRejected as never);
      return original.call(this, inFrame(onFulfilled, frame) as never, inFrame(onRejected, frame) as never);
    },
  };
  Object.defineProperty(Promise.prototype, "then", { value: covering.then, writable: true, configurable: true });
}
