// The ports that debuggers of workers connect to: each worker has its own.
// https://nodejs.org/docs/latest-v26.x/api/cluster.html#clustersettings
import { validatePort } from "internal:core/validators";
import { services } from "internal:core/bootstrap";
import { variables } from "internal:core/process/environment";

const INSPECTS = /(?:^|\s)--inspect(?:-brk|-port|-wait)?(?:=|\s|$)|(?:^|\s)--debug-port/;
const PORT_MIN = 1024;
const PORT_MAX = 65535;

let started = 0;

/** The flag for a new worker: nothing when its flags do not let debuggers connect. `given`: the port, or what returns it. */
export function inspectorFlags(flags: readonly string[], given: unknown): string[] {
  if (!INSPECTS.test([...flags, variables.NODE_OPTIONS ?? ""].join(" "))) return [];
  return [`--inspect-port=${given === undefined || given === null ? nextPort() : chosen(given)}`];
}

function chosen(given: unknown): unknown {
  const port: unknown = typeof given === "function" ? given() : given;
  return port === undefined || port === null ? nextPort() : (validatePort(port), port);
}

/** The one after that of the worker before; behind the last is the first that needs no privileges. */
function nextPort(): number {
  const port = services().process.debugPort + ++started;
  return port > PORT_MAX ? port - PORT_MAX + PORT_MIN - 1 : port;
}
