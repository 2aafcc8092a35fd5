// The type of Node's classes that are plain functions. Types only.

/** A class that can be called without `new`; `Class.call(object, …)` initializes an object that exists already. */
export interface CallableClass<Instance, Arguments extends unknown[]> {
  new (...args: Arguments): Instance;
  (this: unknown, ...args: Arguments): Instance;
  prototype: Instance;
}
