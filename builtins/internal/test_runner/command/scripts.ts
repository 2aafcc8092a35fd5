// The script "test" of a package.json, and the runner that it names.
import type { Kind } from "internal:test_runner/command/report";
import type { Members } from "internal:test_runner/command/project_config";
import { existsSync } from "internal:node/fs/sync_tree";

const SCRIPTS_DEPTH = 6;

const SCRIPT_CALL = /\b(?:npm run(?:-script)?|pnpm(?: run)?|yarn(?: run)?|bun run)\s+([\w:.-]+)/g;

/** What Node runs TypeScript and ES modules with (`uvu -r ts-node/register`). */
export const COMPILER_FLAG =
  /\s(?:-r|--require)[ =](?:ts-node|tsm|tsx|esm|esbuild-register|@swc|@babel\/register|sucrase)\b/;

/** Scripts by an expression: `pnpm run "/^test:/"`. */
const MATCHED_CALL = /\bpnpm run "?\/(\S+?)\/"?(?=\s|$)/g;

/** https://github.com/mysticatea/npm-run-all */
const SCRIPTS_CALL = /\b(?:npm-run-all2?|run-s|run-p)((?:\s+[\w:.-]+)+)/g;

/** The script "test" of a package.json, with those that it calls in place of the calls. */
export function testScript(manifest: Members): string {
  const scripts = (manifest.scripts as Members | undefined) ?? {};
  const expanded = (name: string, depth: number): string =>
    String(scripts[name] ?? "")
      .replaceAll(MATCHED_CALL, (_call, source: string) =>
        Object.keys(scripts)
          .filter((inner) => depth > 0 && new RegExp(source).test(inner))
          .map((inner) => expanded(inner, depth - 1))
          .join(" && "),
      )
      .replaceAll(SCRIPTS_CALL, (_call, names: string) =>
        [...names.matchAll(/(?<=\s)[\w:.-]+/g)]
          .filter(([inner]) => depth > 0 && !inner.startsWith("-") && Object.hasOwn(scripts, inner))
          .map(([inner]) => expanded(inner, depth - 1))
          .join(" && "),
      )
      .replaceAll(SCRIPT_CALL, (call, inner: string) =>
        depth > 0 && Object.hasOwn(scripts, inner) ? expanded(inner, depth - 1) : call,
      );
  return expanded("test", SCRIPTS_DEPTH);
}

const RUNNER_CALL = /(?:^|[\s"'])(?:\S*\/)?(?:jest|vitest)(?:\.m?js)?(?=[\s"']|$)/;
const CONFIG_FLAG = /\s(?:--config|-c)[ =](?:["']([^"']+)["']|(\S+))/;

/** The file that the script passes to its runner with `--config` in its first call; later calls may test a build. */
export function configOfScript(manifest: Members): string | null {
  const call = testScript(manifest)
    .split(/[;&|]+/)
    .find((command) => RUNNER_CALL.test(command));
  const [, quoted, plain] = CONFIG_FLAG.exec(call ?? "") ?? [];
  return quoted ?? plain ?? null;
}

/** In Mocha's order. */
export const MOCHA_FILES = [
  ".mocharc.cjs",
  ".mocharc.js",
  ".mocharc.mjs",
  ".mocharc.yaml",
  ".mocharc.yml",
  ".mocharc.jsonc",
  ".mocharc.json",
];

const REACT_SCRIPTS_CALL = /(?:^|[\s;&|/])react-scripts(?:\.js)?\s(?:[^;&|]*\s)?test(?=\s|$)/;

/** Whether a script runs the tests of Create React App. */
export function callsReactScripts(script: string): boolean {
  return REACT_SCRIPTS_CALL.test(script);
}

export function runnerOf(manifest: Members, folder: string): Kind | null {
  const packages = { ...(manifest.dependencies as Members), ...(manifest.devDependencies as Members) };
  const script = testScript(manifest);
  if (/\bbun test\b/.test(script)) return "bun";
  for (const kind of ["vitest", "jest", "mocha"] as const) if (new RegExp(`\\b${kind}\\b`).test(script)) return kind;
  if (callsReactScripts(script)) return "jest";
  for (const kind of ["vitest", "jest", "mocha"] as const) if (kind in packages) return kind;
  if (/\bnode\b.*--test\b|\bborp\b/.test(script)) return "node";
  if (MOCHA_FILES.some((name) => existsSync(`${folder}/${name}`))) return "mocha";
  return "bun-types" in packages || "@types/bun" in packages ? "bun" : null;
}
