// The text of functions as it was before `modules/transform` added to it (`awaits.rs`, `evals.rs` there): a text that is evaluated
// elsewhere has no use for the additions.

const cell = String.raw`(?:\$(?:\d+_)?a|\$brioVmImports\.context|\$brioContext)`;
const mark = String.raw`\/\*\$\*\/`;
const additions = new RegExp(
  [
    String.raw`${cell}\.r\(${cell}\.f,`,
    String.raw`${mark},${cell}\.f\)\)`,
    String.raw`${mark}${cell}\.[gtw]\(`,
    String.raw`${mark},\$(?:\d+_)?f=${cell}\.f\),\$(?:\d+_)?f\)`,
    String.raw`\{let \$(?:\d+_)?f;return\(${mark}`,
    String.raw`let \$(?:\d+_)?f;${mark}`,
    String.raw`${mark}${cell}\.i\(`,
    String.raw`${mark}\$(?:(?:\d+_)?(?:m\.)?(?:code|globalCode)|brioCode|brioVmImports\[\d+\]\.code)\(`,
    String.raw`${mark}[)}]`,
    String.raw`\{${mark}`,
    String.raw`\{const \$(?:\d+_)?s=${cell}\.f;`,
    String.raw`${cell}\.f=\$(?:\d+_)?s;`,
  ].join("|"),
  "g",
);
/** What stands in the place of `import`; the group is its phase. */
const imports = new RegExp(String.raw`\$(?:(?:\d+_)?(?:m\.)?import|brioImport|brioVmImports\[\d+\])(?:\.?(defer|source))?${mark}`, "gi");

/** Takes the additions out of a text that has their mark. */
export function withoutAdditions(text: string): string {
  return text.replace(additions, "").replace(imports, (_, phase?: string) => (phase === undefined ? "import" : `import.${phase.toLowerCase()}`));
}
