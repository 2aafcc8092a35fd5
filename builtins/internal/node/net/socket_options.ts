// Options, addresses and time-outs of net.Socket. Evaluated with node:net, which completes the class by it.
import { ERR_INVALID_ARG_TYPE, ERR_OUT_OF_RANGE, errnoException } from "internal:core/errors";
import { validateFunction, validateInt32 } from "internal:core/validators";
import { emitWarning } from "internal:core/process/warn";
import { clearTimeout, setUnrefTimeout } from "internal:core/timers";
import { Socket } from "internal:node/net/socket";
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

const prototype = Socket.prototype;
/** How long a timer may be (2³¹ − 1 ms). */
const TIMEOUT_MAX_MS = 0x7fffffff;

function timerDuration(msecs: any, name: string): number {
  if (typeof msecs !== "number") throw new ERR_INVALID_ARG_TYPE(name, "number", msecs);
  if (msecs < 0 || !Number.isFinite(msecs)) throw new ERR_OUT_OF_RANGE(name, "a non-negative finite number", msecs);
  if (msecs <= TIMEOUT_MAX_MS) return msecs;
  emitWarning(
    `${msecs} does not fit into a 32-bit signed integer.\nTimer duration was truncated to ${TIMEOUT_MAX_MS}.`,
    "TimeoutOverflowWarning",
  );
  return TIMEOUT_MAX_MS;
}

/** Emits "timeout" after `msecs` without traffic; 0 switches that off. `callback` is added to the event. */
prototype.setTimeout = function setTimeout(this: any, msecs: any, callback: any): any {
  if (this.destroyed) return this;
  this.timeout = msecs;
  const duration = timerDuration(msecs, "msecs");
  clearTimeout(this[kTimeout]);
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

/** Traffic begins the time-out anew, here and for the sockets that this one stands on. */
prototype._unrefTimer = function _unrefTimer(this: any): void {
  for (let socket = this; socket !== null && socket !== undefined; socket = socket._parent) socket[kTimeout]?.refresh();
};

prototype._onTimeout = function _onTimeout(this: any): void {
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
prototype.setNoDelay = function setNoDelay(this: any, enable?: any): any {
  const wanted = enable === undefined ? true : Boolean(enable);
  if (!this._handle) this[kNoDelay] = wanted;
  else if (this._handle.setNoDelay && wanted !== this[kNoDelay]) {
    this[kNoDelay] = wanted;
    this._handle.setNoDelay(wanted);
  }
  return this;
};

/** Probes whether the other end is there: `(enable, initialDelayMs, intervalMs, count)` or an object of these. */
prototype.setKeepAlive = function setKeepAlive(
  this: any,
  enable: any,
  initialDelayMs: any,
  intervalMs: any,
  count: any,
): any {
  if (enable !== null && typeof enable === "object")
    ({ enable, initialDelay: initialDelayMs, interval: intervalMs, count } = enable);
  const wanted = Boolean(enable);
  const delay = ~~(initialDelayMs / 1000);
  const interval = intervalMs === undefined ? undefined : ~~(intervalMs / 1000);
  const isSame =
    wanted === this[kKeepAlive] &&
    (!wanted ||
      (delay === this[kKeepAliveDelay] && interval === this[kKeepAliveInterval] && count === this[kKeepAliveCount]));
  if (this._handle && (isSame || !this._handle.setKeepAlive)) return this;
  this[kKeepAlive] = wanted;
  this[kKeepAliveDelay] = delay;
  this[kKeepAliveInterval] = interval;
  this[kKeepAliveCount] = count;
  this._handle?.setKeepAlive(wanted, delay, interval, count);
  return this;
};

/** Sets the type of service (0 to 255) of outgoing packets. */
prototype.setTypeOfService = function setTypeOfService(this: any, value: any): any {
  if (Number.isNaN(value)) throw new ERR_INVALID_ARG_TYPE("tos", "number", value);
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

prototype.getTypeOfService = function getTypeOfService(this: any): number {
  if (!this._handle?.getTypeOfService) return this[kTypeOfService] ?? 0;
  const answer = this._handle.getTypeOfService();
  if (answer < 0) throw errnoException(answer, "getTypeOfService");
  return answer;
};

for (const name of ["ref", "unref"] as const) {
  prototype[name] = {
    [name](this: any): any {
      if (!this._handle) this.once("connect", this[name]);
      else if (typeof this._handle[name] === "function") this._handle[name]();
      return this;
    },
  }[name];
}

/** The own end: `{ address, family, port }`, `{}` when there is none. */
prototype.address = function address(this: any): object {
  return this._getsockname();
};

prototype._getsockname = function _getsockname(this: any): any {
  // Unix-domain sockets have no address in this sense.
  if (!this._handle?.getsockname || this._handle.kind === 2) return {};
  if (!this._sockname) {
    this._sockname = {};
    this._handle.getsockname(this._sockname);
  }
  return this._sockname;
};

prototype._getpeername = function _getpeername(this: any): any {
  if (!this._handle?.getpeername || this._handle.kind === 2 || this.connecting) return this._peername || {};
  if (!this._peername) {
    const end = {};
    if (this._handle.getpeername(end) !== 0) return end;
    this._peername = end;
  }
  return this._peername;
};

for (const [name, end, key] of [
  ["remoteAddress", "_getpeername", "address"],
  ["remoteFamily", "_getpeername", "family"],
  ["remotePort", "_getpeername", "port"],
  ["localAddress", "_getsockname", "address"],
  ["localPort", "_getsockname", "port"],
  ["localFamily", "_getsockname", "family"],
] as const) {
  Object.defineProperty(prototype, name, {
    get(this: any) {
      return this[end]()[key];
    },
    configurable: true,
    enumerable: true,
  });
}
