// Environment variables that configure a run; programs may change them during the run.
import { services } from "internal:core/bootstrap";

/** The value of a variable in `process.env`, also one that the program may not read; undefined when it is not set. */
export function environment(name: string): string | undefined {
  return services().variables[name];
}
