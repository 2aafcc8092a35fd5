// The breakpoints that the user has set. They are kept by the address of their file, so that a restarted program has them again.
import { ERR_DEBUGGER_ERROR } from "internal:core/errors";
import type { Client } from "internal:startup/debugger/client";
import type { Script, Scripts } from "internal:startup/debugger/scripts";

interface Place {
  url?: string;
  urlRegex?: string;
}
interface Breakpoint {
  /** The protocol's identifier. */
  id: string;
  place: Place;
  /** How its file is called. */
  name: string;
  /** Counts from 0. */
  line: number;
  condition: string | undefined;
}

export class Breakpoints {
  readonly #client: Client;
  readonly #scripts: Scripts;
  readonly #print: (text: string) => void;
  #list: Breakpoint[] = [];

  constructor(client: Client, scripts: Scripts, print: (text: string) => void) {
    this.#client = client;
    this.#scripts = scripts;
    this.#print = print;
  }

  /** Sets one in a file that is named by its end, or that is not loaded yet; `line` counts from 1. Returns the script. */
  async set(name: string | Script, line: number, condition: string | undefined): Promise<Script | undefined> {
    const script = typeof name === "string" ? this.#scripts.named(name) : name;
    if (script === undefined) this.#print(`Warning: script '${String(name)}' was not loaded yet.`);
    const place = script === undefined ? { urlRegex: patternOf(name as string) } : { url: script.url };
    await this.#add({ id: "", place, name: script?.name ?? (name as string), line: line - 1, condition });
    return script;
  }

  async #add(wanted: Breakpoint): Promise<void> {
    const { place, line, condition } = wanted;
    const { breakpointId } = await this.#client.call("Debugger.setBreakpointByUrl", {
      ...place,
      lineNumber: line,
      ...(condition === undefined ? undefined : { condition }),
    });
    this.#list.push({ ...wanted, id: breakpointId });
  }

  /** Removes one. */
  async clear(name: string, line: number): Promise<void> {
    const script = this.#scripts.named(name);
    const found = this.#list.find(
      (known) => known.line === line - 1 && (known.name === name || known.name === script?.name),
    );
    if (found === undefined) {
      this.#print(`Could not find breakpoint at ${name}:${line}`);
      return;
    }
    await this.#client.call("Debugger.removeBreakpoint", { breakpointId: found.id });
    this.#list = this.#list.filter((known) => known !== found);
  }

  /** Sets all in a program that was started again. */
  async restore(): Promise<void> {
    const before = this.#list;
    this.#list = [];
    for (const breakpoint of before) await this.#add(breakpoint);
    if (before.length > 0) this.#print(`${before.length} breakpoints restored.`);
  }

  list(): string {
    if (this.#list.length === 0) return "No breakpoints yet";
    return this.#list.map(({ name, line }, index) => `#${index} ${name}:${line + 1}`).join("\n");
  }
}

/** The addresses that end with a file's name. */
function patternOf(name: string): string {
  if (name === "") throw new ERR_DEBUGGER_ERROR("Invalid script name");
  return `^(?:.*[\\\\/])?${name.replace(/[$()*+./?[\\\]^{|}]/g, "\\$&")}$`;
}
