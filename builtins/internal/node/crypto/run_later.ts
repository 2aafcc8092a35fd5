// Work of node:crypto off the thread, with a callback at the end.
import { callbackOf } from "internal:core/ops";

/**
 * Starts an asynchronous native function, whose type in `createHook` is `type`, and calls `done(error, result)`. `error` is null on success;
 * `convert` makes the program's value of the native one.
 */
export function runLater(
  type: string,
  op: any,
  args: unknown[],
  done: (...values: unknown[]) => void,
  convert: (value: any) => unknown,
): void {
  callbackOf(
    type,
    op,
    (error: unknown, value: unknown) => {
      if (error !== null) return done(error);
      done(null, convert(value));
    },
    ...args,
  );
}
