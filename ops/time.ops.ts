// native:time. Clocks. Implemented by host/time.
import type { BytesMut, f64 } from "./types.ts";

/** Milliseconds since the process started, with a fraction; monotonic. */
export declare function now(): f64;

/** Unix time in milliseconds at which `now()` was 0, with a fraction. */
export declare function timeOrigin(): f64;

/** The time of the loop's clock at that moment, in milliseconds. */
export declare function monotonicOrigin(): f64;

/** The monotonic clock in nanoseconds; exact up to 2 ** 53, which are 104 days. */
export declare function monotonicNanoseconds(): f64;

/** Writes the monotonic clock as two unsigned 32-bit words of seconds (high, low) and one of nanoseconds: 12 bytes. */
export declare function monotonicClock(out: BytesMut): void;
