// Limits of memory: `process.constrainedMemory` and `process.availableMemory`.
import { load } from "internal:core/bootstrap";

/** Members of `process`. */
export const members = {
  constrainedMemory: (): number => 0,
  availableMemory: (): number => load("internal:node/os").default.freemem(),
};
