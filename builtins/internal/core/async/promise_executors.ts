// `new Promise(executor)` becomes `$a.p(new Promise($a.e(executor)))` in lowered texts. Whoever has to know the promise while its
// executor runs keeps the executor here, as `$a.e`, and runs it when `$a.p` is given the promise.

export type Settle = (value: unknown) => void;

interface Kept {
  executor: Function;
  resolve: Settle;
  reject: Settle;
}

/** That of the promise that is being made; `$a.p` is the next thing that happens. */
let kept: Kept | undefined;

/** Stands for `executor`, which `runExecutor` runs; what cannot be called stays as it is. */
export function keptExecutor(executor: unknown): unknown {
  kept = undefined;
  if (typeof executor !== "function") return executor;
  return (resolve: Settle, reject: Settle) => {
    kept = { executor, resolve, reject };
  };
}

/** Runs the executor that was kept for `promise`, with functions that the other two make of its own. Returns `promise`. */
export function runExecutor<P>(
  promise: P,
  makeResolve: (promise: P, resolve: Settle) => Settle,
  makeReject: (promise: P, reject: Settle) => Settle,
): P {
  if (kept === undefined) return promise;
  const { executor } = kept;
  const resolve = makeResolve(promise, kept.resolve);
  const reject = makeReject(promise, kept.reject);
  kept = undefined;
  try {
    executor(resolve, reject);
  } catch (error) {
    reject(error);
  }
  return promise;
}
