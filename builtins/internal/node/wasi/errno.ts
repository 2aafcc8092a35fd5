// Numbers of errors of WASI preview 1 (`errno`), and those of the system's errors.

export const SUCCESS = 0;
export const EBADF = 8;
export const EINVAL = 28;
export const ELOOP = 32;
export const ENOENT = 44;
export const ENOSYS = 52;
export const ENOTDIR = 54;
export const ENOTSUP = 58;
export const EOVERFLOW = 61;
export const ESPIPE = 70;
export const ENOTCAPABLE = 76;
const EIO = 29;

/** The names in the order of their numbers. */
const NAMES =
  "SUCCESS 2BIG ACCES ADDRINUSE ADDRNOTAVAIL AFNOSUPPORT AGAIN ALREADY BADF BADMSG BUSY CANCELED CHILD CONNABORTED CONNREFUSED CONNRESET DEADLK DESTADDRREQ DOM DQUOT EXIST FAULT FBIG HOSTUNREACH IDRM ILSEQ INPROGRESS INTR INVAL IO ISCONN ISDIR LOOP MFILE MLINK MSGSIZE MULTIHOP NAMETOOLONG NETDOWN NETRESET NETUNREACH NFILE NOBUFS NODEV NOENT NOEXEC NOLCK NOLINK NOMEM NOMSG NOPROTOOPT NOSPC NOSYS NOTCONN NOTDIR NOTEMPTY NOTRECOVERABLE NOTSOCK NOTSUP NOTTY NXIO OVERFLOW OWNERDEAD PERM PIPE PROTO PROTONOSUPPORT PROTOTYPE RANGE ROFS SPIPE SRCH STALE TIMEDOUT TXTBSY XDEV NOTCAPABLE".split(
    " ",
  );

/** Ends a call with the number of an error. */
export class Failure {
  readonly errno: number;

  constructor(errno: number) {
    this.errno = errno;
  }
}

/** The number of what a call has thrown. Rethrows what is neither a Failure nor an error of the system. */
export function errnoOf(error: unknown): number {
  if (error instanceof Failure) return error.errno;
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  if (typeof code !== "string" || syscall === undefined) throw error;
  const number = NAMES.indexOf(code.slice(1));
  return number < 0 ? EIO : number;
}
