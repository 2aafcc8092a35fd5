// Members whose value is made when it is first read, and which stand for plain data: `util.inspect` shows their values.

const getters = new WeakSet<Function>();

/** Notes that a getter stands for data. Returns it. */
export function noteLazy<T extends Function>(getter: T): T {
  getters.add(getter);
  return getter;
}

/** Whether the getter stands for data. */
export function isLazy(getter: Function): boolean {
  return getters.has(getter);
}
