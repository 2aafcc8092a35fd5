// The lists of this folder as text: a heading per object, then its members in alphabetical order, one to a line.
//
//     node:fs.Stats.prototype : StatsBase
//       isFile function(0) -wc
import { type Description } from "./describe.ts";
import { type Section } from "./walk.ts";

/** One section as lines. */
export function sectionText(section: Section): string {
  const head =
    section.parent === "" || section.parent === "Object" ? section.path : `${section.path} : ${section.parent}`;
  const lines = [...section.members].map(([key, description]) => `  ${key} ${descriptionText(description)}`);
  return [head, ...lines.sort()].join("\n");
}

/** A description as it is written after the key. */
export function descriptionText({ kind, detail, flags }: Description): string {
  return `${kind}${detail === "" ? "" : `(${detail})`} ${flags}`;
}

/** Reads what `sectionText` wrote, sections one after the other; lines that begin with `#` are comments. */
export function parseSections(text: string): Section[] {
  const sections: Section[] = [];
  for (const line of text.split("\n")) {
    if (line === "" || line.startsWith("#")) continue;
    if (!line.startsWith("  ")) {
      const [path, parent = "Object"] = line.split(" : ");
      sections.push({ path: path!, parent, members: new Map() });
      continue;
    }
    const [, key, kind, detail = "", flags] =
      /^ {2}(\[.*?\](?= \w)|[\w$]+) ([a-z ]+?)(?:\((.*)\))? ([e-][wc -]{2})$/.exec(line) ?? [];
    if (key === undefined) throw new Error(`not a line of a list: ${line}`);
    sections.at(-1)!.members.set(key, { kind: kind!, detail, flags: flags! });
  }
  return sections;
}
