// Module namespace exotic objects (ECMA-262 §10.4.6), as proxies. Static reads `ns.name` do not use them: the
// transform turns them into reads of the environment object, so this is for namespaces that are used as values.
import { pinned, safe } from "internal:core/bootstrap";
import * as collections from "internal:core/collections";
import * as lists from "internal:core/lists";
import { type Environment, missingExport, type Module, SourceModule, UNLINKED } from "internal:loader/records";
import { addNamespace } from "internal:core/namespace_registry";
import defer * as evaluation from "internal:loader/evaluate";

type Binding = { environment(): Environment; name: string } | { namespaceOf: Module };

const modules = pinned(new WeakMap<object, Module>());

/** The module of a namespace object. */
export function moduleOfNamespace(namespace: object): Module | undefined {
  return modules.get(namespace);
}

/** The namespace object of a linked module. */
export function namespaceOf(module: Module): object {
  return (module.namespace ??= make(module, null));
}

/** The namespace object of `import defer`: the first read of an export evaluates the module. */
export function deferredNamespaceOf(module: Module): object {
  return (module.deferredNamespace ??= make(module, () => evaluation.evaluateDeferred(module)));
}

function make(module: Module, evaluate: (() => void) | null): object {
  if (module instanceof SourceModule && module.status === UNLINKED)
    throw new Error("a namespace was read before linking");
  const bindings = new Map<string, Binding>();
  for (const name of lists.sort(module.exportNames())) {
    // A deferred namespace has no `then`: it must not look like a promise.
    if (name === "then" && evaluate !== null) continue;
    const resolution = module.resolveExport(name);
    if (resolution === null || resolution === "ambiguous") continue;
    const target = resolution.module;
    collections.mapSet(
      bindings,
      name,
      resolution.name === null
        ? { namespaceOf: target }
        : { environment: () => target.environmentObject(), name: resolution.name },
    );
  }
  const shape = { __proto__: null } as object as Record<string, unknown>;
  collections.mapEach(bindings, (_binding, name) => {
    shape[name] = undefined;
  });
  safe.defineProperty(shape, Symbol.toStringTag, { value: evaluate === null ? "Module" : "Deferred Module" });
  safe.seal(shape);
  const namespace = new Proxy(shape, handler(module, bindings, evaluate));
  addNamespace(namespace);
  modules.set(namespace, module);
  return namespace;
}

function handler(module: Module, bindings: Map<string, Binding>, evaluate: (() => void) | null): ProxyHandler<object> {
  /** Bun: the namespace of a required module seems to inherit `__esModule`. */
  const isMark = (key: string | symbol): boolean => key === "__esModule" && module.isRequiredInBun;
  const read = (name: string): unknown => {
    const binding = collections.mapGet(bindings, name)!;
    if ("namespaceOf" in binding) return namespaceOf(binding.namespaceOf);
    const environment = binding.environment();
    if (!(binding.name in environment)) throw new ReferenceError(`Cannot access '${name}' before initialization`);
    return environment[binding.name];
  };
  const has = (key: string | symbol): key is string => {
    if (evaluate !== null && typeof key === "string") {
      if (key === "then") return false;
      evaluate();
    }
    return typeof key === "string" && collections.mapHas(bindings, key);
  };
  const traps: ProxyHandler<object> = {
    get: (shape, key, receiver) =>
      has(key)
        ? read(key)
        : typeof key === "symbol"
          ? Reflect.get(shape, key, receiver)
          : isMark(key) || missingExport(module.url, key),
    has: (shape, key) => has(key) || (typeof key === "symbol" ? Reflect.has(shape, key) : isMark(key)),
    getOwnPropertyDescriptor: (shape, key) => {
      if (!has(key)) return typeof key === "symbol" ? Reflect.getOwnPropertyDescriptor(shape, key) : undefined;
      return { value: read(key), writable: true, enumerable: true, configurable: false };
    },
    set: () => false,
    deleteProperty: (shape, key) =>
      has(key) ? false : typeof key === "symbol" ? safe.deleteProperty(shape, key) : true,
    defineProperty: (shape, key, descriptor) => {
      if (typeof key === "symbol") return safe.reflectDefineProperty(shape, key, descriptor);
      if (
        !has(key) ||
        descriptor.configurable === true ||
        descriptor.enumerable === false ||
        "get" in descriptor ||
        "set" in descriptor ||
        descriptor.writable === false
      )
        return false;
      return !("value" in descriptor) || safe.is(descriptor.value, read(key));
    },
    setPrototypeOf: (_shape, prototype) => prototype === null,
    preventExtensions: () => true,
    ownKeys: (shape) => {
      if (evaluate !== null) evaluate();
      return safe.ownKeys(shape);
    },
  };
  return traps;
}
