// `bunfig.toml` of a program of Bun, as far as it concerns running: what it says becomes options of the command line, which
// come later and have precedence. https://bun.com/docs/runtime/bunfig#runtime
import { parseToml } from "internal:core/data_formats/toml";
import { type Launch } from "internal:core/launch";
import { absolutePath } from "internal:loader/run_main";
import { directoryOf } from "internal:core/file_url";
import { readModuleText } from "native:modules";

/** The members that are read. */
interface BunConfig {
  preload?: unknown;
  define?: Record<string, unknown>;
  console?: { depth?: unknown };
  serve?: { port?: unknown };
  /** `false`: no files of variables. */
  env?: unknown;
}

/** Adds what the configuration at `file` says to the options of `program`. Throws for a file that is not valid. */
export function apply(program: Launch, file: string): void {
  const path = absolutePath(file);
  const config = parseToml(readModuleText(path)) as BunConfig;
  const options: [string, string][] = [];
  for (const [name, value] of Object.entries(config.define ?? {})) options.push(["--define", `${name}=${value}`]);
  const depth = config.console?.depth;
  if (typeof depth === "number") options.push(["--console-depth", String(depth)]);
  const port = config.serve?.port;
  if (typeof port === "number") options.push(["--port", String(port)]);
  if (config.env === false) options.push(["--no-env-file", ""]);
  program.options.unshift(...options);
  const folder = directoryOf(path);
  const preloads = Array.isArray(config.preload) ? config.preload : [config.preload];
  const names = preloads.filter((name) => typeof name === "string");
  program.import.unshift(...names.map((name) => (name.startsWith(".") ? `${folder}/${name}` : name)));
}
