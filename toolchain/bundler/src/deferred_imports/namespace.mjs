// The namespace object of `import defer`: the first use of an export evaluates the module.
// https://tc39.es/proposal-defer-import-eval/
export function deferredNamespace(evaluate) {
  // It has the names of the exports once they are known: a proxy must not have properties that its target lacks.
  const target = Object.create(null, { [Symbol.toStringTag]: { value: "Deferred Module" } });
  let exported;
  let isEvaluating = false;
  const evaluated = () => {
    if (exported !== undefined) return exported;
    if (isEvaluating) throw new TypeError("a deferred module is used while it is evaluated");
    isEvaluating = true;
    try {
      exported = evaluate();
    } finally {
      isEvaluating = false;
    }
    // Without `then`, so that the object does not look like a promise.
    const names = Object.keys(exported).filter((name) => name !== "then");
    for (const name of names.sort()) Object.defineProperty(target, name, { writable: true, enumerable: true });
    Object.preventExtensions(target);
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
    isExtensible: () => evaluated() === undefined,
    preventExtensions: () => evaluated() !== undefined,
  });
}
