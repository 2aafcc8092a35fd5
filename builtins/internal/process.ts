import { writeError } from "native:stdio";
export function emitWarning(message: any, type?: any): void { writeError(`(brio) ${type}: ${message}\n`); }
export function triggerUncaughtException(error: unknown, fromPromise?: boolean): void { throw error; }
