// `Bun.peek`: the state and value of a promise, without waiting.
import { load } from "internal:core/bootstrap";
import { PromiseStatus } from "native:engine";

/** The value of a promise that is settled, without waiting; the promise itself while it is pending. Returns other values as they are. */
export const peek: ((value: unknown) => unknown) & { status(value: unknown): string } = Object.assign(
  (value: unknown): unknown => {
    const natives = load("native:engine");
    const status = peek.status(value);
    return status === "pending" || !isPromise(value) ? value : natives.promiseResult(value);
  },
  {
    /** `pending`, `fulfilled` or `rejected`. */
    status(value: unknown): string {
      if (!isPromise(value)) return "fulfilled";
      const state: PromiseStatus = load("native:engine").promiseState(value);
      if (state === PromiseStatus.PENDING) return "pending";
      return state === PromiseStatus.FULFILLED ? "fulfilled" : "rejected";
    },
  },
);

function isPromise(value: unknown): boolean {
  return load("internal:core/util/types").isPromise(value);
}
