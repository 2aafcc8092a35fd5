// Members of `process` as plain data, or made on first use.

/** Adds enumerable members. */
export function addValues(target: any, values: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(values)) Object.defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true });
}

/** Adds a member that `make` computes when it is first read; assigning replaces it. */
export function addLazy(target: any, name: string, make: () => unknown): void {
  const settle = (value: unknown): void => {
    Object.defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true });
  };
  Object.defineProperty(target, name, {
    get() {
      const value = make();
      settle(value);
      return value;
    },
    set: settle,
    enumerable: true,
    configurable: true,
  });
}
