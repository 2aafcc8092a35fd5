// System information of `Deno`: release, load, memory, interfaces, terminal. https://docs.deno.com/api/deno/runtime
import { check, isRestricted } from "internal:core/permissions";
import { PermissionKind } from "native:permissions";
import { loadAverage, memoryReport, networkInterfaces as nativeInterfaces, systemName, uptimeSeconds } from "native:os";
import { DescriptorKind, columns, kindOf, rows } from "native:stdio";
import fs from "internal:node/fs";
import nodeProcess from "internal:node/process";

const TEXTS_PER_INTERFACE = 7;
const KIBIBYTE = 1024;

/** The release of the kernel. */
export const osRelease = (): string => systemName("osRelease").release;
/** Whole seconds since the system started. */
export const osUptime = (): number => Math.trunc(uptimeSeconds());

/** Over one, five and fifteen minutes. */
export function loadavg(): number[] {
  const { oneMinute, fiveMinutes, fifteenMinutes } = loadAverage();
  return [oneMinute, fiveMinutes, fifteenMinutes];
}

/** Bytes of memory, as the kernel counts them (proc(5), `meminfo`). */
export function systemMemoryInfo(): object {
  const values = new Map<string, number>();
  for (const line of memoryReport().split("\n")) {
    const match = /^(\w+):\s+(\d+) kB/.exec(line);
    if (match !== null) values.set(match[1]!, Number(match[2]) * KIBIBYTE);
  }
  const value = (name: string): number => values.get(name) ?? 0;
  return {
    total: value("MemTotal"),
    free: value("MemFree"),
    available: value("MemAvailable"),
    buffers: value("Buffers"),
    cached: value("Cached"),
    swapTotal: value("SwapTotal"),
    swapFree: value("SwapFree"),
  };
}

/** Addresses of all interfaces that are up. */
export function networkInterfaces(): object[] {
  const texts = nativeInterfaces();
  const found: object[] = [];
  for (let index = 0; index < texts.length; index += TEXTS_PER_INTERFACE) {
    const [name, address, netmask, family, mac, , scope] = texts.slice(index, index + TEXTS_PER_INTERFACE) as [
      string,
      string,
      string,
      string,
      string,
      string,
      string,
    ];
    found.push(
      Object.assign(Object.create(null), {
        family,
        name,
        address,
        netmask,
        scopeid: family === "IPv6" ? Number(scope || 0) : null,
        cidr: `${address}/${prefixLength(netmask)}`,
        mac,
      }),
    );
  }
  return found;
}

function prefixLength(netmask: string): number {
  const isIPv6 = netmask.includes(":");
  let bits = 0;
  for (const group of netmask.split(isIPv6 ? ":" : ".")) {
    for (let value = Number.parseInt(group || "0", isIPv6 ? 16 : 10); value > 0; value >>= 1) bits += value & 1;
  }
  return bits;
}

/** The CPU time of this process in microseconds. */
export function cpuUsage(): object {
  const { system, user } = nodeProcess.cpuUsage();
  return { system, user };
}

/** The size of the terminal. Throws when no standard file descriptor is a terminal. */
export function consoleSize(): object {
  for (const fd of [0, 1, 2])
    if (kindOf(fd) === DescriptorKind.TERMINAL) return { columns: columns(fd), rows: rows(fd) };
  throw new Error("Could not get console size: stdin, stdout, and stderr are not connected to a terminal");
}

/** Whether a file descriptor is a terminal. */
export const isatty = (fd: number): boolean => kindOf(fd) === DescriptorKind.TERMINAL;

/** The file mode creation mask; an argument replaces it. Returns the old mask. */
export function umask(mask?: number): number {
  // Workers cannot set it, whatever they may do.
  if (isRestricted) check(PermissionKind.SYS, "umask");
  return mask === undefined ? nodeProcess.umask() : nodeProcess.umask(mask);
}
