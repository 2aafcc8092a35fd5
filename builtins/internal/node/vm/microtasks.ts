// Contexts with their own queue of promise jobs (`microtaskMode: "afterEvaluate"`): their jobs run when a script of the
// context ends, within its time limit, and never later. The engine has one queue for all contexts, so the context
// gets a `then` that stores its reactions in a list, and checks the promises' states when it runs them.
// An `await` of the context's code does not call `then`: for sources with one, the engine's own queue is run as well,
// and with it all other jobs that are pending at that moment.
import { PromiseStatus, promiseResult, promiseState } from "native:engine";
import { runJobs } from "native:realm";

/** Prepares a context. Returns the function that runs its jobs; `mayAwait`: its code has an `await`. */
export function install(evaluate: (text: string) => unknown): (mayAwait: boolean) => void {
  const prepare = evaluate(OWN_REACTIONS) as (stateOf: unknown, resultOf: unknown) => () => boolean;
  const runReactions = prepare(promiseState, promiseResult);
  let hasAwaits = false;
  return (mayAwait) => {
    hasAwaits ||= mayAwait;
    runReactions();
    if (!hasAwaits) return;
    do runJobs();
    while (runReactions());
  };
}

const OWN_REACTIONS = `(function (stateOf, resultOf) {
  const NativePromise = Promise;
  const { then } = NativePromise.prototype;
  const { apply } = Reflect;
  const nothing = () => {};
  let waiting = [];
  const add = (promise, onFulfilled, onRejected, resolve, reject) => {
    // The rejection is handled here.
    apply(then, promise, [nothing, nothing]);
    waiting.push({ promise, onFulfilled, onRejected, resolve, reject });
  };
  const settle = ({ promise, onFulfilled, onRejected, resolve, reject }, state) => {
    const result = resultOf(promise);
    const handler = state === ${PromiseStatus.FULFILLED} ? onFulfilled : onRejected;
    if (typeof handler !== "function") return state === ${PromiseStatus.FULFILLED} ? resolve(result) : reject(result);
    let value;
    try {
      value = handler(result);
    } catch (error) {
      return reject(error);
    }
    // A native promise is awaited here; resolving with it would use the engine's queue.
    if (stateOf(value) !== ${PromiseStatus.NOT_A_PROMISE} && value instanceof NativePromise) add(value, undefined, undefined, resolve, reject);
    else resolve(value);
  };
  const own = {
    then(onFulfilled, onRejected) {
      if (stateOf(this) === ${PromiseStatus.NOT_A_PROMISE}) return apply(then, this, [onFulfilled, onRejected]);
      let resolve;
      let reject;
      const derived = new NativePromise((first, second) => {
        resolve = first;
        reject = second;
      });
      add(this, onFulfilled, onRejected, resolve, reject);
      return derived;
    },
  };
  // Engines await a promise whose realm has the original members without calling its \`then\`: its constructor was changed.
  NativePromise.prototype.constructor = undefined;
  NativePromise.prototype.constructor = NativePromise;
  Object.defineProperty(NativePromise.prototype, "then", { value: own.then, writable: true, enumerable: false, configurable: true });
  return () => {
    let ran = false;
    for (let isMoving = true; isMoving;) {
      isMoving = false;
      const reactions = waiting;
      waiting = [];
      for (const reaction of reactions) {
        const state = stateOf(reaction.promise);
        if (state === ${PromiseStatus.PENDING}) waiting.push(reaction);
        else {
          isMoving = ran = true;
          settle(reaction, state);
        }
      }
    }
    return ran;
  };
})`;
