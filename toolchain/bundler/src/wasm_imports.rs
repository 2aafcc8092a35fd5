//! `import init from "./file.wasm?init"` of Vite (https://vite.dev/guide/features#webassembly): a module whose default export
//! makes an instance of the WebAssembly module, which is a file beside the output.

/// How a program reaches the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// By a path.
    Path,
    /// By an address relative to its module.
    Module,
    /// By an address relative to its page.
    Page,
}

/// Whether an id is such an import.
pub(crate) fn is_init(id: &str) -> bool {
    id.split_once('?').is_some_and(|(path, query)| path.ends_with(".wasm") && query.split('&').any(|one| one == "init"))
}

/// The module. `file` is an expression for where the file is.
pub(crate) fn module(place: Place, file: &str) -> String {
    let address = match place {
        Place::Path => {
            return format!(
                "import {{ readFile }} from \"node:fs/promises\";\nconst file = {file};\nexport default async function init(imports) {{\n  \
                 return (await WebAssembly.instantiate(await readFile(file), imports)).instance;\n}}\n"
            );
        }
        Place::Module => "new URL(file, import.meta.url)",
        Place::Page => "file",
    };
    // A server that does not know the type of the file is no obstacle.
    format!(
        "const file = {file};\nexport default async function init(imports) {{\n  \
         const response = await fetch({address});\n  \
         if (!response.ok) throw new Error(`cannot load ${{response.url}}: ${{response.status}}`);\n  \
         const isTyped = response.headers.get(\"content-type\")?.startsWith(\"application/wasm\");\n  \
         const made = isTyped && WebAssembly.instantiateStreaming\n    \
         ? await WebAssembly.instantiateStreaming(response, imports)\n    \
         : await WebAssembly.instantiate(await response.arrayBuffer(), imports);\n  \
         return made.instance;\n}}\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_web_assembly_has_instances() {
        assert!(is_init("/a/b.wasm?init"));
        assert!(!is_init("/a/b.wasm") && !is_init("/a/b.wasm?url") && !is_init("/a/b.ts?init"));
    }
}
