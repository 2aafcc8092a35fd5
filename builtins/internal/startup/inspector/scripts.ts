// The scripts of an inspected program: their addresses, and positions in their sources.
import { fileUrl, pathOfFileUrl } from "internal:core/file_url";
import { evaluatedPosition, sourcePosition } from "native:modules";
import { readFileTextSync } from "native:fs";
import { CONTEXT, type Location, type Parameters } from "internal:startup/inspector/protocol";

/** What begins the addresses of Brio's own scripts, which debuggers do not see. */
export const OWN_SCRIPTS = "^(node|internal|web|bun|native|deno|brio):";
const IS_OWN = new RegExp(OWN_SCRIPTS);

/** A script that the engine has parsed. */
export class Script {
  readonly id: string;
  /** The engine's address: of a CommonJS module its path. */
  readonly engineUrl: string;
  /** The address for debuggers. */
  readonly url: string;
  readonly isOwn: boolean;
  /** The number of its last line, from 0. */
  readonly endLine: number;

  readonly #parsed: Parameters;

  /** `parsed`: the engine's event; `isEarly`: it was evaluated before the debugger was connected. */
  constructor(parsed: Parameters, isEarly: boolean) {
    const engineUrl: string = parsed.sourceURL || parsed.url;
    this.id = parsed.scriptId;
    this.#parsed = parsed;
    this.engineUrl = engineUrl;
    this.endLine = parsed.endLine;
    this.url = engineUrl.startsWith("/") ? fileUrl(engineUrl) : engineUrl;
    this.isOwn = IS_OWN.test(engineUrl) || (isEarly && engineUrl === "");
  }

  /** The event for debuggers. */
  describe(): Parameters {
    const { startLine, startColumn, endLine, endColumn, sourceURL = "", sourceMapURL = "" } = this.#parsed;
    return {
      scriptId: this.id,
      url: this.url,
      startLine,
      startColumn,
      endLine,
      endColumn,
      executionContextId: CONTEXT,
      hash: "",
      executionContextAuxData: { isDefault: true },
      isLiveEdit: false,
      sourceMapURL,
      // As in Node, sources whose types were removed.
      hasSourceURL: sourceURL !== "" || /\.[cm]?ts$/.test(this.url),
      isModule: false,
      length: 0,
      scriptLanguage: "JavaScript",
      embedderName: this.url,
    };
  }

  /** Whether its source was changed before it was evaluated. */
  get isModule(): boolean {
    return sourcePosition(this.engineUrl, 1, 1) !== null;
  }

  /** The source of a module as its file has it; null for other scripts. */
  source(): string | null {
    if (!this.isModule) return null;
    try {
      return readFileTextSync(
        this.url.startsWith("file:") ? (pathOfFileUrl(this.url) ?? this.engineUrl) : this.engineUrl,
        0,
      );
    } catch {
      return null;
    }
  }

  /** A place of the engine in the source. */
  toSource({ lineNumber, columnNumber = 0 }: Location): Location {
    const place = sourcePosition(this.engineUrl, lineNumber + 1, columnNumber + 1);
    if (place === null) return { scriptId: this.id, lineNumber, columnNumber };
    return { scriptId: this.id, lineNumber: place.line - 1, columnNumber: place.column - 1 };
  }

  /** A place in the source where the engine has it. */
  toEngine({ lineNumber, columnNumber = 0 }: Location): Location {
    const place = evaluatedPosition(this.engineUrl, lineNumber + 1, columnNumber + 1);
    if (place === null) return { scriptId: this.id, lineNumber, columnNumber };
    return { scriptId: this.id, lineNumber: place.line - 1, columnNumber: place.column - 1 };
  }
}
