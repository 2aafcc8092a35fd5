// node:os: information about the system, its users and network interfaces. https://nodejs.org/api/os.html
import { constants } from "internal:node/os/constants";
import { ERR_SYSTEM_ERROR } from "internal:core/errors";
import { systemErrorMap } from "internal:core/errno";
import { validateInt32 } from "internal:core/validators";
import defer * as buffers from "internal:core/buffer";
import defer * as permissions from "internal:core/permissions";
import defer * as process from "internal:node/process";
import { launch } from "internal:core/launch";
import { services } from "internal:core/bootstrap";
import * as native from "native:os";
import { PermissionKind } from "native:permissions";

const FIELDS = 7;

/** One element of a list of `networkInterfaces()`. */
interface NetworkAddress {
  address: string;
  netmask: string;
  family: string;
  mac: string;
  internal: boolean;
  cidr: string;
  scopeid?: number;
}

/** Node's name of the processor architecture. */
const arch = () => process.default.arch;
const platform = () => "linux";
const endianness = () => "LE";
const availableParallelism = () => native.availableParallelism();
const hostname = () => native.hostname();
const getOSType = () => native.systemName("").kernel;
const getOSRelease = () => native.systemName("osRelease").release;
const getOSVersion = () => native.systemName("osRelease").version;
const getMachine = () => native.systemName("").machine;
/** Seconds since the system started. */
const uptime = () => native.uptimeSeconds();
/** The bytes that can be allocated without swapping. */
const freemem = () => native.systemMemory().availableBytes;
const totalmem = () => native.systemMemory().totalBytes;

/** The user's home directory: HOME, or that of the user database. */
const homedir = (): string => {
  if (launch().restricts) permissions.check(PermissionKind.SYS, "homedir");
  return services().variables["HOME"] || systemCall(() => native.currentUser()).homedir;
};

/** The directory for temporary files, without a slash at its end. */
const tmpdir = (): string => {
  const { TMPDIR, TMP, TEMP } = process.default.env;
  const path: string = TMPDIR || TMP || TEMP || "/tmp";
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
};

// Each of these functions converts to its result: `${os.hostname}` works.
for (const read of [
  arch,
  availableParallelism,
  endianness,
  freemem,
  homedir,
  hostname,
  platform,
  getOSRelease,
  tmpdir,
  totalmem,
  getOSType,
  uptime,
  getOSVersion,
  getMachine,
]) {
  Object.defineProperty(read, Symbol.toPrimitive, { configurable: true, writable: true, value: () => read() });
}

/** The average load over 1, 5 and 15 minutes. */
function loadavg(): number[] {
  const { oneMinute, fiveMinutes, fifteenMinutes } = native.loadAverage();
  return [oneMinute, fiveMinutes, fifteenMinutes];
}

/** Model, speed in MHz and times in milliseconds of each logical processor. */
function cpus(): unknown[] {
  const flat = native.processors();
  const result: unknown[] = [];
  for (let index = 0; index < flat.length; index += FIELDS) {
    const [user, nice, sys, idle, irq] = flat.slice(index + 2, index + FIELDS).map(Number);
    result.push({ model: flat[index], speed: Number(flat[index + 1]), times: { user, nice, sys, idle, irq } });
  }
  return result;
}

/** The addresses of each network interface that is up. */
function networkInterfaces(): Record<string, unknown[]> {
  const flat = native.networkInterfaces();
  const result: Record<string, unknown[]> = {};
  for (let index = 0; index < flat.length; index += FIELDS) {
    const [name, address, netmask, family, mac, internal, scope] = flat.slice(index, index + FIELDS) as [
      string,
      string,
      string,
      string,
      string,
      string,
      string,
    ];
    const entry: NetworkAddress = {
      address,
      netmask,
      family,
      mac,
      internal: internal !== "",
      cidr: `${address}/${prefixLength(netmask)}`,
    };
    if (family === "IPv6") entry.scopeid = Number(scope);
    (result[name] ??= []).push(entry);
  }
  return result;
}

/** The number of one bits of a netmask. */
function prefixLength(netmask: string): number {
  const isIpv6 = netmask.includes(":");
  const groups = netmask.split(isIpv6 ? ":" : ".").map((group) => Number.parseInt(group || "0", isIpv6 ? 16 : 10));
  return groups.reduce((bits, group) => bits + group.toString(2).replaceAll("0", "").length, 0);
}

/** Runs a native function whose failure Node reports as a SystemError. */
function systemCall<Result>(call: () => Result): Result {
  try {
    return call();
  } catch (thrown) {
    const error = thrown as { errno?: unknown; code?: string; message?: string; syscall?: string } | undefined;
    if (typeof error?.errno !== "number") throw thrown;
    const message = systemErrorMap().get(error.errno)?.[1] ?? error.message;
    throw new ERR_SYSTEM_ERROR({ errno: error.errno, code: error.code, message, syscall: error.syscall });
  }
}

/** The current user; strings are Buffers with `encoding: "buffer"`. */
function userInfo(options?: { encoding?: string } | null): unknown {
  const { uid, gid, username, homedir: home, shell } = systemCall(() => native.currentUser());
  const encoding = typeof options === "object" && options !== null ? options.encoding : undefined;
  const encode = (value: string): unknown => {
    if (encoding === undefined || encoding === "utf8") return value;
    const bytes: { toString(encoding: string): string } = buffers.Buffer.from(value);
    return encoding === "buffer" ? bytes : bytes.toString(encoding);
  };
  return { __proto__: null, uid, gid, username: encode(username), homedir: encode(home), shell: encode(shell) };
}

/** The scheduling priority of a process, from -20 (first) to 19. */
function getPriority(pid?: unknown): number {
  if (pid === undefined) pid = 0;
  else validateInt32(pid, "pid");
  return systemCall(() => native.getPriority(pid as number));
}

/** Sets the scheduling priority: `setPriority([pid, ]priority)`. */
function setPriority(pid: unknown, priority?: unknown): void {
  if (priority === undefined) {
    priority = pid;
    pid = 0;
  }
  validateInt32(pid, "pid");
  validateInt32(priority, "priority", -20, 19);
  systemCall(() => native.setPriority(pid as number, priority as number));
}

const moduleExports = {
  arch,
  availableParallelism,
  cpus,
  endianness,
  freemem,
  getPriority,
  homedir,
  hostname,
  loadavg,
  networkInterfaces,
  platform,
  release: getOSRelease,
  setPriority,
  tmpdir,
  totalmem,
  type: getOSType,
  userInfo,
  uptime,
  version: getOSVersion,
  machine: getMachine,
};
Object.defineProperties(moduleExports, {
  constants: { configurable: false, enumerable: true, value: constants },
  EOL: { configurable: true, enumerable: true, writable: false, value: "\n" },
  devNull: { configurable: true, enumerable: true, writable: false, value: "/dev/null" },
});

export default moduleExports as any;
