// The namespace object of `import defer`: the first use of an export evaluates the module.
// https://tc39.es/proposal-defer-import-eval/
const evaluating = new Set();
/** A module, by its number, starts to be evaluated. */
export function started(module) {
  evaluating.add(module);
}
/** Its evaluation has ended. */
export function ended(module) {
  evaluating.delete(module);
}
/**
 * `modules`: the numbers of those that must not be evaluated at the first use. `known`: the names of the exports; `null` when
 * they are known only once the module has run.
 */
export function deferredNamespace(evaluate, modules, known) {
  // It has the names of the exports once they are known: a proxy must not have properties that its target lacks.
  const target = Object.create(null, { [Symbol.toStringTag]: { value: "Deferred Module" } });
  let exported;
  let isEvaluating = false;
  // Without `then`, so that the object does not look like a promise.
  const addNames = (names) => {
    for (const name of names.filter((one) => one !== "then").sort())
      Object.defineProperty(target, name, { writable: true, enumerable: true });
    Object.preventExtensions(target);
  };
  if (known !== null) addNames(known);
  const evaluated = () => {
    if (exported !== undefined) return exported;
    const throwEarly = () => {
      throw new TypeError("a deferred module is used while it is evaluated");
    };
    if (isEvaluating || modules.some((module) => evaluating.has(module))) throwEarly();
    isEvaluating = true;
    try {
      exported = evaluate() ?? throwEarly();
    } finally {
      isEvaluating = false;
    }
    if (known === null) addNames(Object.keys(exported));
    return exported;
  };
  const isExport = (key) =>
    typeof key === "string" && key !== "then" && evaluated() !== undefined && Reflect.has(target, key);
  const own = (key) =>
    isExport(key)
      ? { value: exported[key], writable: true, enumerable: true, configurable: false }
      : typeof key === "symbol"
        ? Reflect.getOwnPropertyDescriptor(target, key)
        : undefined;
  return new Proxy(target, {
    get: (_, key) => (isExport(key) ? exported[key] : typeof key === "symbol" ? target[key] : undefined),
    has: (_, key) => isExport(key) || (typeof key === "symbol" && key in target),
    getOwnPropertyDescriptor: (_, key) => own(key),
    ownKeys: () => evaluated() && Reflect.ownKeys(target),
    set: () => false,
    deleteProperty: (_, key) => own(key) === undefined,
    defineProperty: (_, key, wanted) => {
      const current = own(key);
      return (
        current !== undefined &&
        !("get" in wanted || "set" in wanted) &&
        ["configurable", "enumerable", "writable"].every(
          (name) => !(name in wanted) || wanted[name] === current[name],
        ) &&
        (!("value" in wanted) || Object.is(wanted.value, current.value))
      );
    },
    setPrototypeOf: (_, prototype) => prototype === null,
    isExtensible: () => known === null && evaluated() === undefined,
    preventExtensions: () => known !== null || evaluated() !== undefined,
  });
}
