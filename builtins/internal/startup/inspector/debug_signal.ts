// SIGUSR1 lets debuggers connect to a running program, as in Node and Deno.
// https://nodejs.org/docs/latest-v26.x/api/process.html#signal-events
import { services } from "internal:core/bootstrap";
import { launch, option } from "internal:core/launch";
import { check } from "internal:core/permissions";
import { home } from "internal:core/program";
import * as inspected from "internal:node/inspector/inspected";
import { isAvailable } from "native:inspector";
import { PermissionKind } from "native:permissions";

/** The signal arrived, and the program does not listen to it. */
export function received(): void {
  if (option("--disable-sigusr1") !== undefined || !isAvailable() || !isAllowed()) return;
  if (inspected.url() !== undefined) return;
  const { debugPort: port } = services().process;
  inspected.tryOpen({ host: inspected.DEFAULT_HOST, port, pausesAtStart: false, publishes: inspected.publishes() });
}

/** Whether the program may be inspected. In Deno its permissions do not limit who debugs it. */
function isAllowed(): boolean {
  if (launch().restricts !== true || home() !== "node") return true;
  try {
    check(PermissionKind.INSPECTOR, null);
    return true;
  } catch {
    return false;
  }
}
