// Limits of memory: `process.constrainedMemory` and `process.availableMemory`.
import { safe, load } from "internal:core/bootstrap";
import { memoryLimitBytes } from "native:process";

/** What Node returns when nothing limits the process. */
const UNLIMITED = 2 ** 64;

/** Members of `process`. */
export const members = {
  constrainedMemory: (): number => safe.min(memoryLimitBytes(), UNLIMITED),
  availableMemory: (): number => load("internal:node/os").default.freemem(),
};
