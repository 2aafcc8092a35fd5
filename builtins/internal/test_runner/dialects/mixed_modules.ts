// Files with `import` and `export` statements that write to `exports`: Babel and TypeScript compile both to CommonJS, so suites of
// Jest and of Mocha with a compiler have them. They become ES modules that export the members that the source names.

/** Other statements than TypeScript's `import a = require("b")` and `export = a`. */
const STATEMENT = /^(?:import(?!\s+[\w$]+\s*=)[\s{*"'/]|export(?!\s*=)[\s{*])/m;
const ASSIGNMENT = /^(?:(?:module\.)?exports(?:\.[\w$]+)?|export)\s*=/m;
const EXPORT = /^export(?!\s*=)[\s{*]/m;

/** Whether a source has statements of ES modules and writes to `exports`. */
export function mixesModules(source: string): boolean {
  return STATEMENT.test(source) && ASSIGNMENT.test(source);
}

/** The source as an ES module; lines stay where they are. */
export function withExports(source: string): string {
  const begin = "const module = { exports: {} }; const exports = module.exports;";
  const names = new Set<string>();
  for (const [, name] of source.matchAll(/^(?:module\.)?exports\.([A-Za-z_$][\w$]*)\s*=/gm)) names.add(name!);
  names.delete("default");
  for (const [statement] of source.matchAll(/^export\b.*/gm))
    for (const [word] of statement.matchAll(/[\w$]+/g)) names.delete(word);
  const members = [...names].map(
    (name, index) => `const $member${index} = module.exports.${name}; export { $member${index} as ${name} };`,
  );
  // What the module exports by statements is what imports see; `require` returns what it assigned.
  const defaults = EXPORT.test(source) ? "" : "$all as default, ";
  const end = `${members.join(" ")} const $all = module.exports; export { ${defaults}$all as "module.exports" };`;
  return `${begin} ${source.replace(/^export(?=\s*=)/m, "module.exports")}\n${end}`;
}
