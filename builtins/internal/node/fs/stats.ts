// `Stats`, `BigIntStats` and `StatFs`, made from the number records of the native `stat` and `statfs`.
import { safe } from "internal:core/bootstrap";
import { constants } from "internal:node/fs/constants";
import { emitWarning } from "internal:core/process/warn";
import { StatField, StatFsField } from "native:fs";

const { S_IFMT, S_IFREG, S_IFDIR, S_IFCHR, S_IFBLK, S_IFIFO, S_IFLNK, S_IFSOCK } = constants as Record<string, number>;
const partialAtimeNs = Symbol("partialAtimeNs");
const partialMtimeNs = Symbol("partialMtimeNs");
const partialCtimeNs = Symbol("partialCtimeNs");
const partialBirthtimeNs = Symbol("kPartialBirthtimeNs");

type StatNumber = number | bigint;

/** The numbers of a file, which both classes have. */
interface StatNumbers<N> {
  dev: N;
  mode: N;
  nlink: N;
  uid: N;
  gid: N;
  rdev: N;
  blksize: N;
  ino: N;
  size: N;
  blocks: N;
  atimeMs: N;
  mtimeMs: N;
  ctimeMs: N;
  birthtimeMs: N;
  /** The accessors' values, made on first use. */
  atime: Date;
  mtime: Date;
  ctime: Date;
  birthtime: Date;
  isDirectory(): boolean;
  isFile(): boolean;
  isBlockDevice(): boolean;
  isCharacterDevice(): boolean;
  isSymbolicLink(): boolean;
  isFIFO(): boolean;
  isSocket(): boolean;
  _checkModeProperty(type: number): boolean;
}
export interface Stats extends StatNumbers<number> {
  [partialAtimeNs]: number;
  [partialMtimeNs]: number;
  [partialCtimeNs]: number;
  [partialBirthtimeNs]: number;
}
export interface BigIntStats extends StatNumbers<bigint> {
  atimeNs: bigint;
  mtimeNs: bigint;
  ctimeNs: bigint;
  birthtimeNs: bigint;
}
/** The numbers that the lazy accessors read, under computed names. */
type LazyTimes = Record<string | symbol, number> & Record<`${string}Ns`, bigint>;
type StatsClass<T> = new (...numbers: T extends Stats ? number[] : bigint[]) => T;
/** The global object in a realm that has Temporal. */
interface TemporalHolder {
  Temporal?: { Instant: new (nanoseconds: bigint) => unknown };
}

// Direct calls reuse one record: it is read before anything else can run.
const shared = new Float64Array(StatField.COUNT);
const sharedBytes = new Uint8Array(shared.buffer);

/** A record for one `stat`; the numbers and the bytes are the same memory. */
export interface StatRecord {
  numbers: Float64Array | BigInt64Array;
  bytes: Uint8Array;
}

const SHARED: StatRecord = { numbers: shared, bytes: sharedBytes };

/** The record for a direct call; valid until the next one. */
export function sharedRecord(big: boolean): StatRecord {
  return big ? newRecord(true) : SHARED;
}

/** A record of its own, for calls off the thread. */
export function newRecord(big: boolean, fields: number = StatField.COUNT): StatRecord {
  const numbers = big ? new BigInt64Array(fields) : new Float64Array(fields);
  return { numbers, bytes: new Uint8Array(numbers.buffer) };
}

/** The Stats of a filled record; a BigIntStats for one of bigints. */
export function statsOf(record: StatRecord): Stats {
  const n = record.numbers;
  if (n instanceof BigInt64Array) return bigStatsOf(n) as unknown as Stats;
  return new (Stats as unknown as StatsClass<Stats>)(
    n[StatField.DEVICE],
    n[StatField.MODE],
    n[StatField.LINK_COUNT],
    n[StatField.UID],
    n[StatField.GID],
    n[StatField.SPECIAL_DEVICE],
    n[StatField.BLOCK_BYTES],
    n[StatField.INODE],
    n[StatField.SIZE],
    n[StatField.BLOCKS],
    n[StatField.ACCESS_SECONDS],
    n[StatField.ACCESS_NANOSECONDS],
    n[StatField.MODIFIED_SECONDS],
    n[StatField.MODIFIED_NANOSECONDS],
    n[StatField.CHANGED_SECONDS],
    n[StatField.CHANGED_NANOSECONDS],
    n[StatField.BIRTH_SECONDS],
    n[StatField.BIRTH_NANOSECONDS],
  );
}

function bigStatsOf(n: BigInt64Array): BigIntStats {
  const nanoseconds = (index: number) => (n[index] as bigint) * 1_000_000_000n + (n[index + 1] as bigint);
  return new (BigIntStats as unknown as StatsClass<BigIntStats>)(
    n[StatField.DEVICE],
    n[StatField.MODE],
    n[StatField.LINK_COUNT],
    n[StatField.UID],
    n[StatField.GID],
    n[StatField.SPECIAL_DEVICE],
    n[StatField.BLOCK_BYTES],
    n[StatField.INODE],
    n[StatField.SIZE],
    n[StatField.BLOCKS],
    nanoseconds(StatField.ACCESS_SECONDS),
    nanoseconds(StatField.MODIFIED_SECONDS),
    nanoseconds(StatField.CHANGED_SECONDS),
    nanoseconds(StatField.BIRTH_SECONDS),
  );
}

/** The StatFs of a filled record. */
export function statFsOf(record: StatRecord): StatFs {
  const n = record.numbers;
  return new StatFs(
    n[StatFsField.TYPE],
    n[StatFsField.BLOCK_BYTES],
    n[StatFsField.FRAGMENT_BYTES],
    n[StatFsField.BLOCKS],
    n[StatFsField.FREE_BLOCKS],
    n[StatFsField.AVAILABLE_BLOCKS],
    n[StatFsField.FILES],
    n[StatFsField.FREE_FILES],
  );
}

// Constructors are plain functions, not classes, because Node's can be called on an existing object.
function StatsBase(
  this: StatNumbers<unknown>,
  dev: unknown,
  mode: unknown,
  nlink: unknown,
  uid: unknown,
  gid: unknown,
  rdev: unknown,
  blksize: unknown,
  ino: unknown,
  size: unknown,
  blocks: unknown,
): void {
  this.dev = dev;
  this.mode = mode;
  this.nlink = nlink;
  this.uid = uid;
  this.gid = gid;
  this.rdev = rdev;
  this.blksize = blksize;
  this.ino = ino;
  this.size = size;
  this.blocks = blocks;
}

function addTypeTest(name: string, type: number): void {
  // Assigned, so that the methods are enumerable as Node's are.
  StatsBase.prototype[name] = {
    [name](this: Stats | BigIntStats) {
      return this._checkModeProperty(type);
    },
  }[name];
}
addTypeTest("isDirectory", S_IFDIR as number);
addTypeTest("isFile", S_IFREG as number);
addTypeTest("isBlockDevice", S_IFBLK as number);
addTypeTest("isCharacterDevice", S_IFCHR as number);
addTypeTest("isSymbolicLink", S_IFLNK as number);
addTypeTest("isFIFO", S_IFIFO as number);
addTypeTest("isSocket", S_IFSOCK as number);

/** The result of `fs.stat`. Times: milliseconds as numbers, `Date` and `Temporal.Instant` made on first use. */
export function Stats(
  this: Stats,
  dev: number,
  mode: number,
  nlink: number,
  uid: number,
  gid: number,
  rdev: number,
  blksize: number,
  ino: number,
  size: number,
  blocks: number,
  atimeS: number,
  atimeNs: number,
  mtimeS: number,
  mtimeNs: number,
  ctimeS: number,
  ctimeNs: number,
  birthtimeS: number,
  birthtimeNs: number,
): void {
  StatsBase.call(this, dev, mode, nlink, uid, gid, rdev, blksize, ino, size, blocks);
  this.atimeMs = atimeS * 1000 + atimeNs / 1e6;
  this.mtimeMs = mtimeS * 1000 + mtimeNs / 1e6;
  this.ctimeMs = ctimeS * 1000 + ctimeNs / 1e6;
  this.birthtimeMs = birthtimeS * 1000 + birthtimeNs / 1e6;
  this[partialAtimeNs] = atimeNs;
  this[partialMtimeNs] = mtimeNs;
  this[partialCtimeNs] = ctimeNs;
  this[partialBirthtimeNs] = birthtimeNs;
}
safe.setPrototypeOf(Stats.prototype, StatsBase.prototype);
safe.setPrototypeOf(Stats, StatsBase);

let warnedAboutStats = false;

/** `fs.Stats`: the same class for `instanceof`. Making one is deprecated and warns once. */
export function DeprecatedStats(this: unknown, ...values: unknown[]): Stats | undefined {
  if (!warnedAboutStats) {
    warnedAboutStats = true;
    emitWarning("fs.Stats constructor is deprecated.", "DeprecationWarning", "DEP0180");
  }
  return new.target ? safe.construct(Stats, values, new.target) : safe.apply(Stats, this, values);
}
DeprecatedStats.prototype = Stats.prototype;

/** The result of `fs.stat` with `{ bigint: true }`; times in milliseconds and nanoseconds. */
export function BigIntStats(
  this: BigIntStats,
  dev: bigint,
  mode: bigint,
  nlink: bigint,
  uid: bigint,
  gid: bigint,
  rdev: bigint,
  blksize: bigint,
  ino: bigint,
  size: bigint,
  blocks: bigint,
  atimeNs: bigint,
  mtimeNs: bigint,
  ctimeNs: bigint,
  birthtimeNs: bigint,
): void {
  StatsBase.call(this, dev, mode, nlink, uid, gid, rdev, blksize, ino, size, blocks);
  this.atimeMs = atimeNs / 1_000_000n;
  this.mtimeMs = mtimeNs / 1_000_000n;
  this.ctimeMs = ctimeNs / 1_000_000n;
  this.birthtimeMs = birthtimeNs / 1_000_000n;
  this.atimeNs = atimeNs;
  this.mtimeNs = mtimeNs;
  this.ctimeNs = ctimeNs;
  this.birthtimeNs = birthtimeNs;
}
safe.setPrototypeOf(BigIntStats.prototype, StatsBase.prototype);
safe.setPrototypeOf(BigIntStats, StatsBase);

/** Defines `name` as a value made on first use, which then replaces the accessor on the object. */
function defineLazy(prototype: object, name: string, make: (stats: LazyTimes) => unknown): void {
  const own = (target: object, value: unknown) => {
    safe.defineProperty(target, name, { value, configurable: true, enumerable: true, writable: true });
    return value;
  };
  safe.defineProperty(prototype, name, {
    get(this: LazyTimes) {
      return own(this, make(this));
    },
    set(this: object, value: unknown) {
      own(this, value);
    },
    enumerable: true,
    configurable: true,
  });
}

/** The nearest whole millisecond; negative times round away from zero at .5, as Date does not. */
function toDate(milliseconds: number | bigint): Date {
  return new Date(Math.round(Number(milliseconds)));
}

function toInstant(nanoseconds: bigint): unknown {
  const { Temporal } = globalThis as TemporalHolder;
  if (Temporal === undefined) throw safe.assign(new Error("Temporal is not available"), { code: "ERR_NO_TEMPORAL" });
  return new Temporal.Instant(nanoseconds);
}

for (const [name, partial] of [
  ["atime", partialAtimeNs],
  ["mtime", partialMtimeNs],
  ["ctime", partialCtimeNs],
  ["birthtime", partialBirthtimeNs],
] as const) {
  defineLazy(Stats.prototype, name, (stats) => toDate(stats[`${name}Ms`]));
  defineLazy(BigIntStats.prototype, name, (stats) => toDate(stats[`${name}Ms`]));
  defineLazy(Stats.prototype, `${name}Instant`, (stats) =>
    toInstant(BigInt(safe.floor(stats[`${name}Ms`] / 1000)) * 1_000_000_000n + BigInt(stats[partial])),
  );
  defineLazy(BigIntStats.prototype, `${name}Instant`, (stats) => toInstant(stats[`${name}Ns`]));
}

Stats.prototype._checkModeProperty = function _checkModeProperty(type: number): boolean {
  return (this.mode & (S_IFMT as number)) === type;
};
BigIntStats.prototype._checkModeProperty = function _checkModeProperty(type: number): boolean {
  return (this.mode & BigInt(S_IFMT as number)) === BigInt(type);
};

/** The result of `fs.statfs`; numbers or bigints. */
export class StatFs {
  declare type: StatNumber;
  declare bsize: StatNumber;
  declare frsize: StatNumber;
  declare blocks: StatNumber;
  declare bfree: StatNumber;
  declare bavail: StatNumber;
  declare files: StatNumber;
  declare ffree: StatNumber;
  constructor(
    type: StatNumber,
    bsize: StatNumber,
    frsize: StatNumber,
    blocks: StatNumber,
    bfree: StatNumber,
    bavail: StatNumber,
    files: StatNumber,
    ffree: StatNumber,
  ) {
    this.type = type;
    this.bsize = bsize;
    this.frsize = frsize;
    this.blocks = blocks;
    this.bfree = bfree;
    this.bavail = bavail;
    this.files = files;
    this.ffree = ffree;
  }
}
