// native:tracing. The file of trace events, which all threads of the process write, and what an event says of its thread.
// Implemented by host/tracing.
import type { BytesMut, f64, i32, u32 } from "./types.ts";

/**
 * Creates the file that trace events are written to. In its name `${pid}` is the process and `${rotation}` counts the
 * files from 1: a full one is followed by the next. Does nothing when there is one.
 * @permission write(pattern)
 */
export declare function openFile(pattern: string): void;

/**
 * Adds `count` events, JSON objects with commas between them. The file is a complete document after each call.
 * @permission none: writes to the file that was opened
 */
export declare function append(events: string, count: u32): void;

/**
 * Sets the categories that all threads record, with commas between them.
 * @permission none: a fact of this process
 */
export declare function setCategories(categories: string): void;

/**
 * The categories that all threads record.
 * @permission none: a fact of this process
 */
export declare function categories(): string;

/**
 * The number that the system has for this thread.
 * @permission none: the number of this thread
 */
export declare function threadNumber(): i32;

/**
 * How long this thread has run on a processor, in microseconds.
 * @permission none: a clock of this thread
 */
export declare function threadClock(): f64;

/**
 * Whether the thread pool measures its jobs, in the whole process.
 * @permission none: measures jobs of this process
 */
export declare function measureJobs(isOn: boolean): void;

/**
 * The job of the thread pool whose completion is being delivered: five numbers of 64 bits, which are the thread, the
 * begin and the end in microseconds, and both as that thread's own clock has them. False when it was not measured.
 * @permission none: about jobs of this thread
 */
export declare function measuredJob(out: BytesMut): boolean;
