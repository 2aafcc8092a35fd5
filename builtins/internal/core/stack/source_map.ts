// `module.SourceMap`: reads the standard format of source maps (ECMA-426), sections included.
import { safe } from "internal:core/bootstrap";
import { validateObject } from "internal:core/validators";

interface Mapping {
  generatedLine: number;
  generatedColumn: number;
  originalSource: string | undefined;
  originalLine: number | undefined;
  originalColumn: number | undefined;
  name: string | undefined;
}

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const CONTINUATION = 32;
const DIGIT_BITS = 5;

/** Reads the numbers of `mappings` in order. */
class DigitReader {
  #mappings: string;
  #index = 0;
  constructor(mappings: string) {
    this.#mappings = mappings;
  }
  get current(): string {
    return this.#mappings.charAt(this.#index);
  }
  get isAtEnd(): boolean {
    return this.#index >= this.#mappings.length;
  }
  get isAtSeparator(): boolean {
    return this.isAtEnd || this.current === "," || this.current === ";";
  }
  skip(): void {
    this.#index++;
  }
  /** One base64 VLQ number: the lowest bit is the sign. */
  number(): number {
    let result = 0;
    let shift = 0;
    let digit: number;
    do {
      digit = DIGITS.indexOf(this.current);
      this.#index++;
      result += (digit & (CONTINUATION - 1)) << shift;
      shift += DIGIT_BITS;
    } while (digit & CONTINUATION);
    const isNegative = (result & 1) === 1;
    result >>>= 1;
    // A negative zero encodes the smallest number of 32 bits.
    return isNegative ? -result | (1 << 31) : result;
  }
}

/** A source map as JSON: one map, or an index of sections. */
interface Payload {
  sourceRoot?: string;
  sources: string[];
  sourcesContent?: string[];
  names?: string[];
  mappings: string;
  sections?: { offset: { line: number; column: number }; map: Payload }[];
}

/** A source map with lookups. Lines and columns of entries count from 0, those of origins from 1. */
export class SourceMap {
  #payload: Payload;
  #mappings: Mapping[] = [];
  #lineLengths: number[] | undefined;

  /** `payload`: the parsed map. Throws ERR_INVALID_ARG_TYPE when it is not an object. */
  constructor(payload: Payload, { lineLengths }: { lineLengths?: number[] } = {}) {
    validateObject(payload as unknown, "payload");
    this.#payload = clonePayload(payload);
    this.#lineLengths = lineLengths?.slice();
    if (safe.isArray(payload.sections)) {
      for (const { offset, map } of payload.sections) this.#read(map, offset.line, offset.column);
    } else this.#read(payload, 0, 0);
    this.#mappings.sort((a, b) => a.generatedLine - b.generatedLine || a.generatedColumn - b.generatedColumn);
  }

  /** A copy of the map that it was made of. */
  get payload(): object {
    return clonePayload(this.#payload);
  }

  /** The lengths of the generated lines, when they are known. */
  get lineLengths(): number[] | undefined {
    return this.#lineLengths?.slice();
  }

  /** The entry at or before a position that counts from 0; an empty object for none. */
  findEntry(lineOffset: number, columnOffset: number): Partial<Mapping> {
    let first = 0;
    let count = this.#mappings.length;
    while (count > 1) {
      const step = count >> 1;
      const middle = first + step;
      const mapping = this.#mappings[middle]!;
      if (
        lineOffset < mapping.generatedLine ||
        (lineOffset === mapping.generatedLine && columnOffset < mapping.generatedColumn)
      ) {
        count = step;
      } else {
        first = middle;
        count -= step;
      }
    }
    const entry = this.#mappings[first];
    if (entry === undefined) return {};
    const isBefore =
      lineOffset < entry.generatedLine || (lineOffset === entry.generatedLine && columnOffset < entry.generatedColumn);
    if (first === 0 && isBefore) return {};
    return {
      generatedLine: entry.generatedLine,
      generatedColumn: entry.generatedColumn,
      originalSource: entry.originalSource,
      originalLine: entry.originalLine,
      originalColumn: entry.originalColumn,
      name: entry.name,
    };
  }

  /** The origin of a position as stacks show it, from 1: `{ name, fileName, lineNumber, columnNumber }`. */
  findOrigin(lineNumber: number, columnNumber: number): object {
    const range = this.findEntry(lineNumber - 1, columnNumber - 1);
    if (range.originalSource === undefined || range.originalLine === undefined || range.originalColumn === undefined)
      return {};
    const lineOffset = lineNumber - range.generatedLine!;
    const columnOffset = columnNumber - range.generatedColumn!;
    return {
      name: range.name,
      fileName: range.originalSource,
      lineNumber: range.originalLine + lineOffset,
      columnNumber: range.originalColumn + columnOffset,
    };
  }

  #read(map: Payload, firstLine: number, firstColumn: number): void {
    const root: string = map.sourceRoot ? (map.sourceRoot.endsWith("/") ? map.sourceRoot : `${map.sourceRoot}/`) : "";
    const sources: string[] = map.sources.map((source: string) => root + source);
    const names: string[] = map.names ?? [];
    const reader = new DigitReader(map.mappings);
    let generatedLine = firstLine;
    let generatedColumn = firstColumn;
    let [source, originalLine, originalColumn, name] = [0, 0, 0, 0];
    while (!reader.isAtEnd) {
      if (reader.current === ",") reader.skip();
      else {
        while (reader.current === ";") {
          generatedLine++;
          generatedColumn = 0;
          reader.skip();
        }
        if (reader.isAtEnd) return;
      }
      generatedColumn += reader.number();
      if (reader.isAtSeparator) {
        this.#mappings.push({
          generatedLine,
          generatedColumn,
          originalSource: undefined,
          originalLine: undefined,
          originalColumn: undefined,
          name: undefined,
        });
        continue;
      }
      source += reader.number();
      originalLine += reader.number();
      originalColumn += reader.number();
      let entryName: string | undefined;
      if (!reader.isAtSeparator) {
        name += reader.number();
        entryName = names[name];
      }
      this.#mappings.push({
        generatedLine,
        generatedColumn,
        originalSource: sources[source],
        originalLine,
        originalColumn,
        name: entryName,
      });
    }
  }
}

function clonePayload(payload: Payload): Payload {
  const clone = { ...payload };
  for (const name of ["sources", "sourcesContent", "names"] as const)
    if (safe.isArray(payload[name])) clone[name] = payload[name].slice();
  if (safe.isArray(payload.sections))
    clone.sections = payload.sections.map((section) => ({ ...section, map: clonePayload(section.map) }));
  return clone;
}
