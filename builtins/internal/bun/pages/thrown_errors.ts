// What a page in development has thrown: a browser's stack with the places in the sources.
import { currentFolder } from "internal:bun/pages";
import { FOLDER } from "internal:bun/pages/development";
import nodePath from "internal:core/path";
import { SourceMap } from "internal:core/stack/source_map";
import { decodeUtf8 } from "internal:core/utf8";

/** The address of a script of the page with a line and a column, as all browsers write them. */
const PLACE = new RegExp(`https?://[^\\s/]+(${FOLDER}[^\\s?:]+)[^\\s:]*:(\\d+):(\\d+)`, "g");
const MAP_COMMENT = /\/\/# sourceMappingURL=(\S+)\s*$/;

/**
 * Replaces the places in a stack.
 *
 * @param stack The stack, as a browser writes it.
 * @param contentsOf The contents of a file of the page by its address; null if it does not exist.
 */
export function withSources(stack: string, contentsOf: (address: string) => Uint8Array | null): string {
  const maps = new Map<string, SourceMap | null>();
  return stack.replace(PLACE, (place, address: string, line: string, column: string) => {
    let map = maps.get(address);
    if (map === undefined) maps.set(address, (map = mapOf(address, contentsOf)));
    const entry = map?.findEntry(Number(line) - 1, Number(column) - 1);
    if (typeof entry?.originalSource !== "string") return place;
    return `${shownSource(entry.originalSource)}:${entry.originalLine! + 1}:${entry.originalColumn! + 1}`;
  });
}

function mapOf(address: string, contentsOf: (address: string) => Uint8Array | null): SourceMap | null {
  const script = contentsOf(address);
  const name = script === null ? undefined : MAP_COMMENT.exec(decodeUtf8(script))?.[1];
  const map = name === undefined ? null : contentsOf(nodePath.join(nodePath.dirname(address), name));
  return map === null ? null : new SourceMap(JSON.parse(decodeUtf8(map)));
}

/** Sources are relative to the URL of the script; paths that leave the folder are omitted. */
function shownSource(source: string): string {
  return nodePath.isAbsolute(source) ? nodePath.relative(currentFolder(), source) : source.replace(/^(?:\.\.\/)+/, "");
}
