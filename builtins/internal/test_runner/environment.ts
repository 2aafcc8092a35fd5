// Environment variables that configure a run; programs may change them during the run.
import defer * as process from "internal:node/process";

/** The value of a variable in `process.env`; undefined when it is not set. */
export function environment(name: string): string | undefined {
  return process.default.env[name];
}
