// The shared memory of SQLite's results: a head, a word for each value of the rows, and a byte for the kind of each.
import { SqliteHead, SqliteIntegers, SqliteMemory, SqliteStatus, SqliteValueKind, memory } from "native:sqlite";

const { buffer } = memory();
/** All words, as pairs of integers. */
export const ints = new Int32Array(buffer);
/** All words, as doubles. */
export const doubles = new Float64Array(buffer);
/** All words, as bigints. */
export const bigInts = new BigInt64Array(buffer);
/** The kinds of the values. */
export const kinds = new Uint8Array(
  buffer,
  (SqliteMemory.HEAD_WORDS + SqliteMemory.CELLS_MAX) * 8,
  SqliteMemory.CELLS_MAX,
);

/** The integers of the head. */
export const STATUS = SqliteHead.STATUS;
export const ROWS = SqliteHead.ROWS;
export const EXTRAS = SqliteHead.EXTRAS;
export const COLUMNS = SqliteHead.COLUMNS;
export const COMPILED_AGAIN = SqliteHead.COMPILED_AGAIN;
export const DETAIL = SqliteHead.DETAIL;

/** The doubles of the head. */
export const CHANGES = SqliteMemory.CHANGES_WORD;
export const LAST_INSERT_ROWID = SqliteMemory.LAST_INSERT_ROWID_WORD;
/** The bigint of the head: the last rowid, or an integer that is too large to read as a number. */
export const EXACT = SqliteMemory.EXACT_WORD;

/** The offset of the values, in words and in integers. */
export const CELL_WORD = SqliteMemory.HEAD_WORDS;
export const CELL_INT = SqliteMemory.HEAD_WORDS * 2;

/** The status of a run. */
export const DONE = SqliteStatus.DONE;
export const MORE = SqliteStatus.MORE;
export const FAILED = SqliteStatus.FAILED;
export const UNBINDABLE = SqliteStatus.UNBINDABLE;
export const TOO_LARGE_TO_BIND = SqliteStatus.TOO_LARGE_TO_BIND;
export const TOO_LARGE_TO_READ = SqliteStatus.TOO_LARGE_TO_READ;
export const RUNNING = SqliteStatus.RUNNING;
export const FINALIZED = SqliteStatus.FINALIZED;

/** Kinds of values. */
export const NULL = SqliteValueKind.NULL;
export const INT32 = SqliteValueKind.INT32;
export const DOUBLE = SqliteValueKind.DOUBLE;
export const TEXT = SqliteValueKind.TEXT;
export const WIDE_TEXT = SqliteValueKind.WIDE_TEXT;
export const BIG_INT = SqliteValueKind.BIG_INT;
export const BLOB = SqliteValueKind.BLOB;

/** How statements read integers; `AS_BUN` is added for statements that bind values as Bun does. */
export const AS_NUMBERS = SqliteIntegers.AS_NUMBERS;
export const AS_BIG_INTS = SqliteIntegers.AS_BIG_INTS;
export const AS_ROUNDED_NUMBERS = SqliteIntegers.AS_ROUNDED_NUMBERS;
export const AS_BUN = SqliteIntegers.AS_BUN;
