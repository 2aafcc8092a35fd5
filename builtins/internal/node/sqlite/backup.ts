// `backup()` of node:sqlite: copies a database while it is in use, some pages in each turn of the event loop.
// https://nodejs.org/api/sqlite.html#sqlitebackupsourcedb-path-options
import { invalidArgType, outOfRange, resultCodeError, sqliteError } from "internal:node/sqlite/errors";
import type { Connection } from "internal:node/sqlite/handles";
import { locationBytes } from "internal:node/sqlite/location";
import { CHANGES, DETAIL, doubles, ints } from "internal:node/sqlite/memory";
import { checkObject, isInt32, stringOption } from "internal:node/sqlite/options";
import { setImmediate } from "internal:core/timers";
import { beginBackup, endBackup, errorString, stepBackup } from "native:sqlite";

const PAGES_PER_TURN = 100;
const SQLITE_OK = 0;
const SQLITE_BUSY = 5;
const SQLITE_LOCKED = 6;
const SQLITE_DONE = 101;
const PRIMARY_CODE = 0xff;

/** Starts a copy. `checkOpen` throws when the source was closed meanwhile. Resolves with the number of pages. */
export function startBackup(
  source: Connection,
  checkOpen: () => void,
  path: unknown,
  options: unknown,
  hasOptions: boolean,
): Promise<number> {
  const bytes = locationBytes(path);
  let rate = PAGES_PER_TURN;
  let sourceName = "main";
  let targetName = "main";
  let progress: ((state: { totalPages: number; remainingPages: number }) => void) | undefined;
  if (hasOptions) {
    checkObject(options, "options");
    rate = rateOption(options.rate);
    sourceName = stringOption(options, "source", "main");
    targetName = stringOption(options, "target", "main");
    if (options.progress !== undefined && typeof options.progress !== "function")
      throw invalidArgType('The "options.progress" argument must be a function.');
    progress = options.progress as typeof progress;
  }
  checkOpen();
  const id = beginBackup(source.id, sourceName, bytes, targetName);
  if (id === 0) return Promise.reject(sqliteError());
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      endBackup(id);
      settle();
    };
    const turn = () => {
      const code = stepBackup(id, rate) & PRIMARY_CODE;
      const remainingPages = ints[DETAIL]!;
      const totalPages = doubles[CHANGES]!;
      if (code === SQLITE_DONE) return end(() => resolve(totalPages));
      if (code !== SQLITE_OK && code !== SQLITE_BUSY && code !== SQLITE_LOCKED)
        return end(() => reject(codeError(code)));
      try {
        if (remainingPages !== 0) progress?.({ totalPages, remainingPages });
      } catch (error) {
        return end(() => reject(error));
      }
      setImmediate(turn);
    };
    setImmediate(turn);
  });
}

function rateOption(rate: unknown): number {
  if (rate === undefined) return PAGES_PER_TURN;
  if (!isInt32(rate)) throw invalidArgType('The "options.rate" argument must be an integer.');
  if (rate <= 0) throw outOfRange('The "options.rate" argument must be a positive integer.');
  return rate;
}

function codeError(code: number): Error {
  return Object.assign(resultCodeError(code), { errstr: errorString(code) });
}
