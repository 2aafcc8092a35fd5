// node:vm: scripts, modules, and contexts with their own global objects. The parts are in `internal:node/vm/*`.
// https://nodejs.org/api/vm.html
import { compileFunction } from "internal:node/vm/compile_function";
import { hasModules } from "internal:node/vm/importers";
import { constants, createContext, isContext } from "internal:node/vm/contexts";
import { Script, runInContext, runInNewContext, runInThisContext } from "internal:node/vm/script";
import defer * as measuring from "internal:node/vm/measure_memory";
import defer * as module from "internal:node/vm/module";
import defer * as sourceText from "internal:node/vm/source_text_module";
import defer * as synthetic from "internal:node/vm/synthetic_module";

const vm: Record<string, unknown> = {
  Script,
  createContext,
  createScript: (code: unknown, options?: unknown) => new Script(code, options),
  runInContext,
  runInNewContext,
  runInThisContext,
  isContext,
  compileFunction,
  measureMemory: (options?: unknown) => measuring.measureMemory(options),
  constants,
};

if (hasModules()) {
  Object.assign(vm, {
    Module: module.Module,
    SourceTextModule: sourceText.SourceTextModule,
    SyntheticModule: synthetic.SyntheticModule,
  });
}

export default vm;
