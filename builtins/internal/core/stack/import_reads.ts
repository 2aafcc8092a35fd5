// Imports in the source of functions as the program wrote them. `modules/transform` reads an import from the environment of its
// module (`identifiers.rs` there), in forms that no program has: `$0 .join` for `join`, `$0/*=j*/.join` for the `j` of
// `import { join as j }`, `$0/*path*/.join` and `$m.ns(0/*path*/)` for a namespace, `key:$0/**/.key` for a shorthand property.
const environment = String.raw`\$(?:\d+_)?\d+(?:\(\))?`;
const context = String.raw`\$(?:\d+_)?m`;
const name = String.raw`[\w$\u0080-\uffff]+`;
const property = String.raw`(?:\.${name}|\["(?:[^"\\]|\\.)*"\])`;
/** A read of an imported name; one of its two groups has the name of the program. */
const read = String.raw`${environment}(?: \.(${name})|\/\*=(${name})\*\/${property})`;
const reads = new RegExp(
  [
    // A called function, which must not have a receiver, and the operand of `new`.
    String.raw`(?:;\(0 ,|\(0,)${read} \)`,
    String.raw`\( (?:${read}|${environment}\/\*(${name})\*\/|${context}\.ns\(\d+\/\*(${name})\*\/\))\)`,
    String.raw`:(?:${environment}\/\*\*\/${property}|${context}\.ns\(\d+\/\*\*\/\))`,
    // An assignment, which fails.
    String.raw`${context}\.constant\(${environment}\/\*=(${name})\*\/\)${property}`,
    String.raw`${context}\.ns\(\d+\/\*=\*\/\)\.(${name})`,
    read,
    String.raw`${environment}\/\*(${name})\*\/`,
    String.raw`${context}\.ns\(\d+\/\*(${name})\*\/\)`,
    String.raw`${context} (\.meta)\b`,
    // A member that is iterated.
    String.raw`\/\*\$o\*\/`,
  ].join("|"),
  "g",
);
const beginning = new RegExp(String.raw`${environment}(?: \.|\/\*)|${context}(?: \.meta|\.ns\()|\/\*\$o\*\/`);

/** The source with the names of its imports. */
export function withImportNames(source: string): string {
  if (!beginning.test(source)) return source;
  return source.replace(reads, (_read, ...groups: unknown[]) => {
    for (const group of groups) {
      if (typeof group === "number") break;
      if (group === ".meta") return "import.meta";
      if (typeof group === "string") return group;
    }
    return "";
  });
}
