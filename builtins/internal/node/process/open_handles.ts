// The section "libuv" of diagnostic reports: what the loop of this thread waits for, in the form that Node gives to libuv's handles.
// Numbers take the place of addresses.
import { isLoaded, load, services } from "internal:core/bootstrap";
import { loopState } from "internal:core/loop_state";
import { signals } from "internal:core/signals";
import type { DatagramHandle } from "internal:node/dgram/handle";
import type { StreamHandle } from "internal:node/net/handle";
import { StreamKind } from "native:net";
import { LoopWord } from "native:realm";

const MILLISECONDS = 1000;
const ADDRESS_DIGITS = 16;

/** A handle; `is_referenced` is absent in the loop's own entry. */
type Handle = { type: string; is_active: boolean; is_referenced?: boolean } & Record<string, unknown>;

/** A socket's address as the handles of net and dgram describe it. */
interface Address {
  address?: string | undefined;
  family?: string | undefined;
  port?: number | undefined;
}

/** The open handles and the loop. */
export function describeHandles(): object[] {
  const list: Handle[] = [
    timers(),
    ...files(),
    ...processes(),
    ...watchedSignals(),
    ...streams(),
    ...httpServers(),
    ...datagrams(),
    loop(),
  ];
  return list.map(({ type, is_active, is_referenced, ...rest }, index) => ({
    type,
    is_active,
    ...(is_referenced === undefined ? undefined : { is_referenced }),
    address: `0x${(index + 1).toString(16).padStart(ADDRESS_DIGITS, "0")}`,
    ...rest,
  }));
}

/** All timers are one handle, as in Node. Those of file watchers are not the program's. */
function timers(): Handle {
  const pollers = isLoaded("internal:node/fs/watch_file")
    ? load("internal:node/fs/watch_file")
        .referencedWatchers()
        .filter(({ isWaiting }: { isWaiting: boolean }) => isWaiting)
    : [];
  const next = loopState[LoopWord.NEXT_TIMER]!;
  const isActive = Number.isFinite(next);
  const firesInMsFromNow = isActive ? Math.round(next - loopState[LoopWord.NOW]!) : 0;
  return {
    type: "timer",
    is_active: isActive,
    is_referenced: loopState[LoopWord.REFERENCED_TIMERS]! > pollers.length,
    repeat: 0,
    firesInMsFromNow,
    expired: isActive && firesInMsFromNow <= 0,
  };
}

function files(): Handle[] {
  const of = (type: string, list: { path: string; isReferenced: boolean }[]): Handle[] =>
    list.map(({ path, isReferenced }) => ({ type, is_active: true, is_referenced: isReferenced, filename: path }));
  return [
    ...(isLoaded("internal:node/fs/watcher") ? of("fs_event", load("internal:node/fs/watcher").watchedPaths()) : []),
    ...(isLoaded("internal:node/fs/watch_file")
      ? of("fs_poll", load("internal:node/fs/watch_file").polledPaths())
      : []),
  ];
}

function processes(): Handle[] {
  if (!isLoaded("internal:node/child_process/process_handle")) return [];
  const handles: { pid: number; hasRef(): boolean }[] = load(
    "internal:node/child_process/process_handle",
  ).openHandles();
  return handles.map((handle) => ({
    type: "process",
    is_active: true,
    is_referenced: handle.hasRef(),
    pid: handle.pid,
  }));
}

function watchedSignals(): Handle[] {
  const names = services().process.eventNames() as unknown[];
  return names.flatMap((name) => {
    const signum = typeof name === "string" ? signals[name] : undefined;
    return signum === undefined
      ? []
      : [{ type: "signal", is_active: true, is_referenced: false, signum, signal: name }];
  });
}

function streams(): Handle[] {
  if (!isLoaded("internal:node/net/handle")) return [];
  return (load("internal:node/net/handle").openHandles() as StreamHandle[]).map((handle) => {
    const isPath = handle.kind !== StreamKind.TCP;
    const { isListening } = handle;
    return {
      type: handle.kind === StreamKind.TERMINAL ? "tty" : isPath ? "pipe" : "tcp",
      is_active: handle.reading || isListening || handle.connectDone !== null,
      is_referenced: handle.isReferenced,
      ...(handle.kind === StreamKind.TERMINAL ? undefined : endpoints(handle, isPath)),
      fd: handle.fd,
      writeQueueSize: handle.writeQueueSize,
      readable: !isListening,
      writable: !isListening,
    };
  });
}

/** Servers of node:http and their connections, which are not handles of node:net. */
function httpServers(): Handle[] {
  if (!isLoaded("internal:node/http/listening")) return [];
  const servers: HttpServer[] = load("internal:node/http/listening").listeningServers();
  const sockets: HttpSocket[] = load("internal:node/http/connection_table").openSockets();
  return [
    ...servers.map(({ _handle: { address, port, family, isPath }, _unref: isUnreferenced }) => ({
      type: isPath ? "pipe" : "tcp",
      is_active: true,
      is_referenced: !isUnreferenced,
      localEndpoint: isPath ? address : describeAddress({ address, family, port }),
      remoteEndpoint: null,
      readable: false,
      writable: false,
    })),
    ...sockets.map((socket) => ({
      type: socket.remoteAddress === undefined ? "pipe" : "tcp",
      is_active: true,
      is_referenced: true,
      localEndpoint: describeAddress(socket.address()),
      remoteEndpoint: describeAddress({
        address: socket.remoteAddress,
        family: socket.remoteFamily,
        port: socket.remotePort,
      }),
      readable: socket.readable,
      writable: socket.writable,
    })),
  ];
}

interface HttpServer {
  _handle: { address: string; port: number; family: string; isPath: boolean };
  _unref: boolean;
}

interface HttpSocket {
  remoteAddress: string | undefined;
  remoteFamily: string | undefined;
  remotePort: number | undefined;
  readable: boolean;
  writable: boolean;
  address(): Address;
}

function datagrams(): Handle[] {
  if (!isLoaded("internal:node/dgram/handle")) return [];
  return (load("internal:node/dgram/handle").openHandles() as DatagramHandle[]).map((handle) => ({
    type: "udp",
    is_active: true,
    is_referenced: handle.hasRef(),
    ...endpoints(handle, false),
    sendBufferSize: handle.bufferSize(0, false),
    recvBufferSize: handle.bufferSize(0, true),
    fd: handle.fd,
    writeQueueSize: handle.getSendQueueSize(),
    writeQueueCount: handle.getSendQueueCount(),
  }));
}

interface Socket {
  getsockname(out: object): number;
  getpeername(out: object): number;
}

function endpoints(socket: Socket, isPath: boolean): { localEndpoint: unknown; remoteEndpoint: unknown } {
  const [local, remote]: Address[] = [{}, {}];
  socket.getsockname(local!);
  socket.getpeername(remote!);
  const describe = isPath ? ({ address }: Address) => address || null : describeAddress;
  return { localEndpoint: describe(local!), remoteEndpoint: describe(remote!) };
}

/** The name of a host is its address: finding another one could block. */
function describeAddress({ address, family, port }: Address): object | null {
  if (address === undefined) return null;
  return { host: address, [family === "IPv6" ? "ip6" : "ip4"]: address, port };
}

function loop(): Handle {
  return { type: "loop", is_active: true, loopIdleTimeSeconds: loopState[LoopWord.IDLE]! / MILLISECONDS };
}
