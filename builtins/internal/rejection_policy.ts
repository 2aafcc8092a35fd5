import * as uncaught from "internal:uncaught";
export function report(promise: Promise<unknown>, reason: unknown): void { uncaught.handle(reason, "unhandledRejection"); }
