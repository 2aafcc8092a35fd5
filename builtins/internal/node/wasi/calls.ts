// The functions of WASI preview 1 (https://github.com/WebAssembly/WASI/blob/main/legacy/preview1/docs.md) as a program imports them: each
// returns the number of an error. Calls on files are in `file_calls.ts` and `path_calls.ts`.
import { load } from "internal:core/bootstrap";
import { ERR_WASI_NOT_STARTED } from "internal:core/errors";
import { EINVAL, ENOSYS, ENOTCAPABLE, errnoOf, Failure, SUCCESS } from "internal:node/wasi/errno";
import { fileCalls } from "internal:node/wasi/file_calls";
import { pathCalls } from "internal:node/wasi/path_calls";
import type { WasiState } from "internal:node/wasi/state";

/** The imports by their names. */
export type Imports = Record<string, (...values: unknown[]) => number>;

/** A call: its parameters, `i` for a number of 32 bits and `I` for a bigint of 64, and what it does. */
export type Call = [parameters: string, run: (state: WasiState, ...values: never[]) => void];

const NANOSECONDS_PER_MILLISECOND = 1_000_000n;
const NANOSECONDS_PER_MICROSECOND = 1000n;
const SIGNAL_MAX = 15;
const CLOCK_BYTES = 48;
const EVENT_BYTES = 32;
/** Tags of subscriptions. */
const CLOCK = 0;
const READ = 1;
/** The time of a subscription is a point in time, not a duration. */
const ABSOLUTE = 1;

const calls: Record<string, Call> = {
  args_get: ["ii", (state, pointers: number, buffer: number) => writeList(state, state.args, pointers, buffer)],
  args_sizes_get: ["ii", (state, count: number, size: number) => writeSizes(state, state.args, count, size)],
  environ_get: [
    "ii",
    (state, pointers: number, buffer: number) => writeList(state, state.environment, pointers, buffer),
  ],
  environ_sizes_get: ["ii", (state, count: number, size: number) => writeSizes(state, state.environment, count, size)],
  clock_res_get: [
    "ii",
    (state, clock: number, result: number) => {
      timeOf(clock);
      state.setU64(result, clock === 1 ? 1n : NANOSECONDS_PER_MICROSECOND);
    },
  ],
  clock_time_get: ["iIi", (state, clock: number, _precision, result: number) => state.setU64(result, timeOf(clock))],
  random_get: [
    "ii",
    (state, buffer: number, length: number) => {
      state.bytes(buffer, length).set(load("internal:node/crypto").default.randomBytes(length));
    },
  ],
  sched_yield: ["", () => {}],
  proc_exit: ["i", (_, code: number) => load("internal:node/process").default.reallyExit(code)],
  proc_raise: [
    "i",
    (_, signal: number) => {
      if (signal < 1 || signal > SIGNAL_MAX) throw new Failure(ENOSYS);
      const process = load("internal:node/process").default;
      process.kill(process.pid, signal);
    },
  ],
  // No program is started with a socket.
  sock_accept: ["iii", (state, fd: number) => refuse(state, fd, ENOTCAPABLE)],
  sock_recv: ["iiiiii", (state, fd: number) => refuse(state, fd, EINVAL)],
  sock_send: ["iiiii", (state, fd: number) => refuse(state, fd, EINVAL)],
  sock_shutdown: ["ii", (state, fd: number) => refuse(state, fd, EINVAL)],
};

/** The imports of a program; `isUnstable`: by the layouts of `wasi_unstable`. */
export function callsOf(state: WasiState, isUnstable: boolean): Imports {
  const imports: Imports = {};
  const all = { ...calls, ...fileCalls(isUnstable), ...pathCalls(isUnstable), poll_oneoff: pollOf(isUnstable) };
  for (const [name, call] of Object.entries(all)) imports[name] = imported(state, name, call);
  return imports;
}

function imported(state: WasiState, name: string, [parameters, run]: Call): Imports[string] {
  const value = (...values: unknown[]): number => {
    if (values.length !== parameters.length) return EINVAL;
    for (let index = 0; index < values.length; index++) {
      if (typeof values[index] !== (parameters[index] === "I" ? "bigint" : "number")) return EINVAL;
      // Numbers of WebAssembly are signed.
      if (parameters[index] === "i") values[index] = (values[index] as number) >>> 0;
    }
    if (state.memory === null) throw new ERR_WASI_NOT_STARTED();
    try {
      run(state, ...(values as never[]));
      return SUCCESS;
    } catch (error) {
      return errnoOf(error);
    }
  };
  Object.defineProperty(value, "name", { value: name, configurable: true });
  Object.defineProperty(value, "length", { value: parameters.length, configurable: true });
  return value;
}

function refuse(state: WasiState, fd: number, errno: number): never {
  state.files.get(fd);
  throw new Failure(errno);
}

function writeList(state: WasiState, list: Uint8Array[], pointers: number, buffer: number): void {
  let address = buffer;
  list.forEach((item, index) => {
    state.setU32(pointers + index * 4, address);
    state.bytes(address, item.length).set(item);
    address += item.length;
  });
  // Also without items the addresses have to be valid.
  state.bytes(pointers, 0);
  state.bytes(buffer, 0);
}

function writeSizes(state: WasiState, list: Uint8Array[], count: number, size: number): void {
  state.setU32(count, list.length);
  state.setU32(
    size,
    list.reduce((sum, item) => sum + item.length, 0),
  );
}

// In nanoseconds. The clocks: real time, monotonic, processor time of the process and of the thread.
function timeOf(clock: number): bigint {
  const process = load("internal:node/process").default;
  if (clock === 0) {
    const { performance } = load("web:performance");
    return BigInt(Math.round((performance.timeOrigin + performance.now()) * 1000)) * NANOSECONDS_PER_MICROSECOND;
  }
  if (clock === 1) return process.hrtime.bigint();
  if (clock !== 2 && clock !== 3) throw new Failure(EINVAL);
  const { user, system } = clock === 2 ? process.cpuUsage() : process.threadCpuUsage();
  return BigInt(user + system) * NANOSECONDS_PER_MICROSECOND;
}

function pollOf(isUnstable: boolean): Call {
  // `wasi_unstable` has an identifier before the clock.
  const shift = isUnstable ? 8 : 0;
  const size = CLOCK_BYTES + shift;
  return [
    "iiii",
    (state, input: number, output: number, count: number, result: number) => {
      if (count === 0) throw new Failure(EINVAL);
      const list = state.view(input, count * size);
      let waitsNs: bigint | null = null;
      const ready: number[] = [];
      for (let index = 0; index < count; index++) {
        const offset = index * size;
        if (list.getUint8(offset + 8) !== CLOCK) {
          ready.push(index);
          continue;
        }
        const clock = list.getUint32(offset + 16 + shift, true);
        const isAbsolute = (list.getUint16(offset + 40 + shift, true) & ABSOLUTE) !== 0;
        let timeoutNs = list.getBigUint64(offset + 24 + shift, true);
        if (isAbsolute) timeoutNs -= timeOf(clock);
        if (waitsNs === null || timeoutNs < waitsNs) waitsNs = timeoutNs;
      }
      // Files are always ready: reading waits.
      if (ready.length === 0 && waitsNs !== null && waitsNs > 0n) sleep(waitsNs);
      const happened = ready.length > 0 ? ready : [...Array(count).keys()];
      happened.forEach((index, place) => {
        const event = state.view(output + place * EVENT_BYTES, EVENT_BYTES);
        const offset = index * size;
        const tag = list.getUint8(offset + 8);
        event.setBigUint64(0, list.getBigUint64(offset, true), true);
        event.setUint16(8, 0, true);
        event.setUint8(10, tag);
        event.setBigUint64(16, tag === READ ? 1n : 0n, true);
        event.setUint16(24, 0, true);
      });
      state.setU32(result, happened.length);
    },
  ];
}

function sleep(timeNs: bigint): void {
  const cell = new Int32Array(new SharedArrayBuffer(4));
  Atomics.wait(cell, 0, 0, Number(timeNs / NANOSECONDS_PER_MILLISECOND) || 1);
}
