// How the pages of a server are bundled: `[serve.static]` of the `bunfig.toml` in the current folder
// (https://bun.com/docs/bundler/fullstack#plugins).
import { currentFolder } from "internal:bun/pages";
import { parseToml } from "internal:core/data_formats/toml";
import nodePath from "internal:core/path";
import { importFrom } from "internal:loader/dynamic_import";
import fs from "internal:node/fs";
import process from "internal:node/process";

/** The configuration of pages. */
export interface PageConfiguration {
  plugins: unknown[];
  /** Expressions by what they replace, variables of the environment among them. */
  define: Record<string, string>;
  /** Of pages in production. */
  minify: unknown;
}

interface Settings {
  plugins?: unknown;
  define?: unknown;
  env?: unknown;
  minify?: unknown;
}

const FILE = "bunfig.toml";

/**
 * Reads the configuration, and imports the plugins that it names.
 *
 * @throws TypeError for settings that do not fit, with the name of the setting; what the import of a plugin throws.
 */
export async function pageConfiguration(): Promise<PageConfiguration> {
  const settings = readSettings();
  const { plugins = [], define = {}, env } = settings;
  const names = typeof plugins === "string" ? [plugins] : plugins;
  if (!Array.isArray(names) || !names.every((name) => typeof name === "string"))
    throw wrong("plugins", "a list of names");
  if (typeof define !== "object" || define === null || !Object.values(define).every((one) => typeof one === "string"))
    throw wrong("define", "a table of strings");
  return {
    plugins: await Promise.all(names.map(pluginOf)),
    define: { ...variables(env), ...(define as Record<string, string>) },
    minify: settings.minify ?? true,
  };
}

function wrong(setting: string, expected: string): TypeError {
  return new TypeError(`serve.static.${setting} of ${FILE} must be ${expected}`);
}

function readSettings(): Settings {
  const path = nodePath.join(currentFolder(), FILE);
  if (!fs.existsSync(path)) return {};
  const { serve } = parseToml(fs.readFileSync(path, "utf8")) as { serve?: { static?: Settings } };
  return serve?.static ?? {};
}

async function pluginOf(name: string): Promise<unknown> {
  const exports = (await importFrom(nodePath.join(currentFolder(), FILE), name, undefined, false)) as {
    default?: unknown;
  };
  const given = exports.default;
  // Packages of Vite and Rollup export a function that makes the plugin.
  const plugin: unknown = typeof given === "function" ? await given() : given;
  if (typeof plugin !== "object" || plugin === null)
    throw new TypeError(`the plugin "${name}" of ${FILE} has no plugin as its default export`);
  return plugin;
}

/** The variables of the environment that pages have: those with a prefix (`PREFIX_*`), all (`inline`) or none. */
function variables(env: unknown): Record<string, string> {
  if (env === undefined || env === false || env === "disable") return {};
  const isPrefix = typeof env === "string" && env.endsWith("*");
  if (!isPrefix && env !== "inline" && env !== true) throw wrong("env", '"inline", "disable" or "PREFIX_*"');
  const prefix = isPrefix ? env.slice(0, -1) : "";
  const chosen = Object.entries(process.env).filter(([name]) => name.startsWith(prefix) && /^\w+$/.test(name));
  return Object.fromEntries(chosen.map(([name, value]) => [`process.env.${name}`, JSON.stringify(value)]));
}
