// `define` of a configuration of Vite, as Vitest applies it: names are global variables, which tests may set; members of
// `import.meta.env` and `process.env` are variables of the process; all others are replaced in the source.
// https://vite.dev/config/shared-options#define
import type { Members, ProjectConfig } from "internal:test_runner/command/project_config";

/** What Vitest leaves out. */
const UNUSED = new Set(["import.meta.vitest", "process.env", "process", "global"]);
const VARIABLE = /^(?:import\.meta|process)\.env\.([^]+)$/;

/** Adds the definitions to the globals, variables and replacements of the project. */
export function applyDefines(config: ProjectConfig, define: Members): void {
  const globals: Members = {};
  for (const [name, given] of Object.entries(define)) {
    if (UNUSED.has(name)) continue;
    const value = valueOf(given);
    const variable = VARIABLE.exec(name)?.[1];
    if (value === undefined || (variable === undefined && name.includes(".")))
      config.defines.push([name, typeof given === "string" ? given : (JSON.stringify(given) ?? "undefined")]);
    else if (variable === undefined) globals[name] = value;
    else config.variables[variable] ??= String(value);
  }
  config.globals = globals;
}

/** The value of a definition; undefined for an expression that is no JSON. */
function valueOf(given: unknown): unknown {
  if (typeof given !== "string") return given;
  try {
    return JSON.parse(given) as unknown;
  } catch {
    return undefined;
  }
}
