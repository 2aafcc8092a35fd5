// What NODE_DEBUG=http shows: the steps of connections, in Node's words. The first message gives the warning about sensitive data.
import { getEnvironment } from "native:process";
import defer * as logging from "internal:core/util/debuglog";

/** Whether NODE_DEBUG is set at all: nothing else is loaded without it. */
export const mayDebug = Boolean(getEnvironment("NODE_DEBUG"));

let log: any;

/** Whether NODE_DEBUG names `http`. */
export function isDebugging(): boolean {
  return mayDebug && ((log ??= logging.debuglog("http")).enabled as boolean);
}

/** Shows a message, which may have the placeholders of util.format. */
export function debug(message: string, ...args: unknown[]): void {
  if (isDebugging()) log(message, ...args);
}
