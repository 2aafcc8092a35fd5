// `--trace-sync-io`: calls of synchronous functions after the first turn of the loop, when they hold up everything else, are
// reported with their stack.
import { type AnyFunction, asyncCell, safe } from "internal:core/bootstrap";
import { captureFrames } from "internal:core/stack/stack";
import { pid } from "native:process";
import { writeError } from "native:stdio";

/** Asks no disk in Node's view. */
const UNREPORTED = "existsSync";
const FRAMES_MAX = 10;

/** Reports calls of the functions of the public module `id` whose names end in `Sync`. */
export function install(id: string, module: Record<string, unknown>): void {
  for (const name of safe.keys(module)) {
    if (!name.endsWith("Sync") || name === UNREPORTED) continue;
    const original = module[name] as AnyFunction | undefined;
    // A member that the home lacks.
    if (original === undefined) continue;
    const { [name]: traced } = {
      [name](this: unknown, ...values: unknown[]): unknown {
        if (!asyncCell.isMain) report(`${name} (${id})`, traced!);
        return safe.apply(original, this, values);
      },
    };
    safe.defineProperties(traced!, safe.getOwnPropertyDescriptors(original));
    module[name] = traced;
  }
}

function report(callee: string, above: Function): void {
  let text = `(node:${pid()}) WARNING: Detected use of sync API\n    at ${callee}\n`;
  for (const frame of captureFrames(above, FRAMES_MAX)) text += `    at ${frame.describe()}\n`;
  writeError(`${text}\n`);
}
