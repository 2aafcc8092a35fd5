// `Bun.plugin`: plugins of the module loader (https://bun.com/docs/runtime/plugins).
import { clear, install, type Registered, rules } from "internal:bun/plugin_loading";
import { ERR_METHOD_NOT_IMPLEMENTED } from "internal:core/errors";
import defer * as bunErrors from "internal:bun/errors";

interface Plugin {
  name?: string;
  target?: string;
  setup(builder: object): unknown;
}

/** Adds a rule: `constraint` says which modules it is for. */
function adder(list: Registered[], builder: () => object) {
  return (constraint: { filter?: unknown; namespace?: unknown }, callback: unknown): object => {
    if (typeof constraint !== "object" || constraint === null)
      throw bunErrors.invalid('Expected an object with "filter" RegExp');
    const { filter, namespace = "file" } = constraint;
    if (!(filter instanceof RegExp)) throw bunErrors.invalid('Expected "filter" to be a RegExp');
    if (typeof namespace !== "string") throw bunErrors.invalid('Expected "namespace" to be a string');
    if (typeof callback !== "function") throw bunErrors.invalid("Expected second argument to be a function");
    list.push({ filter, namespace, callback: callback as Registered["callback"] });
    return builder();
  };
}

function makeBuilder(): object {
  const builder: Record<string, unknown> = {
    target: "bun",
    config: {},
    onResolve: adder(rules.resolve, () => builder),
    onLoad: adder(rules.load, () => builder),
    module(specifier: unknown, callback: unknown): object {
      if (typeof specifier !== "string")
        throw bunErrors.invalid("module() expects first argument to be a string for the specifier");
      if (typeof callback !== "function") throw bunErrors.invalid("module() expects second argument to be a function");
      rules.modules.set(specifier, callback as () => unknown);
      return builder;
    },
    onBeforeParse(): never {
      throw new ERR_METHOD_NOT_IMPLEMENTED("onBeforeParse of a plugin");
    },
  };
  for (const name of ["onStart", "onEnd"]) {
    builder[name] = (): never => {
      throw bunErrors.invalid(`${name} is for plugins of Bun.build: no build starts or ends at run time`);
    };
  }
  return builder;
}

/**
 * Adds a plugin to the module loader of this thread. It applies to what is loaded from then on.
 *
 * @param options Its `setup` is called at once with an object that has `onLoad`, `onResolve` and `module`.
 * @returns The promise of a `setup` that returns one.
 * @throws TypeError (ERR_INVALID_ARG_TYPE) when there is no `setup`, and what it throws.
 */
function add(options: Plugin): Promise<void> | undefined {
  if (typeof options !== "object" || options === null)
    throw bunErrors.invalid("plugin needs at least one argument (an object)");
  const { setup } = options;
  if (typeof setup !== "function") throw bunErrors.invalid("plugin needs a setup() function");
  const { target } = options;
  if (target !== undefined && !["bun", "node", "browser"].includes(target))
    throw bunErrors.invalid('plugin target must be one of "bun", "node" or "browser"');
  install();
  const result = setup.call(options, makeBuilder());
  return result instanceof Promise ? result.then(() => undefined) : undefined;
}

/** Removes all plugins. What was loaded stays. */
function clearAll(): void {
  clear();
}

export const plugin = Object.assign(add, { clearAll });
Object.defineProperty(plugin, "name", { value: "plugin" });
