// `vm.SyntheticModule` (https://nodejs.org/api/vm.html#class-vmsyntheticmodule): a module whose exports a callback sets.
import { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE } from "internal:core/errors";
import { SyntheticModule as SyntheticRecord } from "internal:loader/records";
import { validateFunction, validateString } from "internal:core/validators";
import { Module, readModuleOptions, type State, stateOf } from "internal:node/vm/module";

export class SyntheticModule extends Module {
  constructor(exportNames: unknown, evaluateCallback: unknown, options: unknown = {}) {
    if (!Array.isArray(exportNames) || exportNames.some((name) => typeof name !== "string")) {
      throw new ERR_INVALID_ARG_TYPE("exportNames", "Array of unique strings", exportNames);
    }
    for (const [index, name] of exportNames.entries()) {
      if (exportNames.includes(name, index + 1))
        throw new ERR_INVALID_ARG_VALUE(`exportNames.${name}`, name, "is duplicated");
    }
    validateFunction(evaluateCallback, "evaluateCallback");
    const { context, identifier } = readModuleOptions(options);
    const names = [...exportNames] as string[];
    const state: State = {
      record: undefined as never,
      context,
      identifier,
      source: "",
      isLinking: false,
      isLinked: true,
      failure: null,
      phase: "linked",
    };
    super(state);
    state.record = new SyntheticRecord(identifier, names, () => runCallback(this, state, evaluateCallback));
    const environment = state.record.environmentObject();
    for (const name of names) environment[name] = undefined;
  }

  /** Has nothing to link, and as in Node returns no promise. */
  override link(_linker?: unknown): any {
    stateOf(this, "SyntheticModule");
  }

  /** Sets an export, before or after evaluation. Throws a ReferenceError for a name that it does not have. */
  setExport(name: unknown, value: unknown): void {
    const { record } = stateOf(this, "SyntheticModule");
    validateString(name, "name");
    if (!(record instanceof SyntheticRecord) || !record.exportNames().includes(name))
      throw new ReferenceError(`Export '${name}' is not defined in module`);
    record.environmentObject()[name] = value;
  }
}

// The result of the callback, also a promise, is ignored (ECMA-262 §16.2.1.8.4.5, Evaluate of Synthetic Module Records).
function runCallback(module: SyntheticModule, state: State, callback: Function): void {
  state.phase = "evaluating";
  try {
    Reflect.apply(callback, module, []);
    state.phase = "evaluated";
  } catch (error) {
    state.failure = { error };
    throw error;
  }
}
