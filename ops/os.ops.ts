// native:os. The machine and its users, for node:os. Implemented by host/os.
import type { f64, i32, u32 } from "./types.ts";

/** The names of the kernel and the machine (`uname`). */
export interface SystemName {
  kernel: string;
  hostname: string;
  release: string;
  version: string;
  machine: string;
}
/**
 * The names of the running system. `fact` is Deno's name for the one that the caller returns to the program; empty for one
 * that needs no permission.
 * @permission sys(fact)
 */
export declare function systemName(fact: string): SystemName;

/**
 * The name of the machine in its network, as `systemName` has it.
 * @permission sys("hostname")
 */
export declare function hostname(): string;

/** Bytes of memory. */
export interface SystemMemory {
  totalBytes: f64;
  /** Memory that a program can allocate without swapping. */
  availableBytes: f64;
}
/**
 * The memory of the machine.
 * @permission sys("systemMemoryInfo")
 */
export declare function systemMemory(): SystemMemory;

/**
 * What the kernel reports about memory (proc(5), `meminfo`): lines of a name, a colon and a value.
 * @permission sys("systemMemoryInfo")
 */
export declare function memoryReport(): string;

/**
 * Seconds since the system started, with a fraction.
 * @permission sys("osUptime")
 */
export declare function uptimeSeconds(): f64;

/** The average number of runnable programs over one, five and fifteen minutes. */
export interface LoadAverage {
  oneMinute: f64;
  fiveMinutes: f64;
  fifteenMinutes: f64;
}
/**
 * The load of the machine.
 * @permission sys("loadavg")
 */
export declare function loadAverage(): LoadAverage;

/**
 * How many threads can run at once, respecting affinity and the limits of the control group.
 * @permission none: all programs have `navigator.hardwareConcurrency`
 */
export declare function availableParallelism(): u32;

/**
 * For each processor 7 strings: model, MHz, and milliseconds in user, nice, system, idle and interrupt mode.
 * @permission sys("cpus")
 */
export declare function processors(): string[];

/**
 * For each address of each interface that is up 7 strings: interface, address, netmask, "IPv4" or "IPv6", hardware
 * address, "internal" or "", scope id.
 * @permission sys("networkInterfaces")
 */
export declare function networkInterfaces(): string[];

/** A row of the user database. */
export interface User {
  uid: u32;
  gid: u32;
  username: string;
  homedir: string;
  shell: string;
}
/**
 * The user that the process runs as. Throws ENOENT (`uv_os_get_passwd`) when the user database has no such row.
 * @permission sys("userInfo")
 */
export declare function currentUser(): User;

/**
 * The scheduling priority of a process, 0 for this one. Throws ESRCH (`uv_os_getpriority`).
 * @permission sys("getPriority")
 */
export declare function getPriority(pid: i32): i32;

/**
 * Sets the scheduling priority of a process, 0 for this one. Throws ESRCH, EACCES or EPERM (`uv_os_setpriority`).
 * @permission sys("setPriority")
 */
export declare function setPriority(pid: i32, priority: i32): void;
