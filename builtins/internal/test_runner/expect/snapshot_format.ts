// The text of values in snapshots, and its form in files and inline: as Jest, Vitest and Bun write them.
import type { Plugin } from "internal:test_runner/expect/pretty_format";
import defer * as pretty from "internal:test_runner/expect/pretty_format";

/** Whose format a file has. */
export type Flavor = "jest" | "vitest" | "bun";

const serializers: Plugin[] = [];
let options: Record<string, unknown> = {};

/** `expect.addSnapshotSerializer`: the last one added is asked first. */
export function addSerializer(plugin: Plugin): void {
  serializers.unshift(plugin);
}
/** Removes those that programs have added. */
export function forgetSerializers(): void {
  serializers.length = 0;
}
/** `snapshotFormat` of a configuration. */
export function setSnapshotFormat(given: Record<string, unknown>): void {
  options = given;
}

/** The text of a value; one with several lines is put between line breaks. */
export function serialize(value: unknown, flavor: Flavor): string {
  const text = pretty
    .format(value, {
      escapeRegex: flavor !== "bun",
      printFunctionName: flavor === "bun",
      escapeString: false,
      printBasicPrototype: false,
      isBun: flavor === "bun",
      plugins: serializers,
      ...options,
    })
    .replaceAll(/\r\n?/g, "\n");
  return withBreaks(text);
}

/** Line breaks around a text with several lines. */
export function withBreaks(text: string): string {
  return text.includes("\n") ? `\n${text}\n` : text;
}

/** A text inside of a template literal. */
export function escapeTemplate(text: string): string {
  return text.replaceAll(/`|\\|\$\{/g, "\\$&");
}

/** The reverse of `escapeTemplate`, for the literal that a file has. */
export function unescapeTemplate(text: string): string {
  return text.replaceAll(/\\(`|\\|\$|[\s\S])/g, (whole, character: string) =>
    character === "`" || character === "\\" || character === "$" || character === "{" ? character : whole,
  );
}

/** An inline snapshot without the indentation that was added when it was written. */
export function stripIndentation(text: string): string {
  const match = /^([^\S\n]*)\S/m.exec(text);
  if (match === null || match[1] === undefined) return text;
  const lines = text.split("\n");
  if (lines.length <= 2 || lines[0]!.trim() !== "" || lines.at(-1)!.trim() !== "") return text;
  const indentation = match[1];
  for (let index = 1; index < lines.length - 1; index++) {
    const line = lines[index]!;
    if (line === "") continue;
    if (!line.startsWith(indentation)) return text;
    lines[index] = line.slice(indentation.length);
  }
  lines[lines.length - 1] = "";
  return lines.join("\n");
}

/** An inline snapshot as it is written at a line with `indentation`. */
export function indented(text: string, indentation: string): string {
  const lines = text.split("\n");
  if (lines.length === 1) return text;
  return lines
    .map((line, index) => {
      if (index === 0) return line;
      if (index === lines.length - 1) return indentation;
      return line === "" ? line : `${indentation}  ${line}`;
    })
    .join("\n");
}
