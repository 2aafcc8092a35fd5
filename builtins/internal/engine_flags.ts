// Flags of V8 that have a meaning for this engine: `--expose-gc`.
import { define } from "internal:globals";
import { collectGarbage } from "native:realm";

/** V8's `gc(options)`: a full collection; a promise with `execution: "async"`. */
function gc(options?: any): Promise<void> | undefined {
  if (options?.execution !== "async") {
    collectGarbage();
    return undefined;
  }
  return new Promise((resolve) => {
    collectGarbage();
    resolve();
  });
}

/** Does what the flags ask for. */
export function apply(options: [name: string, value: string][]): void {
  if (options.some(([name]) => name === "--expose-gc")) define("gc", gc, false);
}
