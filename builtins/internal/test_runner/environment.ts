// Variables that a run is told by; programs may change them while it goes on.
import defer * as process from "internal:node/process";

/** The value of a variable in `process.env`; undefined when it is not there. */
export function environment(name: string): string | undefined {
  return (process as any).default.env[name];
}
