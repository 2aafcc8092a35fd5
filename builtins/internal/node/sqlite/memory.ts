// The shared memory of SQLite's results: a head, a word for each value of the rows, and a byte for the kind of each. The
// numbers are those of host/sqlite/src/memory.rs.
import { memory } from "native:sqlite";

const HEAD_WORDS = 8;
const CELLS_MAX = 4096;

const { buffer } = memory();
/** All words, as pairs of integers. */
export const ints = new Int32Array(buffer);
/** All words, as doubles. */
export const doubles = new Float64Array(buffer);
/** All words, as bigints. */
export const bigInts = new BigInt64Array(buffer);
/** The kinds of the values. */
export const kinds = new Uint8Array(buffer, (HEAD_WORDS + CELLS_MAX) * 8, CELLS_MAX);

/** The integers of the head. */
export const STATUS = 0;
export const ROWS = 1;
export const EXTRAS = 2;
export const COLUMNS = 3;
export const COMPILED_AGAIN = 4;
export const DETAIL = 5;

/** The doubles of the head. */
export const CHANGES = 4;
export const LAST_INSERT_ROWID = 6;
/** The bigint of the head: the last rowid, or an integer that is too large to read as a number. */
export const EXACT = 7;

/** The offset of the values, in words and in integers. */
export const CELL_WORD = HEAD_WORDS;
export const CELL_INT = HEAD_WORDS * 2;

/** The status of a run. */
export const DONE = 0;
export const MORE = 1;
export const FAILED = 2;
export const UNBINDABLE = 3;
export const TOO_LARGE_TO_BIND = 4;
export const TOO_LARGE_TO_READ = 5;
export const RUNNING = 6;
export const FINALIZED = 7;

/** Kinds of values. */
export const NULL = 0;
export const INT32 = 1;
export const DOUBLE = 2;
export const TEXT = 3;
export const WIDE_TEXT = 4;
export const BIG_INT = 5;
export const BLOB = 6;

/** How statements read integers; `AS_BUN` is added for statements that bind values as Bun does. */
export const AS_NUMBERS = 0;
export const AS_BIG_INTS = 1;
export const AS_ROUNDED_NUMBERS = 2;
export const AS_BUN = 4;
