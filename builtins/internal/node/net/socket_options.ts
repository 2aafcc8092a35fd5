// Options, addresses and time-outs of net.Socket. Evaluated with node:net; adds members to the class.
import { safe } from "internal:core/bootstrap";
import { ERR_INVALID_ARG_TYPE, ERR_OUT_OF_RANGE, errnoException } from "internal:core/errors";
import { validateFunction, validateInt32 } from "internal:core/validators";
import { emitWarning } from "internal:core/process/warn";
import { clearTimeout, setUnrefTimeout } from "internal:core/timers";
import { Socket } from "internal:node/net/socket";
import type { Endpoint } from "internal:node/net/types";
import {
  kKeepAlive,
  kKeepAliveCount,
  kKeepAliveDelay,
  kKeepAliveInterval,
  kLastWriteQueueSize,
  kNoDelay,
  kTimeout,
  kTypeOfService,
} from "internal:node/net/symbols";
import { StreamKind } from "native:net";

const prototype = Socket.prototype;
/** The longest duration of a timer (2³¹ − 1 ms). */
const TIMEOUT_MAX_MS = 0x7fffffff;

function timerDuration(msecs: unknown, name: string): number {
  if (typeof msecs !== "number") throw new ERR_INVALID_ARG_TYPE(name, "number", msecs);
  if (msecs < 0 || !safe.isFinite(msecs)) throw new ERR_OUT_OF_RANGE(name, "a non-negative finite number", msecs);
  if (msecs <= TIMEOUT_MAX_MS) return msecs;
  emitWarning(
    `${msecs} does not fit into a 32-bit signed integer.\nTimer duration was truncated to ${TIMEOUT_MAX_MS}.`,
    "TimeoutOverflowWarning",
  );
  return TIMEOUT_MAX_MS;
}

/** Emits "timeout" after `msecs` without traffic; 0 switches that off. `callback` is added to the event. */
prototype.setTimeout = function setTimeout(this: Socket, msecs: number, callback?: () => void): Socket {
  if (this.destroyed) return this;
  this.timeout = msecs;
  const duration = timerDuration(msecs, "msecs");
  clearTimeout(this[kTimeout]!);
  this[kTimeout] = null;
  if (duration === 0) {
    if (callback !== undefined) {
      validateFunction(callback, "callback");
      this.removeListener("timeout", callback);
    }
    return this;
  }
  this[kTimeout] = setUnrefTimeout(() => this._onTimeout(), duration);
  if (callback !== undefined) {
    validateFunction(callback, "callback");
    this.once("timeout", callback);
  }
  return this;
};

/** Restarts the time-out after traffic, here and for the sockets below this one. */
prototype._unrefTimer = function _unrefTimer(this: Socket): void {
  for (let socket: Socket | null = this; socket !== null && socket !== undefined; socket = socket._parent)
    socket[kTimeout]?.refresh();
};

prototype._onTimeout = function _onTimeout(this: Socket): void {
  const handle = this._handle;
  const lastSize = this[kLastWriteQueueSize];
  if (lastSize > 0 && handle) {
    // A long write that makes progress is traffic.
    const { writeQueueSize } = handle;
    if (lastSize !== writeQueueSize) {
      this[kLastWriteQueueSize] = writeQueueSize;
      this._unrefTimer();
      return;
    }
  }
  this.emit("timeout");
};

/** Sends small writes at once. */
prototype.setNoDelay = function setNoDelay(this: Socket, enable?: unknown): Socket {
  const isEnabled = enable === undefined ? true : Boolean(enable);
  if (!this._handle) this[kNoDelay] = isEnabled;
  else if (this._handle.setNoDelay && isEnabled !== this[kNoDelay]) {
    this[kNoDelay] = isEnabled;
    this._handle.setNoDelay(isEnabled);
  }
  return this;
};

/** Probes an idle connection: `(enable, initialDelayMs, intervalMs, count)` or an object of these. */
prototype.setKeepAlive = function setKeepAlive(
  this: Socket,
  enable: any,
  initialDelayMs: any,
  intervalMs: number | undefined,
  count: number | undefined,
): Socket {
  if (enable !== null && typeof enable === "object")
    ({ enable, initialDelay: initialDelayMs, interval: intervalMs, count } = enable);
  const isEnabled = Boolean(enable);
  const delay = ~~(initialDelayMs / 1000);
  const interval = intervalMs === undefined ? undefined : ~~(intervalMs / 1000);
  const isSame =
    isEnabled === this[kKeepAlive] &&
    (!isEnabled ||
      (delay === this[kKeepAliveDelay] && interval === this[kKeepAliveInterval] && count === this[kKeepAliveCount]));
  if (this._handle && (isSame || !this._handle.setKeepAlive)) return this;
  this[kKeepAlive] = isEnabled;
  this[kKeepAliveDelay] = delay;
  this[kKeepAliveInterval] = interval;
  this[kKeepAliveCount] = count;
  this._handle?.setKeepAlive!(isEnabled, delay, interval, count);
  return this;
};

/** Sets the type of service (0 to 255) of outgoing packets. */
prototype.setTypeOfService = function setTypeOfService(this: Socket, value: number): Socket {
  if (safe.isNaN(value)) throw new ERR_INVALID_ARG_TYPE("tos", "number", value);
  validateInt32(value, "tos", 0, 255);
  if (!this._handle) {
    this[kTypeOfService] = value;
    return this;
  }
  if (this._handle.setTypeOfService && value !== this[kTypeOfService]) {
    const errno = this._handle.setTypeOfService(value);
    if (errno < 0) throw errnoException(errno, "setTypeOfService");
    this[kTypeOfService] = value;
  }
  return this;
};

prototype.getTypeOfService = function getTypeOfService(this: Socket): number {
  if (!this._handle?.getTypeOfService) return this[kTypeOfService] ?? 0;
  const value = this._handle.getTypeOfService();
  if (value < 0) throw errnoException(value, "getTypeOfService");
  return value;
};

for (const name of ["ref", "unref"] as const) {
  prototype[name] = {
    [name](this: Socket): Socket {
      if (!this._handle) this.once("connect", this[name]);
      else if (typeof this._handle[name] === "function") this._handle[name]();
      return this;
    },
  }[name];
}

/** The local endpoint: `{ address, family, port }`, `{}` without one. */
prototype.address = function address(this: Socket): Endpoint {
  return this._getsockname();
};

prototype._getsockname = function _getsockname(this: Socket): Endpoint {
  // Unix-domain sockets have no address of this form.
  if (!this._handle?.getsockname || this._handle.kind === StreamKind.PIPE) return {};
  if (!this._sockname) {
    this._sockname = {};
    this._handle.getsockname(this._sockname);
  }
  return this._sockname;
};

prototype._getpeername = function _getpeername(this: Socket): Endpoint {
  if (!this._handle?.getpeername || this._handle.kind === StreamKind.PIPE || this.connecting)
    return this._peername || {};
  if (!this._peername) {
    const endpoint: Endpoint = {};
    if (this._handle.getpeername(endpoint) !== 0) return endpoint;
    this._peername = endpoint;
  }
  return this._peername;
};

for (const [name, method, key] of [
  ["remoteAddress", "_getpeername", "address"],
  ["remoteFamily", "_getpeername", "family"],
  ["remotePort", "_getpeername", "port"],
  ["localAddress", "_getsockname", "address"],
  ["localPort", "_getsockname", "port"],
  ["localFamily", "_getsockname", "family"],
] as const) {
  safe.defineProperty(prototype, name, {
    get(this: Socket) {
      return this[method]()[key];
    },
    configurable: true,
    enumerable: true,
  });
}
