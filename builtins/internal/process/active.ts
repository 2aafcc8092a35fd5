// What keeps the process alive, as far as it is JavaScript's: `process.getActiveResourcesInfo` and its older relatives.
import { isLoaded, load, pendingRequests } from "internal:bootstrap";
import { loopState, REFERENCED_IMMEDIATES, REFERENCED_TIMERS } from "internal:loop_state";

/** Stands for a native function that has not called back. */
class FSReqCallback {}

/** Sockets, servers and children that are open and referenced. */
export function handles(): object[] {
  const list: object[] = [];
  if (isLoaded("internal:net/handle")) for (const handle of load("internal:net/handle").referencedHandles()) list.push(handle.owner ?? handle);
  if (isLoaded("internal:child_process/process_handle")) list.push(...load("internal:child_process/process_handle").runningHandles());
  return list;
}

/** Native functions that are on their way. */
export function requests(): object[] {
  return Array.from({ length: pendingRequests.size }, () => new FSReqCallback());
}

/** Names of all that keeps the process alive. */
export function resourceNames(): string[] {
  const names: string[] = Array.from({ length: pendingRequests.size }, () => "FSReqCallback");
  if (isLoaded("internal:net/handle")) for (const handle of load("internal:net/handle").referencedHandles()) names.push(handle.resourceName);
  if (isLoaded("internal:child_process/process_handle")) for (const _ of load("internal:child_process/process_handle").runningHandles()) names.push("ProcessWrap");
  for (let count = loopState[REFERENCED_TIMERS]!; count > 0; count--) names.push("Timeout");
  for (let count = loopState[REFERENCED_IMMEDIATES]!; count > 0; count--) names.push("Immediate");
  return names;
}
