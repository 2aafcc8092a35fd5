// `import.meta.env` in files of Vitest: the variables of the process, those of Vite and those of `.env` files that begin with
// `VITE_`, and `import.meta.glob`. https://vite.dev/guide/env-and-mode
import { setViteMembers } from "internal:loader/import_meta";
import { variablesOfFiles } from "internal:test_runner/dialects/vite_env_files";
import defer * as globs from "internal:test_runner/dialects/vite_glob";

/** Variables that are true or false; the environment has them as "1" or an empty string. */
export const BOOLEANS: ReadonlySet<PropertyKey> = new Set(["DEV", "PROD", "SSR"]);
const PREFIX = "VITE_";

/** Installs it; `variables`: those of the process, `root`: the folder of the files, `mode`: what their names end with. */
export function install(variables: Record<string, string>, root: string, mode: string): void {
  variables.MODE ??= mode;
  variables.BASE_URL ??= "/";
  variables.DEV ??= "1";
  variables.PROD ??= "";
  variables.SSR ??= "1";
  const found = variablesOfFiles(root, mode, [PREFIX], variables);
  for (const [name, value] of Object.entries(found)) variables[name] ??= value;
  setViteMembers(
    new Proxy(variables, {
      get: (target, name) => (BOOLEANS.has(name) ? Boolean(target[name as string]) : Reflect.get(target, name)),
      set(target, name, value) {
        target[name as string] = BOOLEANS.has(name) ? (value ? "1" : "") : value;
        return true;
      },
    }),
    (file) => (patterns: string, options?: object) => globs.globOf(file, root)(patterns, options),
  );
}
