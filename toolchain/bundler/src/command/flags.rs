//! The flags of `brio build`.

use brio_command_flags::{Flag, Flags, Syntax, Takes};

const fn switch(long: &'static str, about: &'static str) -> Flag {
    Flag { long, short: None, takes: Takes::Nothing, about }
}

const fn value(long: &'static str, name: &'static str, about: &'static str) -> Flag {
    Flag { long, short: None, takes: Takes::Value(name), about }
}

const fn optional(long: &'static str, name: &'static str, about: &'static str) -> Flag {
    Flag { long, short: None, takes: Takes::OptionalValue(name), about }
}

/// All of them.
pub(super) const FLAGS: Flags = Flags {
    flags: &[
        value("--outdir", "FOLDER", "where the outputs go"),
        Flag { long: "--outfile", short: Some("-o"), takes: Takes::Value("FILE"), about: "where the only output goes" },
        value("--target", "TARGET", "brio (default), node, bun, deno or browser; es2020 and chrome90 lower syntax"),
        value("--platform", "NAME", "node, browser or neutral, as esbuild names targets"),
        value("--format", "FORMAT", "esm (default), cjs or iife"),
        switch("--minify", "make the output small: all three parts"),
        switch("--minify-whitespace", "leave out blanks and comments"),
        switch("--minify-identifiers", "shorten names"),
        switch("--minify-syntax", "shorten code"),
        switch("--keep-names", "keep the names of functions and classes"),
        value("--legal-comments", "KIND", "comments with licences: inline (default), none, eof, linked or external"),
        optional("--sourcemap", "KIND", "linked (default), inline, external or none"),
        switch("--sources-content", "sources in the source map (--no-sources-content leaves them out)"),
        switch("--splitting", "share code between outputs, and load import() later"),
        Flag {
            long: "--external",
            short: Some("-e"),
            takes: Takes::Value("SPECIFIER"),
            about: "leave an import as it is; * stands for anything",
        },
        value("--packages", "KIND", "external leaves all packages as imports"),
        value(
            "--allow-unresolved",
            "PATTERN",
            "which computed specifiers may stay; <empty> for those without a literal part",
        ),
        switch("--reject-unresolved", "no computed specifier may stay"),
        value("--alias", "NAME=PATH", "import something else"),
        value("--define", "NAME=VALUE", "replace an expression"),
        value("--drop", "NAME", "remove calls of a function (console), or debugger"),
        value("--drop-labels", "LABEL", "remove labelled statements"),
        value("--feature", "NAME", "turn a feature of bun:bundle on"),
        value("--pure", "NAME", "a function without side effects"),
        value("--inject", "FILE", "exports that replace global variables"),
        value("--loader", ".EXT:LOADER", "how files with an extension are read"),
        value("--conditions", "NAME", "conditions of package exports"),
        value("--main-fields", "NAMES", "fields of package.json that name the main file"),
        value("--resolve-extensions", "LIST", "extensions that imports may leave out"),
        switch("--preserve-symlinks", "do not follow symbolic links"),
        value("--tsconfig", "FILE", "the tsconfig.json to use"),
        value("--banner", "TEXT", "text before each output"),
        value("--footer", "TEXT", "text after each output"),
        value("--entry-names", "TEMPLATE", "names of entries ([dir]/[name].[ext])"),
        value("--chunk-names", "TEMPLATE", "names of shared parts ([name]-[hash].[ext])"),
        value("--asset-names", "TEMPLATE", "names of other files ([name]-[hash].[ext])"),
        value("--out-extension", ".js=.EXT", "another extension of the outputs"),
        value("--public-path", "ADDRESS", "what addresses of other outputs start with"),
        value("--root", "FOLDER", "the folder that [dir] is relative to"),
        value("--global-name", "NAME", "the variable for the exports of an iife"),
        value("--env", "KIND", "environment variables in the output: inline, disable (default) or PREFIX_*"),
        switch("--production", "minify, and set process.env.NODE_ENV to \"production\""),
        value("--jsx", "KIND", "automatic, transform or preserve"),
        value("--jsx-runtime", "KIND", "automatic or classic"),
        switch("--jsx-dev", "JSX with positions of the source"),
        value("--jsx-import-source", "PACKAGE", "the package of the automatic runtime"),
        value("--jsx-factory", "NAME", "the function of the classic runtime"),
        value("--jsx-fragment", "NAME", "the fragment of the classic runtime"),
        switch("--jsx-side-effects", "keep JSX that is not used"),
        switch("--ignore-dce-annotations", "ignore @__PURE__ and sideEffects"),
        switch("--emit-dce-annotations", "keep @__PURE__ in minified output"),
        switch("--tree-shaking", "leave out what is not used (--no-tree-shaking keeps it)"),
        value("--metafile", "FILE", "write what is in the outputs, as JSON"),
        value("--metafile-md", "FILE", "write what is in the outputs, as Markdown"),
        optional("--analyze", "FILE", "show what is in the outputs; as a page, with a FILE"),
        Flag { long: "--watch", short: Some("-w"), takes: Takes::Nothing, about: "build again when a file changes" },
        switch("--clear-screen", "clear the screen before each build of --watch (--no-clear-screen does not)"),
        switch("--compile", "make an executable with the runtime in it"),
        value("--runtime", "FILE", "the brio that --compile takes, instead of the brio-runtime beside this one"),
        value(
            "--include",
            "PATH",
            "a file or folder that becomes part of the executable, at its place beside the entry",
        ),
        value("--exclude", "PATH", "what --include leaves out"),
        value("--env-file", "FILE", "variables of the environment that the executable starts with"),
        value("--compile-exec-argv", "FLAGS", "flags of brio that the executable runs with, with blanks between them"),
        switch("--bytecode", "as Bun has it: an executable keeps the bytecode of its program by itself"),
        switch(
            "--compile-autoload-dotenv",
            "as Bun has it: whether the executable of a program of Bun reads .env files",
        ),
        switch("--compile-autoload-bunfig", "as Bun has it: whether such an executable reads bunfig.toml (default)"),
        switch("--compile-autoload-tsconfig", "as Bun has it: paths of tsconfig.json apply when the program runs"),
        switch(
            "--compile-autoload-package-json",
            "as Bun has it: whether packages that are not in it are found beside it (default)",
        ),
        value("--as", "HOME", "whose reports are printed: those of `bun build` for bun"),
        Flag { long: "--quiet", short: Some("-q"), takes: Takes::Nothing, about: "print warnings and errors only" },
        switch("--bundle", "as esbuild has it: always so (--no-bundle transforms each entry by itself)"),
    ],
    aliases: &[
        ("--out-dir", "--outdir"),
        ("--out-file", "--outfile"),
        ("--output", "--outfile"),
        ("--source-map", "--sourcemap"),
        ("--code-splitting", "--splitting"),
        ("--asset-naming", "--asset-names"),
        ("--entry-naming", "--entry-names"),
        ("--chunk-naming", "--chunk-names"),
        ("--out-ext", "--out-extension"),
        ("--tsconfig-override", "--tsconfig"),
        ("--asset", "--include"),
        ("--compile-executable-path", "--runtime"),
    ],
    prefixes: &[
        ("--external:", "--external"),
        ("--alias:", "--alias"),
        ("--define:", "--define"),
        ("--drop:", "--drop"),
        ("--pure:", "--pure"),
        ("--inject:", "--inject"),
        ("--loader:", "--loader"),
        ("--banner:", "--banner"),
        ("--footer:", "--footer"),
        ("--out-extension:", "--out-extension"),
    ],
};

/// What `brio help build` prints.
pub fn help() -> String {
    format!(
        "Usage: brio build [FLAGS] ENTRY…\n\nBundles programs and pages: what each entry imports becomes one file, or with --splitting a few.\nWithout --outdir and --outfile the output is printed.\n\nFlags:\n{}",
        FLAGS.help(Syntax::default())
    )
}

/// What `brio help bundle` prints.
pub fn bundle_help() -> String {
    "Usage: brio bundle [FLAGS] ENTRY…\n\nBundles programs as `deno bundle` does, with its flags: `brio build` for the target deno.\n`brio help build` lists the other flags.\n".to_owned()
}

/// What `brio help compile` prints.
pub fn compile_help() -> String {
    "Usage: brio compile PERMISSIONS [FLAGS] FILE [ARGUMENTS]\n\nMakes an executable as `deno compile` does: `brio build --compile` for the target deno.\nThe arguments after the file come before those that the executable is called with.\nThe executable has the permissions that the flags say; -A says all of them.\n\nFlags:\n  -o, --output FILE     the executable\n  -A, --allow-read …    permissions (`brio help run` lists them)\n  --include PATH        a file or folder that becomes part of it, at its place beside the entry\n  --exclude PATH        what --include leaves out\n  --env-file[=FILE]     variables of the environment that it starts with (.env)\n  --minify, --keep-names, --conditions NAME, -q\n".to_owned()
}
