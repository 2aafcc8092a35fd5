// `Bun.peek`: the state and value of a promise, without waiting.
import { PromiseStatus, promiseState, settledValue } from "native:engine";

/** The value of a promise that is settled, without waiting; the promise itself while it is pending. Returns other values as they are. */
export const peek: ((value: unknown) => unknown) & { status(value: unknown): string } = Object.assign(
  (value: unknown): unknown => settledValue(value),
  {
    /** `pending`, `fulfilled` or `rejected`. */
    status(value: unknown): string {
      const state: PromiseStatus = promiseState(value);
      if (state === PromiseStatus.PENDING) return "pending";
      return state === PromiseStatus.REJECTED ? "rejected" : "fulfilled";
    },
  },
);
