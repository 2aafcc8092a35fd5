// What keeps the process alive, as far as it is JavaScript's: `process.getActiveResourcesInfo` and its older relatives.
import { isLoaded, load, pendingRequests } from "internal:core/bootstrap";
import { loopState, REFERENCED_IMMEDIATES, REFERENCED_TIMERS } from "internal:core/loop_state";

/** Stands for a native function that has not called back. */
class FSReqCallback {}

/** One of the things that keep the process alive: what programs have of it, and Node's name of what stands below. */
interface Active {
  object: object;
  name: string;
}

function active(): Active[] {
  const list: Active[] = [];
  if (isLoaded("internal:node/net/handle")) {
    for (const handle of load("internal:node/net/handle").referencedHandles())
      list.push({ object: ownerOf(handle), name: handle.resourceName });
  }
  if (isLoaded("internal:node/dgram/handle"))
    for (const handle of load("internal:node/dgram/handle").referencedHandles())
      list.push({ object: handle.owner ?? handle, name: "UDPWrap" });
  if (isLoaded("internal:node/fs/watcher"))
    for (const watcher of load("internal:node/fs/watcher").referencedWatchers())
      list.push({ object: watcher, name: "FSEventWrap" });
  for (const { watcher } of fileWatchers()) list.push({ object: watcher, name: "StatWatcher" });
  if (isLoaded("internal:node/child_process/process_handle")) {
    for (const handle of load("internal:node/child_process/process_handle").runningHandles())
      list.push({ object: handle.owner ?? handle, name: "ProcessWrap" });
  }
  return list;
}

// Between a connection and its TLS socket stands the session.
function ownerOf(handle: any): object {
  const { owner } = handle;
  if (owner === null) return handle;
  return owner.isStreamBase === true ? (owner.socket ?? owner) : owner;
}

function fileWatchers(): { watcher: object; isWaiting: boolean }[] {
  return isLoaded("internal:node/fs/watch_file") ? load("internal:node/fs/watch_file").referencedWatchers() : [];
}

/** Sockets, servers, watchers and children that are open and referenced. */
export function handles(): object[] {
  return active().map(({ object }) => object);
}

/** Native functions that are on their way. */
export function requests(): object[] {
  return Array.from({ length: pendingRequests.size }, () => new FSReqCallback());
}

/** Names of all that keeps the process alive. */
export function resourceNames(): string[] {
  const names: string[] = Array.from({ length: pendingRequests.size }, () => "FSReqCallback");
  for (const { name } of active()) names.push(name);
  // Watchers of files wait by timers, which are nobody's business.
  const ownTimers = fileWatchers().filter(({ isWaiting }) => isWaiting).length;
  for (let count = loopState[REFERENCED_TIMERS]! - ownTimers; count > 0; count--) names.push("Timeout");
  for (let count = loopState[REFERENCED_IMMEDIATES]!; count > 0; count--) names.push("Immediate");
  return names;
}
