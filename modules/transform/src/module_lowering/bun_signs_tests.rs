//! Tests of what makes an ES module one of Bun: Node.js 26 was run on each source, and refuses the first ones.

use crate::{Options, Uses, transform};

fn uses(name: &str, source: &str) -> Uses {
    transform(source, &Options::for_file(name)).unwrap_or_else(|errors| panic!("{source}: {errors:?}")).uses
}

#[test]
fn names_of_common_js_that_are_always_read_are_noted() {
    for source in [
        "import p from 'path'; const fs = require('fs')",
        "import p from 'path'; p.join(__dirname, 'a')",
        "export const file = __filename",
        "import 'node:fs'; require('fs')",
        "if (require.main === module) main(); function main() {} export {}",
        "const fs = require('fs'); import.meta.url",
        "export default class extends require('a') {}",
    ] {
        assert!(uses("a.js", source).needs_common_js, "{source}");
    }
    assert!(uses("a.ts", "import { a } from './a.ts'; const fs = require('fs'); a").needs_common_js);
    assert!(uses("a.ts", "export {}; const fs = require('fs')").needs_common_js);
}

#[test]
fn names_of_common_js_that_node_may_not_read_or_have_are_not() {
    for source in [
        "const fs = require('fs')",
        "import p from 'p'; const fs = typeof require === 'function' ? require('fs') : 0; __dirname",
        "import p from 'p'; const __dirname = p.dirname(import.meta.url); __dirname",
        "import { createRequire } from 'module'; const require = createRequire(import.meta.url); require('a')",
        "import m from 'module'; globalThis.require = m.createRequire(import.meta.url); require('fs')",
        "import __dirname from './folder.js'; __dirname",
        "import './globals.js'; require('fs')",
        "import p from 'p'; export const f = () => require('fs')",
        "import p from 'p'; class A { a = __dirname }",
        "import p from 'p'; try { require('fs') } catch {}",
        "import p from 'p'; if (p) require('fs'); else __dirname",
        "import p from 'p'; p && require('fs'); p ? __dirname : __filename; p?.a(__dirname)",
        "import p from 'p'; const { a = __dirname } = p; let b; b ??= require('b')",
        "import p from 'p'; for (const a of p) require(a)",
        "import p from 'p'; switch (p) { case 1: require('a') }",
        "import p from 'p'; while (p.a) { require('a') }",
    ] {
        assert!(!uses("a.js", source).needs_common_js, "{source}");
    }
}

#[test]
fn typescript_with_imports_of_types_only_may_be_common_js_of_node() {
    for source in [
        "import type { A } from './a'; const fs = require('fs')",
        "export type A = 1; const fs = require('fs')",
        "export interface A { a: 1 } const fs = require('fs')",
    ] {
        assert!(!uses("a.ts", source).needs_common_js, "{source}");
    }
}

#[test]
fn features_of_bun_are_noted() {
    for source in [
        "console.log(import.meta.dir)",
        "export const f = () => import.meta.path.length",
        "const { dir, file } = import.meta",
        "for await (const line of console) line",
    ] {
        assert!(uses("a.js", source).bun_features, "{source}");
    }
    for source in [
        "import.meta.dirname ?? import.meta.dir",
        "import.meta.dir ?? 'a'",
        "const { dir = 'a' } = import.meta",
        "const { dir, url } = import.meta",
        "typeof import.meta.dir === 'string' && import.meta.dir",
        "if (!import.meta.path) throw 1; import.meta.path",
        "import.meta.dir ? import.meta.dir : 0",
        "import.meta.dir?.length",
        "import.meta.dir = 'a'",
        "import.meta.env",
        "a.dir; a.meta.path",
        "import console from 'a'; for await (const line of console) line",
        "for await (const line of console.lines) line",
    ] {
        assert!(!uses("a.mjs", source).bun_features, "{source}");
    }
}
