// The log of NODE_DEBUG=http: the steps of connections, with Node's messages. The first one emits the warning about sensitive data.
import { getEnvironment } from "native:process";
import defer * as logging from "internal:core/util/debuglog";

/** Whether NODE_DEBUG is set: without it nothing else is loaded. */
export const mayDebug = Boolean(getEnvironment("NODE_DEBUG"));

let log: ReturnType<typeof logging.debuglog> | undefined;

/** Whether NODE_DEBUG names `http`. */
export function isDebugging(): boolean {
  return mayDebug && ((log ??= logging.debuglog("http")).enabled as boolean);
}

/** Logs a message, which may have the placeholders of util.format. */
export function debug(message: string, ...args: unknown[]): void {
  if (isDebugging()) log!(message, ...args);
}
