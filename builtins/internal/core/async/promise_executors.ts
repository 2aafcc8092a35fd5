// `new Promise(executor)` becomes `$a.p(new Promise($a.e(executor)))` in lowered source. Modules that need the promise while its
// executor runs store the executor here, in `$a.e`, and run it in `$a.p`, which receives the promise.

export type Settle = (value: unknown) => void;

interface Deferred {
  executor: Function;
  resolve: Settle;
  reject: Settle;
}

/** The executor of the promise that is being made; `$a.p` is called next. */
let deferred: Deferred | undefined;

/** Returns a replacement for `executor`, which `runExecutor` runs later. A value that is not callable is returned unchanged. */
export function deferExecutor(executor: unknown): unknown {
  deferred = undefined;
  if (typeof executor !== "function") return executor;
  return (resolve: Settle, reject: Settle) => {
    deferred = { executor, resolve, reject };
  };
}

/** Runs the executor of `promise`, with functions that `makeResolve` and `makeReject` make of the engine's. Returns `promise`. */
export function runExecutor<P>(
  promise: P,
  makeResolve: (promise: P, resolve: Settle) => Settle,
  makeReject: (promise: P, reject: Settle) => Settle,
): P {
  if (deferred === undefined) return promise;
  const { executor } = deferred;
  const resolve = makeResolve(promise, deferred.resolve);
  const reject = makeReject(promise, deferred.reject);
  deferred = undefined;
  try {
    executor(resolve, reject);
  } catch (error) {
    reject(error);
  }
  return promise;
}
