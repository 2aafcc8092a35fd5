// Options of dgram.Socket: broadcast, TTL, multicast, buffers, references. Evaluated with node:dgram, which completes the class by it.
import {
  ERR_MISSING_ARGS,
  ERR_SOCKET_BAD_BUFFER_SIZE,
  ERR_SOCKET_BUFFER_SIZE,
  errnoException,
} from "internal:core/errors";
import { systemErrorMap } from "internal:core/errno";
import { validateNumber, validateString } from "internal:core/validators";
import { BROADCAST, MULTICAST_LOOPBACK, MULTICAST_TTL, TTL } from "internal:node/dgram/handle";
import { Socket, kState, requireRunning } from "internal:node/dgram/socket";

const prototype = Socket.prototype;
const EINVAL = -22;

function check(errno: number, syscall: string): void {
  if (errno !== 0) throw errnoException(errno, syscall);
}

/** A number of hops as the system takes it: what is out of range becomes one that it refuses. */
function inRange(hops: number, smallest: number): number {
  const whole = hops | 0;
  if (whole < smallest || whole > 255) throw errnoException(EINVAL, smallest === 0 ? "setMulticastTTL" : "setTTL");
  return whole;
}

/** Allows packets to broadcast addresses, or not. */
prototype.setBroadcast = function setBroadcast(this: any, enabled: any): void {
  check(requireRunning(this).setOption(BROADCAST, enabled ? 1 : 0), "setBroadcast");
};

/** How many hops packets may take (1 to 255). Returns it. */
prototype.setTTL = function setTTL(this: any, ttl: any): any {
  validateNumber(ttl, "ttl");
  check(requireRunning(this).setOption(TTL, inRange(ttl, 1)), "setTTL");
  return ttl;
};

/** The same of multicast packets (0 to 255). */
prototype.setMulticastTTL = function setMulticastTTL(this: any, ttl: any): any {
  validateNumber(ttl, "ttl");
  check(requireRunning(this).setOption(MULTICAST_TTL, inRange(ttl, 0)), "setMulticastTTL");
  return ttl;
};

/** Whether the machine itself gets its multicast packets. */
prototype.setMulticastLoopback = function setMulticastLoopback(this: any, enabled: any): any {
  check(requireRunning(this).setOption(MULTICAST_LOOPBACK, enabled ? 1 : 0), "setMulticastLoopback");
  // 0.4 compatibility of Node: the argument comes back.
  return enabled;
};

/** The interface that multicast packets leave by. */
prototype.setMulticastInterface = function setMulticastInterface(this: any, interfaceAddress: any): void {
  const handle = requireRunning(this);
  validateString(interfaceAddress, "interfaceAddress");
  check(handle.setMulticastInterface(interfaceAddress), "setMulticastInterface");
};

for (const [name, joins] of [
  ["addMembership", true],
  ["dropMembership", false],
] as const) {
  prototype[name] = {
    [name](this: any, multicastAddress: any, interfaceAddress: any): void {
      const handle = requireRunning(this);
      if (!multicastAddress) throw new ERR_MISSING_ARGS("multicastAddress");
      check(handle.setMembership(`${multicastAddress}`, nativeInterface(interfaceAddress), joins), name);
    },
  }[name];
}

/** The native form of an interface: none is empty, and an empty text is no address. */
function nativeInterface(address: any): string {
  return address === undefined || address === null ? "" : `${address}` || " ";
}

for (const [name, joins] of [
  ["addSourceSpecificMembership", true],
  ["dropSourceSpecificMembership", false],
] as const) {
  prototype[name] = {
    [name](this: any, sourceAddress: any, groupAddress: any, interfaceAddress: any): void {
      const handle = requireRunning(this);
      validateString(sourceAddress, "sourceAddress");
      validateString(groupAddress, "groupAddress");
      check(handle.setSourceMembership(sourceAddress, groupAddress, nativeInterface(interfaceAddress), joins), name);
    },
  }[name];
}

/** Keeps the loop alive for this socket, or not. */
for (const name of ["ref", "unref"] as const) {
  prototype[name] = {
    [name](this: any): any {
      this[kState].handle?.[name]();
      return this;
    },
  }[name];
}

function bufferSize(socket: any, size: number, receives: boolean): number {
  if (size >>> 0 !== size) throw new ERR_SOCKET_BAD_BUFFER_SIZE();
  const answer: number = requireRunning(socket).bufferSize(size, receives);
  if (answer >= 0) return answer;
  const [code, message] = systemErrorMap().get(answer) ?? ["UNKNOWN", "unknown error"];
  const syscall = receives ? "uv_recv_buffer_size" : "uv_send_buffer_size";
  throw new (ERR_SOCKET_BUFFER_SIZE as any)({ errno: answer, code, message, syscall });
}

prototype.setRecvBufferSize = function setRecvBufferSize(this: any, size: any): void {
  bufferSize(this, size, true);
};
prototype.setSendBufferSize = function setSendBufferSize(this: any, size: any): void {
  bufferSize(this, size, false);
};
prototype.getRecvBufferSize = function getRecvBufferSize(this: any): number {
  return bufferSize(this, 0, true);
};
prototype.getSendBufferSize = function getSendBufferSize(this: any): number {
  return bufferSize(this, 0, false);
};

/** Bytes that wait to be sent. */
prototype.getSendQueueSize = function getSendQueueSize(this: any): number {
  return requireRunning(this).getSendQueueSize();
};
/** Packets that wait to be sent. */
prototype.getSendQueueCount = function getSendQueueCount(this: any): number {
  return requireRunning(this).getSendQueueCount();
};
