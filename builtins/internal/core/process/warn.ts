// Warnings and uncaught exceptions for builtins, without making the `process` object.
import * as uncaught from "internal:core/uncaught";
import { services } from "internal:core/bootstrap";

/** `process.emitWarning`. */
export function emitWarning(warning: string | Error, type?: unknown, code?: unknown, above?: Function): void {
  services().emitWarning(warning, type, code, above ?? emitWarning);
}

/** Treats `error` as an uncaught exception. */
export function triggerUncaughtException(error: unknown, fromPromise = false): void {
  uncaught.handle(error, fromPromise ? "unhandledRejection" : "uncaughtException");
}
