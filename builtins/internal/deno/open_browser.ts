// `brio serve --open`: shows an address in the browser of the desktop.
import { spawn } from "internal:node/child_process/async";
import { writeError } from "native:stdio";

/** Opens the address, or reports that the system's command for it failed. */
export function open(url: string): void {
  const child = spawn("xdg-open", [url], { stdio: "ignore", detached: true });
  child.on("error", (error: Error) => writeError(`warning: Couldn't open the browser: ${error.message}\n`));
  child.unref();
}
