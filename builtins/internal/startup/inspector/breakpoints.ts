// Breakpoints: their places in the sources, where the engine has them, and the one before the first line of a program.
import type { Session } from "internal:startup/inspector/session";
import {
  CommandError,
  FAILED,
  INVALID_PARAMETERS,
  type Location,
  type Parameters,
} from "internal:startup/inspector/protocol";
import { pathOfFileUrl } from "internal:core/file_url";
import { text } from "internal:startup/inspector/runtime_domain";
import type { Script } from "internal:startup/inspector/scripts";
import { evaluatedPosition } from "native:modules";

type Scripts = ReadonlyMap<string, Script>;

/** A breakpoint by the address of its file. */
interface Wanted {
  lineNumber: number;
  columnNumber: number | undefined;
  condition: string | undefined;
  /** Whether it belongs to a module, by the engine's address. */
  matches(url: string): boolean;
}

export class Breakpoints {
  readonly #session: Session;
  readonly #scripts: Scripts;
  /** The breakpoints by address, by the debugger's number. */
  readonly #wanted = new Map<string, Wanted>();
  /** The breakpoints of the engine for one of the debugger's, which may name several addresses. */
  readonly #others = new Map<string, string[]>();

  /** The debugger's breakpoint for one of the engine's. */
  readonly #primary = new Map<string, string>();

  constructor(session: Session, scripts: Scripts) {
    this.#session = session;
    this.#scripts = scripts;
  }

  async setByUrl(parameters: Parameters): Promise<Parameters> {
    const { lineNumber, columnNumber, url, urlRegex, condition } = parameters;
    if (typeof lineNumber !== "number") throw new CommandError(INVALID_PARAMETERS, "Invalid parameters");
    if (url === undefined && urlRegex === undefined)
      throw new CommandError(FAILED, "Either url or urlRegex or scriptHash must be specified.");
    const path = typeof url === "string" ? engineAddresses(url) : [];
    const places: { url?: string; urlRegex?: string }[] =
      url === undefined ? [{ urlRegex: forPaths(urlRegex) }] : path.map((address) => ({ url: address }));
    const ids: string[] = [];
    const locations: Location[] = [];
    for (const place of places) {
      const at = this.#engineLine(place.url, lineNumber, columnNumber);
      const found = await this.#session.ask("Debugger.setBreakpointByUrl", { ...place, ...at, options: { condition } });
      ids.push(found.breakpointId);
      for (const location of found.locations as Location[]) {
        const script = this.#scripts.get(location.scriptId);
        if (script !== undefined) locations.push(script.toSource(location));
      }
    }
    const pattern = url === undefined ? new RegExp(places[0]!.urlRegex!) : null;
    this.#wanted.set(ids[0]!, {
      lineNumber,
      columnNumber,
      condition,
      matches: (address) => (pattern === null ? path.includes(address) : pattern.test(address)),
    });
    this.#others.set(ids[0]!, ids);
    for (const id of ids) this.#primary.set(id, ids[0]!);
    return { breakpointId: ids[0], locations };
  }

  /** Where the engine has a line of a source: known once it is loaded, else the same line. */
  #engineLine(url: string | undefined, lineNumber: number, columnNumber: number | undefined): Parameters {
    const place = url === undefined ? null : evaluatedPosition(url, lineNumber + 1, (columnNumber ?? 0) + 1);
    if (place !== null) return { lineNumber: place.line - 1, columnNumber: place.column - 1 };
    return { lineNumber, ...(columnNumber === undefined ? undefined : { columnNumber }) };
  }

  async set({ location, condition }: Parameters): Promise<Parameters> {
    const script = this.#scripts.get(String(location?.scriptId));
    if (script === undefined) throw new CommandError(FAILED, "Could not resolve breakpoint");
    const found = await this.#session.ask("Debugger.setBreakpoint", {
      location: script.toEngine(location),
      options: { condition },
    });
    this.#others.set(found.breakpointId, [found.breakpointId]);
    this.#primary.set(found.breakpointId, found.breakpointId);
    return { breakpointId: found.breakpointId, actualLocation: script.toSource(found.actualLocation) };
  }

  async remove(breakpointId: string): Promise<Parameters> {
    const ids = this.#others.get(breakpointId) ?? [breakpointId];
    this.#others.delete(breakpointId);
    this.#wanted.delete(breakpointId);
    for (const id of ids) this.#primary.delete(id);
    await Promise.all(ids.map((id) => this.#session.ask("Debugger.removeBreakpoint", { breakpointId: id })));
    return {};
  }

  async possible(parameters: Parameters): Promise<Parameters> {
    const { start, end } = parameters;
    const script = this.#scripts.get(text(start ?? {}, "scriptId"));
    if (script === undefined) throw new CommandError(FAILED, "Retrieving the script failed");
    const last = end ?? { scriptId: start.scriptId, lineNumber: start.lineNumber + 1, columnNumber: 0 };
    const { locations } = await this.#session.ask("Debugger.getBreakpointLocations", {
      start: script.toEngine(start),
      end: script.toEngine(last),
    });
    return { locations: (locations as Location[]).map((location) => script.toSource(location)) };
  }

  /** Removes all. */
  async removeAll(): Promise<void> {
    await Promise.allSettled(Array.from(this.#others.keys(), (breakpointId) => this.remove(breakpointId)));
  }

  /** The debugger's breakpoint for one of the engine's; undefined for that of another debugger. */
  knownAs(breakpointId: string): string | undefined {
    return this.#primary.get(breakpointId);
  }

  /** Moves the breakpoints in a module that was compiled to where the engine has their lines. */
  async place(url: string): Promise<void> {
    for (const [id, wanted] of this.#wanted) {
      if (!wanted.matches(url)) continue;
      const { lineNumber, columnNumber, condition } = wanted;
      const at = this.#engineLine(url, lineNumber, columnNumber);
      if (at.lineNumber === lineNumber && (at.columnNumber ?? 0) === (columnNumber ?? 0)) continue;
      const ids = this.#others.get(id) ?? [];
      for (const breakpointId of ids.splice(0)) await this.#session.ask("Debugger.removeBreakpoint", { breakpointId });
      const found = await this.#session.ask("Debugger.setBreakpointByUrl", { url, ...at, options: { condition } });
      ids.push(found.breakpointId);
      this.#primary.set(found.breakpointId, id);
      const script = this.#scripts.get(found.locations[0]?.scriptId);
      if (script !== undefined)
        this.#session.notify("Debugger.breakpointResolved", {
          breakpointId: id,
          location: script.toSource(found.locations[0]),
        });
    }
  }
}

/** The addresses that the engine may have a file under: a CommonJS module has its path. */
function engineAddresses(url: string): string[] {
  const path = url.startsWith("file:") ? pathOfFileUrl(url) : null;
  return path === null ? [url] : [url, path];
}

/** A pattern for the addresses of files that matches their paths too. */
function forPaths(pattern: unknown): string {
  if (typeof pattern !== "string") throw new CommandError(INVALID_PARAMETERS, "Invalid parameters");
  return pattern.replaceAll("file:\\/\\/", "(?:file:\\/\\/)?").replaceAll("file://", "(?:file://)?");
}
