// `require` of an ES module (Node's `require(esm)`): linked and evaluated at once; top-level await is refused.
import { evaluateSync } from "internal:loader/evaluate";
import { link } from "internal:loader/link";
import { fileUrl } from "internal:loader/file_url";
import { loadTransformed } from "internal:loader/load";
import { namespaceOf } from "internal:loader/namespace";
import { EVALUATED, EVALUATING, Module, type Resolution, SourceModule } from "internal:loader/records";
import defer * as problems from "internal:loader/problems";

/** CommonJS modules whose file is an ES module that is being evaluated. */
const running = new Map<object, Module>();

/** The exports of a file that turned out to be an ES module. */
export function exportsOfLoaded(filename: string, handle: number, record: any, commonJsModule: object): unknown {
  const isPath = filename.startsWith("/");
  const module = loadTransformed(isPath ? fileUrl(filename) : filename, isPath ? filename : "", handle, record);
  running.set(commonJsModule, module);
  try {
    link(module);
    evaluateSync(module);
  } finally {
    running.delete(commonJsModule);
  }
  return exportsOf(module);
}

/** Throws when a module in a cycle is required while it runs. */
export function checkCycle(commonJsModule: object): void {
  const module = running.get(commonJsModule);
  if (module instanceof SourceModule && module.status >= EVALUATING && module.status !== EVALUATED) throw problems.notReady(module);
}

function exportsOf(module: Module): unknown {
  const names = module.exportNames();
  const namespace: any = namespaceOf(module);
  if (names.includes("module.exports")) return namespace["module.exports"];
  if (!names.includes("default") || names.includes("__esModule")) return namespace;
  return namespaceOf(new TranspiledView(module));
}

/** The namespace with `__esModule: true` added, which code compiled from ES modules looks for. */
class TranspiledView extends Module {
  #inner: Module;
  constructor(inner: Module) {
    super(inner.url);
    this.#inner = inner;
    this.environment = { __proto__: null, __esModule: true };
  }
  exportNames(): string[] {
    return [...this.#inner.exportNames(), "__esModule"];
  }
  resolveExport(name: string): Resolution | null | "ambiguous" {
    return name === "__esModule" ? { module: this, name } : this.#inner.resolveExport(name);
  }
}

