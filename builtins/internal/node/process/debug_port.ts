// `process.debugPort`: the port that debuggers connect to, or that `inspector.open()` will use.
import { isLoaded, load } from "internal:core/bootstrap";
import { option } from "internal:core/launch";

const PORT = 9229;
const PORT_MIN = 1024;
const PORT_MAX = 65535;

let port: number | undefined;

/** The port: that of the server, else what was assigned, else that of the flags. */
export function debugPort(): number {
  if (port !== undefined) return port;
  const given = /(?:^|:)(\d+)$/.exec(String(option("--inspect-port")))?.[1];
  const serving = isLoaded("internal:node/inspector/inspected")
    ? load("internal:node/inspector/inspected").port()
    : undefined;
  return serving ?? (given === undefined ? PORT : Number(given));
}

/** Chooses the port. Throws for one that is not 0 or of a program without privileges. */
export function setDebugPort(value: unknown): void {
  if (typeof value === "symbol") throw new TypeError("Cannot convert a Symbol value to a number");
  const wanted = Math.trunc(Number(value));
  const chosen = Number.isFinite(wanted) ? wanted : 0;
  if (chosen !== 0 && (chosen < PORT_MIN || chosen > PORT_MAX))
    throw new RangeError(`process.debugPort must be 0 or in range ${PORT_MIN} to ${PORT_MAX}`);
  port = chosen;
}
