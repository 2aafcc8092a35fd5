// Options of dgram.Socket: broadcast, TTL, multicast, buffers, references. Evaluated with node:dgram; adds members to the class.
import {
  ERR_MISSING_ARGS,
  ERR_SOCKET_BAD_BUFFER_SIZE,
  ERR_SOCKET_BUFFER_SIZE,
  errnoException,
} from "internal:core/errors";
import { systemErrorMap } from "internal:core/errno";
import { validateNumber, validateString } from "internal:core/validators";
import { DatagramOption } from "native:dgram";
import { Socket, kState, requireRunning } from "internal:node/dgram/socket";

const prototype = Socket.prototype;
const EINVAL = -22;

function check(errno: number, syscall: string): void {
  if (errno !== 0) throw errnoException(errno, syscall);
}

/** The number of hops as an integer. Throws EINVAL when it is out of range. */
function inRange(hops: number, smallest: number): number {
  const whole = hops | 0;
  if (whole < smallest || whole > 255) throw errnoException(EINVAL, smallest === 0 ? "setMulticastTTL" : "setTTL");
  return whole;
}

/** Allows packets to broadcast addresses, or not. */
prototype.setBroadcast = function setBroadcast(this: Socket, enabled: unknown): void {
  check(requireRunning(this).setOption(DatagramOption.BROADCAST, enabled ? 1 : 0), "setBroadcast");
};

/** Limits the hops of packets (1 to 255). Returns the number. */
prototype.setTTL = function setTTL(this: Socket, ttl: unknown): number {
  validateNumber(ttl, "ttl");
  check(requireRunning(this).setOption(DatagramOption.TTL, inRange(ttl, 1)), "setTTL");
  return ttl;
};

/** The same of multicast packets (0 to 255). */
prototype.setMulticastTTL = function setMulticastTTL(this: Socket, ttl: unknown): number {
  validateNumber(ttl, "ttl");
  check(requireRunning(this).setOption(DatagramOption.MULTICAST_TTL, inRange(ttl, 0)), "setMulticastTTL");
  return ttl;
};

/** Whether this machine receives its own multicast packets. */
prototype.setMulticastLoopback = function setMulticastLoopback(this: Socket, enabled: unknown): unknown {
  check(requireRunning(this).setOption(DatagramOption.MULTICAST_LOOPBACK, enabled ? 1 : 0), "setMulticastLoopback");
  // Node returns the argument, for compatibility with version 0.4.
  return enabled;
};

/** Sets the interface that multicast packets are sent from. */
prototype.setMulticastInterface = function setMulticastInterface(this: Socket, interfaceAddress: unknown): void {
  const handle = requireRunning(this);
  validateString(interfaceAddress, "interfaceAddress");
  check(handle.setMulticastInterface(interfaceAddress), "setMulticastInterface");
};

for (const [name, joins] of [
  ["addMembership", true],
  ["dropMembership", false],
] as const) {
  prototype[name] = {
    [name](this: Socket, multicastAddress: unknown, interfaceAddress?: unknown): void {
      const handle = requireRunning(this);
      if (!multicastAddress) throw new ERR_MISSING_ARGS("multicastAddress");
      check(handle.setMembership(`${multicastAddress}`, nativeInterface(interfaceAddress), joins), name);
    },
  }[name];
}

/** The native form of an interface: empty for a missing one, and an invalid address for an empty string. */
function nativeInterface(address: unknown): string {
  return address === undefined || address === null ? "" : `${address}` || " ";
}

for (const [name, joins] of [
  ["addSourceSpecificMembership", true],
  ["dropSourceSpecificMembership", false],
] as const) {
  prototype[name] = {
    [name](this: Socket, sourceAddress: unknown, groupAddress: unknown, interfaceAddress?: unknown): void {
      const handle = requireRunning(this);
      validateString(sourceAddress, "sourceAddress");
      validateString(groupAddress, "groupAddress");
      check(handle.setSourceMembership(sourceAddress, groupAddress, nativeInterface(interfaceAddress), joins), name);
    },
  }[name];
}

// Whether this socket keeps the loop alive.
for (const name of ["ref", "unref"] as const) {
  prototype[name] = {
    [name](this: Socket): Socket {
      this[kState].handle?.[name]();
      return this;
    },
  }[name];
}

function bufferSize(socket: Socket, size: number, receives: boolean): number {
  if (size >>> 0 !== size) throw new ERR_SOCKET_BAD_BUFFER_SIZE();
  const result = requireRunning(socket).bufferSize(size, receives);
  if (result >= 0) return result;
  const [code, message] = systemErrorMap().get(result) ?? ["UNKNOWN", "unknown error"];
  const syscall = receives ? "uv_recv_buffer_size" : "uv_send_buffer_size";
  throw new ERR_SOCKET_BUFFER_SIZE({ errno: result, code, message, syscall });
}

prototype.setRecvBufferSize = function setRecvBufferSize(this: Socket, size: number): void {
  bufferSize(this, size, true);
};
prototype.setSendBufferSize = function setSendBufferSize(this: Socket, size: number): void {
  bufferSize(this, size, false);
};
prototype.getRecvBufferSize = function getRecvBufferSize(this: Socket): number {
  return bufferSize(this, 0, true);
};
prototype.getSendBufferSize = function getSendBufferSize(this: Socket): number {
  return bufferSize(this, 0, false);
};

/** The number of bytes in the send queue. */
prototype.getSendQueueSize = function getSendQueueSize(this: Socket): number {
  return requireRunning(this).getSendQueueSize();
};
/** The number of packets in the send queue. */
prototype.getSendQueueCount = function getSendQueueCount(this: Socket): number {
  return requireRunning(this).getSendQueueCount();
};
