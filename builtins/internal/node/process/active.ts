// What keeps the process alive: `process.getActiveResourcesInfo`, and the undocumented functions before it.
import { isLoaded, load, pendingRequests } from "internal:core/bootstrap";
import { loopState } from "internal:core/loop_state";
import type { StreamHandle } from "internal:node/net/handle";
import { LoopWord } from "native:realm";

/** Represents an in-flight native request. */
class FSReqCallback {}

/** Something that keeps the process alive: the program's object, and Node's name of the resource below. */
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
  if (isLoaded("internal:node/http/listening"))
    for (const server of load("internal:node/http/listening").listeningServers())
      if (!server._unref) list.push({ object: server, name: server._handle.isPath ? "PipeWrap" : "TCPServerWrap" });
  if (isLoaded("internal:node/http/connection_table"))
    for (const socket of load("internal:node/http/connection_table").openSockets())
      list.push({ object: socket, name: socket.remoteAddress === undefined ? "PipeWrap" : "TCPSocketWrap" });
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

// The owner of a TLS connection's handle is the session of its socket.
function ownerOf(handle: StreamHandle): object {
  const { owner } = handle;
  if (owner === null) return handle;
  return owner.isStreamBase === true ? (owner.socket ?? owner) : owner;
}

function fileWatchers(): { watcher: object; isWaiting: boolean }[] {
  return isLoaded("internal:node/fs/watch_file") ? load("internal:node/fs/watch_file").referencedWatchers() : [];
}

/** Sockets, servers, watchers and children that are open and referenced. */
function handles(): object[] {
  return active().map(({ object }) => object);
}

/** The in-flight native requests. */
function requests(): object[] {
  return Array.from({ length: pendingRequests.size }, () => new FSReqCallback());
}

/** The names of all that keeps the process alive. */
function resourceNames(): string[] {
  const names: string[] = Array.from({ length: pendingRequests.size }, () => "FSReqCallback");
  for (const { name } of active()) names.push(name);
  // The timers of file watchers are internal.
  const internalTimers = fileWatchers().filter(({ isWaiting }) => isWaiting).length;
  for (let count = loopState[LoopWord.REFERENCED_TIMERS]! - internalTimers; count > 0; count--) names.push("Timeout");
  for (let count = loopState[LoopWord.REFERENCED_IMMEDIATES]!; count > 0; count--) names.push("Immediate");
  return names;
}

/** Members of `process`. */
export const members = {
  getActiveResourcesInfo: () => resourceNames(),
  _getActiveHandles: () => handles(),
  _getActiveRequests: () => requests(),
};
