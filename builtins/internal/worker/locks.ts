// `worker_threads.locks`: the Web Locks API is not there yet; using it says so.
import { ERR_METHOD_NOT_IMPLEMENTED } from "internal:errors";

/** Has the members of a LockManager, which throw. */
export const locks = {
  request(): never {
    throw new ERR_METHOD_NOT_IMPLEMENTED("locks.request()");
  },
  query(): never {
    throw new ERR_METHOD_NOT_IMPLEMENTED("locks.query()");
  },
};
