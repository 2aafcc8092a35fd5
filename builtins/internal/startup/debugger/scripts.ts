// The scripts of the program, and how the debugger calls them.
import { pathOfFileUrl } from "internal:core/file_url";
import { ERR_DEBUGGER_ERROR } from "internal:core/errors";
import path from "internal:core/path";
import { cwd } from "native:process";

export interface Script {
  id: string;
  url: string;
  /** Its path from the working directory, or its address. */
  name: string;
}

export class Scripts {
  #known = new Map<string, Script>();

  /** A script was parsed. Code without an address is of no file. */
  add({ scriptId, url }: { scriptId: string; url: string }): void {
    if (url !== "") this.#known.set(scriptId, { id: scriptId, url, name: nameOf(url) });
  }

  forget(): void {
    this.#known.clear();
  }

  get(id: string): Script | undefined {
    return this.#known.get(id);
  }

  /** The script with an identifier or an end of its name; undefined without one. Throws when there are several. */
  named(name: string): Script | undefined {
    const byId = this.#known.get(name);
    if (byId !== undefined) return byId;
    const found = new Map(
      [...this.#known.values()].filter(({ url }) => endsWithName(url, name)).map((script) => [script.url, script]),
    );
    if (found.size > 1) throw new ERR_DEBUGGER_ERROR(`Script name is ambiguous: ${[...found.keys()].join(", ")}`);
    return found.values().next().value;
  }

  /** A list. `current` is marked; `isComplete` for all, otherwise those of the runtime's internals are left out. */
  list(current: string | undefined, isComplete: boolean): string {
    return [...this.#known.values()]
      .filter(({ id, url }) => isComplete || id === current || !/^(?:node:internal|internal:)/.test(url))
      .map(({ id, name }) => `${id === current ? "*" : " "} ${id}: ${name}`)
      .join("\n");
  }
}

function endsWithName(url: string, name: string): boolean {
  const file = url.startsWith("file:") ? (pathOfFileUrl(url) ?? url) : url;
  return file === name || file.endsWith(name.startsWith("/") ? name : `/${name}`);
}

function nameOf(url: string): string {
  const file = url.startsWith("file:") ? pathOfFileUrl(url) : null;
  return file === null ? url : path.relative(cwd(), file);
}
