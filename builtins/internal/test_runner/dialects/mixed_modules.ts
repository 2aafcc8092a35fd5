// Files with `import` statements that write to `exports`: Babel compiles both to CommonJS, so suites of Jest have them. They
// become ES modules that export the members that the source names.

/** Whether a source has imports, no `export`, and writes to `exports`. */
export function mixesModules(source: string): boolean {
  return (
    /\bexports\b/.test(source) &&
    /^import[\s{*"'/]/m.test(source) &&
    /^(?:module\.)?exports(?:\.[\w$]+)?\s*=/m.test(source) &&
    !/^export[\s{*]/m.test(source)
  );
}

/** The source as an ES module; lines stay where they are. */
export function withExports(source: string): string {
  const names = new Set<string>();
  for (const [, name] of source.matchAll(/^(?:module\.)?exports\.([A-Za-z_$][\w$]*)\s*=/gm)) names.add(name!);
  names.delete("default");
  const members = [...names].map(
    (name, index) => `const $member${index} = module.exports.${name}; export { $member${index} as ${name} };`,
  );
  const end = `${members.join(" ")} const $all = module.exports; export { $all as default };`;
  return `const module = { exports: {} }; const exports = module.exports; ${source}\n${end}`;
}
