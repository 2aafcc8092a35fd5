// Numbers of SQLite: `constants` of bun:sqlite, and the names of result codes. https://www.sqlite.org/c3ref/constlist.html,
// https://www.sqlite.org/rescode.html

/** The object that programs see. */
export const constants: Record<string, number> = {};

/** Names of bits, from the lowest; empty for one that has none here. */
const OPEN_BITS = [
  "READONLY", "READWRITE", "CREATE", "DELETEONCLOSE", "EXCLUSIVE", "AUTOPROXY", "URI", "MEMORY", "MAIN_DB", "TEMP_DB", "TRANSIENT_DB", "MAIN_JOURNAL",
  "TEMP_JOURNAL", "SUBJOURNAL", "SUPER_JOURNAL", "NOMUTEX", "FULLMUTEX", "SHAREDCACHE", "PRIVATECACHE", "WAL", "", "", "", "", "NOFOLLOW", "EXRESCODE",
];
OPEN_BITS.forEach((name, bit) => {
  if (name !== "") constants[`SQLITE_OPEN_${name}`] = 2 ** bit;
});
Object.assign(constants, { SQLITE_PREPARE_PERSISTENT: 1, SQLITE_PREPARE_NORMALIZE: 2, SQLITE_PREPARE_NO_VTAB: 4, SQLITE_DESERIALIZE_READONLY: 4 });

/** Operations of `sqlite3_file_control` from 1 on. */
const FILE_CONTROLS = [
  "LOCKSTATE", "GET_LOCKPROXYFILE", "SET_LOCKPROXYFILE", "LAST_ERRNO", "SIZE_HINT", "CHUNK_SIZE", "FILE_POINTER", "SYNC_OMITTED", "WIN32_AV_RETRY",
  "PERSIST_WAL", "OVERWRITE", "VFSNAME", "POWERSAFE_OVERWRITE", "PRAGMA", "BUSYHANDLER", "TEMPFILENAME", "", "MMAP_SIZE", "TRACE", "HAS_MOVED", "SYNC",
  "COMMIT_PHASETWO", "WIN32_SET_HANDLE", "WAL_BLOCK", "ZIPVFS", "RBU", "VFS_POINTER", "JOURNAL_POINTER", "WIN32_GET_HANDLE", "PDB", "BEGIN_ATOMIC_WRITE",
  "COMMIT_ATOMIC_WRITE", "ROLLBACK_ATOMIC_WRITE", "LOCK_TIMEOUT", "DATA_VERSION", "SIZE_LIMIT", "CKPT_DONE", "RESERVE_BYTES", "CKPT_START",
  "EXTERNAL_READER", "CKSM_FILE", "RESET_CACHE",
];
FILE_CONTROLS.forEach((name, index) => {
  if (name !== "") constants[`SQLITE_FCNTL_${name}`] = index + 1;
});

/** Primary result codes from 0 on. */
const RESULTS = [
  "OK", "ERROR", "INTERNAL", "PERM", "ABORT", "BUSY", "LOCKED", "NOMEM", "READONLY", "INTERRUPT", "IOERR", "CORRUPT", "NOTFOUND", "FULL", "CANTOPEN",
  "PROTOCOL", "EMPTY", "SCHEMA", "TOOBIG", "CONSTRAINT", "MISMATCH", "MISUSE", "NOLFS", "AUTH", "FORMAT", "RANGE", "NOTADB", "NOTICE", "WARNING",
];

/** What is in the second byte of extended codes, from 1 on. */
const EXTENDED: Record<string, string[]> = {
  ERROR: ["MISSING_COLLSEQ", "RETRY", "SNAPSHOT"],
  ABORT: ["", "ROLLBACK"],
  BUSY: ["RECOVERY", "SNAPSHOT", "TIMEOUT"],
  LOCKED: ["SHAREDCACHE", "VTAB"],
  READONLY: ["RECOVERY", "CANTLOCK", "ROLLBACK", "DBMOVED", "CANTINIT", "DIRECTORY"],
  IOERR: [
    "READ", "SHORT_READ", "WRITE", "FSYNC", "DIR_FSYNC", "TRUNCATE", "FSTAT", "UNLOCK", "RDLOCK", "DELETE", "BLOCKED", "NOMEM", "ACCESS",
    "CHECKRESERVEDLOCK", "LOCK", "CLOSE", "DIR_CLOSE", "SHMOPEN", "SHMSIZE", "SHMLOCK", "SHMMAP", "SEEK", "DELETE_NOENT", "MMAP", "GETTEMPPATH", "CONVPATH",
    "VNODE", "AUTH", "BEGIN_ATOMIC", "COMMIT_ATOMIC", "ROLLBACK_ATOMIC", "DATA", "CORRUPTFS", "IN_PAGE",
  ],
  CORRUPT: ["VTAB", "SEQUENCE", "INDEX"],
  CANTOPEN: ["NOTEMPDIR", "ISDIR", "FULLPATH", "CONVPATH", "DIRTYWAL", "SYMLINK"],
  CONSTRAINT: ["CHECK", "COMMITHOOK", "FOREIGNKEY", "FUNCTION", "NOTNULL", "PRIMARYKEY", "TRIGGER", "UNIQUE", "VTAB", "ROWID", "PINNED", "DATATYPE"],
  AUTH: ["USER"],
  NOTICE: ["RECOVER_WAL", "RECOVER_ROLLBACK", "RBU"],
  WARNING: ["AUTOINDEX"],
};

/** SQLite's name of a result code, extended or not; undefined for an unknown one. */
export function resultName(code: number): string | undefined {
  const primary = RESULTS[code & 0xff];
  if (primary === undefined) return undefined;
  const extended = EXTENDED[primary]?.[(code >> 8) - 1];
  return extended ? `SQLITE_${primary}_${extended}` : `SQLITE_${primary}`;
}
