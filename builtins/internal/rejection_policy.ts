// What a promise that nobody handled leads to: Node's default, `--unhandled-rejections=throw`.
import { inspect } from "internal:util/inspect";
import * as uncaught from "internal:uncaught";
import { ERR_UNHANDLED_REJECTION } from "internal:errors";

type Listener = (reason: unknown, promise: Promise<unknown>) => boolean;
let listener: Listener | null = null;

/** Sets who emits 'unhandledRejection'; it returns whether somebody listened. */
export function setListener(next: Listener): void {
  listener = next;
}

/** Reports one rejection. */
export function report(promise: Promise<unknown>, reason: unknown): void {
  try {
    if (listener !== null && listener(reason, promise)) return;
  } catch (error) {
    return uncaught.handle(error);
  }
  uncaught.handle(reason instanceof Error ? reason : wrapped(reason), "unhandledRejection");
}

function wrapped(reason: unknown): Error {
  return new ERR_UNHANDLED_REJECTION(inspect(reason));
}
