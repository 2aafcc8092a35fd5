const rust = require("@parcel/rust");

console.log(rust.hashString("text"), rust.hashBuffer(Buffer.from("text")));
console.log(rust.findAncestorFile(["package.json"], process.cwd(), "/")?.endsWith("package.json"));
console.log(rust.findNodeModule("@parcel/rust", process.cwd())?.endsWith("rust"));
try {
  rust.optimizeImage("png", Buffer.from("x"));
} catch (error) {
  console.log(error.name, error.message);
}
(async () => {
  const result = await rust.transform({
    filename: "a.js",
    code: Buffer.from("import x from './x'; export const y = x + 1;"),
    module_id: "a",
    project_root: "/",
    replace_env: false,
    inline_fs: false,
    insert_node_globals: false,
    node_replacer: false,
    is_browser: true,
    is_worker: false,
    env: {},
    is_type_script: false,
    is_jsx: false,
    is_development: true,
    react_refresh: false,
    targets: null,
    source_maps: false,
    scope_hoist: false,
    source_type: "Module",
    supports_module_workers: false,
    is_library: false,
    is_esm_output: false,
    trace_bailouts: false,
    is_swc_helpers: false,
    standalone: false,
    inline_constants: false,
    decorators: false,
    use_define_for_class_fields: false,
    jsx_pragma: null,
    jsx_pragma_frag: null,
    automatic_jsx_runtime: false,
    jsx_import_source: null,
    magic_comments: false,
  });
  console.log(result.dependencies?.length, result.code?.toString());
})().catch((error) => console.log(error.name, error.message));
