// Modules some of whose members are those of this runner; the others are those of the installed package.

/** The module; `load` returns the installed one, with the first member that is not in `own`. */
export function partlyOwnModule(own: Record<string, unknown>, load: () => object): Record<string, unknown> {
  let installed: object | undefined;
  const actual = (): object => (installed ??= load());
  return new Proxy(function module() {}, {
    get: (target, name) => {
      if (Object.hasOwn(own, name)) return own[name as string];
      // It is no promise.
      return typeof name === "symbol" || name === "then" ? Reflect.get(target, name) : Reflect.get(actual(), name);
    },
    has: (_target, name) => Object.hasOwn(own, name) || Reflect.has(actual(), name),
    construct: (_target, args, newTarget) => Reflect.construct(actual() as Function, args, newTarget),
  }) as unknown as Record<string, unknown>;
}
