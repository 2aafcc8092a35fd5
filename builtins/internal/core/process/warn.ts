// The little of `process` that other builtins need without making the object.
import * as uncaught from "internal:core/uncaught";
import { services } from "internal:core/bootstrap";

/** `process.emitWarning`. */
export function emitWarning(warning: string | Error, type?: unknown, code?: unknown, above?: Function): void {
  services().emitWarning(warning, type, code, above ?? emitWarning);
}

/** Treats `error` as an exception that nobody caught. */
export function triggerUncaughtException(error: unknown, fromPromise = false): void {
  uncaught.handle(error, fromPromise ? "unhandledRejection" : "uncaughtException");
}
