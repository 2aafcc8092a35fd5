// Detects the dialect of a test file from its imports, the functions that it calls, and the packages around it.
import type { ProjectConfig } from "internal:test_runner/command/project_config";
import type { Kind } from "internal:test_runner/command/report";
import { codeOf } from "internal:test_runner/dialects/scan_source";

function imports(source: string, module: string): boolean {
  return new RegExp(`(?:\\bfrom\\s*|\\bimport\\s*\\(?\\s*|\\brequire\\s*\\(\\s*)["']${module}["']`).test(source);
}

/** Libraries whose tests are programs that print TAP or have an exit code. They may export functions with the names of runners. */
const PROGRAMS = ["tap", "tape", "uvu", "zora", "brittle", "supertape", "tapzero", "baretest"];

function isProgram(source: string): boolean {
  return PROGRAMS.some((module) => source.includes(module) && imports(source, module));
}

/** Whether a program is one of uvu, whose command runs files with colors. */
export function expectsColors(source: string): boolean {
  return source.includes("uvu") && imports(source, "uvu");
}

const DENO_TEST = /\bDeno\.test\b/;
const CALLS = /(?<![\w$.])(?<!\bfunction\s+)(?:describe|it|test|suite|context|specify)\s*(?:\.\s*\w+\s*)*(?:\(|`)/;
const ONLY_MOCHA = /(?<![\w$.])(?:before|after|context|specify)\s*\(|\bthis\.(?:timeout|slow|retries|skip)\s*\(/;

const BUN_MEMBER = /(?<![\w$.])Bun\s*\.\s*\w/;

/** The dialect of a file with that source. */
export function kindOf(source: string, file: string, config: ProjectConfig): Kind {
  if (imports(source, "bun:test")) return "bun";
  if (imports(source, "vitest")) return "vitest";
  if (imports(source, "@jest/globals")) return "jest";
  if (imports(source, "node:test")) return "node";
  if (imports(source, "mocha") && CALLS.test(codeOf(source))) return "mocha";
  if (DENO_TEST.test(source) || /["'](?:jsr:)?@std\/testing(?:@[^/"']*)?\/bdd["']/.test(source)) return "deno";
  if (isProgram(source)) return "plain";
  if (config.runner === "vitest" && source.includes("import.meta.vitest")) return "vitest";
  const code = codeOf(source);
  const isTest = CALLS.test(code);
  if (isTest || config.runner !== null) {
    if (/(?<![\w$.])vi\s*\.\s*\w/.test(code)) return "vitest";
    if (/(?<![\w$.])jest\s*\.\s*\w/.test(code)) return "jest";
  }
  // Mocha loads every file of its specs.
  if (config.runner === "mocha" && config.include !== null) return "mocha";
  if (config.runner !== null && (isTest || /[._-](?:test|spec)\.\w+$|\/__tests__\//.test(file))) {
    return config.runner;
  }
  if (!isTest) return "plain";
  if (BUN_MEMBER.test(code)) return "bun";
  // Names of Mocha that no other dialect has.
  return ONLY_MOCHA.test(code) && !/(?<![\w$.])(?:beforeAll|afterAll|expect)\s*\(/.test(code) ? "mocha" : "jest";
}

/** Runners whose files only work in their own programs, by the modules that these import, and how they are started. */
const FOREIGN: Record<string, string> = {
  ava: "brio x ava",
  "@playwright/test": "brio x playwright test",
  "@hapi/lab": "brio x lab",
  "@japa/runner": "its own entry file",
  testcafe: "brio x testcafe",
  "@wdio/globals": "brio x wdio",
  qunit: "brio x qunit",
};
/** QUnit's program has a global. */
const QUNIT_CALL = /(?<![\w$.])QUnit\s*\.\s*(?:test|module)\s*\(/;
const FOREIGN_IMPORT = new RegExp(
  `(?:\\bfrom\\s*|\\bimport\\s*|\\brequire\\s*\\(\\s*)["'](${Object.keys(FOREIGN).join("|")})["']`,
);

/** The runner that a file belongs to when only that can run it; null for other files. */
export function foreignRunner(source: string): string | null {
  const found = FOREIGN_IMPORT.exec(source)?.[1];
  if (found !== undefined) return found;
  return source.includes("QUnit") && QUNIT_CALL.test(codeOf(source)) ? "qunit" : null;
}

/** What is reported of such files. */
export function foreignNotice(runner: string, count: number): string {
  const files = count === 1 ? "1 file is a test" : `${count} files are tests`;
  return `${files} of ${runner}, which only runs in its own program: ${FOREIGN[runner] ?? "brio run test"}`;
}

/** Whether a file is a test of a runner whose module it imports, other than Vitest. */
export function isOfOtherRunner(source: string): boolean {
  return ["node:test", "bun:test", "@jest/globals"].some((module) => imports(source, module)) || DENO_TEST.test(source);
}

/** Whether a file in a folder `test` is a test by itself, and not a helper; `isStrict`: only those of runners without patterns. */
export function looksLikeTest(source: string, isStrict: boolean): boolean {
  if (imports(source, "node:test") || DENO_TEST.test(source)) return true;
  if (isStrict) return false;
  if (foreignRunner(source) === "qunit") return true;
  return (
    isProgram(source) ||
    ["bun:test", "vitest", "@jest/globals"].some((module) => imports(source, module)) ||
    CALLS.test(codeOf(source))
  );
}
