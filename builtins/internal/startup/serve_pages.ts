// `brio index.html`: serves pages in development, as `bun index.html` does (https://bun.com/docs/bundler/html).
import type { Launch } from "internal:core/launch";
import { workingDirectory } from "internal:core/process/working_directory";
import { Glob } from "internal:bun/glob";
import { withPublicFolder } from "internal:bun/pages";
import { serve } from "internal:bun/serve";
import { htmlBundle } from "internal:loader/bun_data";
import nodePath from "internal:core/path";
import { getEnvironment } from "native:process";
import fs from "internal:node/fs";
import { writeError, writeOut } from "native:stdio";
import { now } from "native:time";
import { setExitCode } from "internal:core/process/state";

/** Ports after the first one that are tried when no port is requested. */
const PORTS_TRIED = 20;
const DEFAULT_PORT = 3000;
const USAGE_ERROR = 2;

interface Flags {
  port: number | null;
  hostname: string | undefined;
  console: boolean;
  files: string[];
}

/** Serves the pages that the command line names: files, and patterns of files. */
export function start(program: Launch): void {
  const started = now();
  try {
    const flags = read([program.file!, ...program.arguments]);
    const routes = routesOf(flags.files);
    withPublicFolder(workingDirectory(), flags.files);
    const server = listen(flags, Object.fromEntries(routes.map(([path, file]) => [path, htmlBundle(file)])));
    writeOut(
      `Serving ${routes.length === 1 ? "a page" : `${routes.length} pages`} (ready in ${Math.round(now() - started)} ms)\n\n`,
    );
    writeOut(`  url: ${server.url}\n`);
    if (routes.length > 1)
      for (const [path, file] of routes) writeOut(`  ${path} → ${nodePath.relative(workingDirectory(), file)}\n`);
  } catch (error) {
    writeError(`brio: ${(error as Error).message}\n`);
    setExitCode(USAGE_ERROR);
  }
}

function read(words: string[]): Flags {
  const flags: Flags = { port: null, hostname: undefined, console: false, files: [] };
  for (let index = 0; index < words.length; index++) {
    const [name, given] = words[index]!.split(/=(.*)/s) as [string, string | undefined];
    const value = (): string => {
      const found = given ?? words[++index];
      if (found === undefined) throw new Error(`${name} requires a value`);
      return found;
    };
    if (name === "--port") flags.port = portOf(value());
    else if (name === "--host" || name === "--hostname") flags.hostname = value();
    else if (name === "--console") flags.console = true;
    else if (name.startsWith("-"))
      throw new Error(`unknown flag ${name} for a page; the flags are --port, --host and --console`);
    else flags.files.push(...filesOf(words[index]!));
  }
  return flags;
}

function portOf(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new Error(`--port is "${text}"; it can be a number up to 65535`);
  return port;
}

function filesOf(word: string): string[] {
  const folder = workingDirectory();
  const path = nodePath.resolve(folder, word);
  if (fs.existsSync(path)) return [path];
  if (!/[*?[{]/.test(word)) throw new Error(`file not found: "${word}"`);
  const found = [...new Glob(word.replace(/^\.\//, "")).scanSync({ cwd: folder, absolute: true })];
  const pages = found.filter((file) => /\.html?$/.test(file) && !file.includes("/node_modules/")).sort();
  if (pages.length === 0) throw new Error(`no page matches "${word}"`);
  return pages;
}

/** One page is at every path, so that it can have routes of its own; of several each is at its place below their folder. */
function routesOf(files: string[]): [path: string, file: string][] {
  if (files.length === 1) return [["/*", files[0]!]];
  const folders = files.map((file) => nodePath.dirname(file).split("/"));
  const common = folders.reduce((all, one) => all.slice(0, differenceOf(all, one)));
  const root = common.join("/") || "/";
  return files.map((file) => {
    const path = nodePath
      .relative(root, file)
      .replace(/\.html?$/, "")
      .replace(/(^|\/)index$/, "");
    return [`/${path}`, file];
  });
}

/** The index from which two lists differ. */
function differenceOf(a: string[], b: string[]): number {
  let index = 0;
  while (index < a.length && a[index] === b[index]) index++;
  return index;
}

function listen(flags: Flags, routes: Record<string, unknown>): ReturnType<typeof serve> {
  const requested = flags.port ?? (getEnvironment("PORT") === null ? null : portOf(getEnvironment("PORT")!));
  const options = { hostname: flags.hostname, development: { hmr: true, console: flags.console }, routes };
  if (requested !== null) return serve({ ...options, port: requested });
  for (let port = DEFAULT_PORT; ; port++) {
    try {
      return serve({ ...options, port });
    } catch (error) {
      if ((error as { code?: unknown }).code !== "EADDRINUSE" || port === DEFAULT_PORT + PORTS_TRIED) throw error;
    }
  }
}
