//! Each row was run in Node 26.10: the names of `import * as namespace` of the module (without the `default` that Node
//! always adds), and the modules that it re-exports.

use crate::{ModuleHint, Options, transform};

type Row = (&'static str, &'static [&'static str], &'static [&'static str]);

#[rustfmt::skip]
const ROWS: &[Row] = &[
    ("module.exports = { a, b: c, 'd': e, f: 1, g }; var a,c,e,g", &["a", "b", "d"], &[]),
    ("module.exports = { a: 'x', b: 'y' }", &[], &[]),
    ("module.exports = { a: 1, b: 2 }", &[], &[]),
    ("module.exports = { a: -1, b: 2 }", &[], &[]),
    ("module.exports = { a: function(){}, b: 2 }", &["a"], &[]),
    ("module.exports = { a(){}, b: 2 }", &["a"], &[]),
    ("module.exports = { a: require('fs'), b: 2 }", &["a"], &[]),
    ("var d={};module.exports = { ...d, b: 2 , c: 3}", &[], &[]),
    ("module.exports = { a: x.y, b: 2 }; var x", &["a"], &[]),
    ("module.exports = { get a(){return 1}, b: 2 }", &[], &[]),
    ("module.exports = { [1]: 1, b: 2 }", &[], &[]),
    ("module.exports = { 1: 1, b: 2 }", &[], &[]),
    ("exports.a = exports.b = 1", &["a", "b"], &[]),
    ("exports['a-b'] = 1; module.exports.q = 1; module.exports['r'] = 1", &["a-b", "q", "r"], &[]),
    ("(function(exports){ exports.a = 1 })(module.exports)", &["a"], &[]),
    ("Object.defineProperty(exports, 'a', { enumerable: true, get: function () { return q.p; } }); var q={}", &["a"], &[]),
    ("Object.defineProperty(exports, 'a', { enumerable: true, get: () => q.p }); var q={}", &[], &[]),
    ("Object.defineProperty(exports, 'a', { enumerable: true, get() { return q.p; } }); var q={}", &["a"], &[]),
    ("Object.defineProperty(exports, 'a', { get: function () { return q; } }); var q={}", &["a"], &[]),
    ("Object.defineProperty(exports, 'a', { enumerable: true, get: function () { return q(); } }); var q=()=>1", &[], &[]),
    ("Object.defineProperty(exports, 'a', { value: 1 })", &["a"], &[]),
    ("Object.defineProperty(exports, 'a', { enumerable: true, value: 1 })", &["a"], &[]),
    ("Object.defineProperty(exports, 'a', { enumerable: false, value: 1 })", &[], &[]),
    ("Object.defineProperty(module.exports, 'a', { writable: true, value: 1 })", &[], &[]),
    ("Object.defineProperty(exports, '__esModule', { value: true }); exports.default = 1", &["__esModule", "default"], &[]),
    ("module.exports = require('./r.cjs')", &[], &["./r.cjs"]),
    ("module.exports = require('./r.cjs'); module.exports.z = 1", &["z"], &["./r.cjs"]),
    ("module.exports = { ...require('./r.cjs'), k: 1 }", &[], &["./r.cjs"]),
    ("function __exportStar(m,e){Object.assign(e,m)} __exportStar(require('./r.cjs'), exports)", &[], &["./r.cjs"]),
    ("function __export(m){Object.assign(exports,m)} __export(require('./r.cjs'))", &[], &["./r.cjs"]),
    ("const t={__exportStar(m,e){Object.assign(e,m)}}; t.__exportStar(require('./r.cjs'), exports)", &[], &["./r.cjs"]),
    ("const t={__exportStar(m,e){Object.assign(e,m)}}; (0, t.__exportStar)(require('./r.cjs'), exports)", &[], &[]),
    ("var _r = require('./r.cjs'); Object.keys(_r).forEach(function (key) { if (key === \"default\" || key === \"__esModule\") return; if (key in exports && exports[key] === _r[key]) return; Object.defineProperty(exports, key, { enumerable: true, get: function () { return _r[key]; } }); });", &[], &["./r.cjs"]),
    ("var _r = require('./r.cjs'); Object.keys(_r).forEach(function (k) { if (k !== 'default') exports[k] = _r[k]; });", &[], &["./r.cjs"]),
    ("var _r = require('./r.cjs'); Object.keys(_r).forEach(function (k) { if (k !== 'default' && !Object.prototype.hasOwnProperty.call(exports, k)) exports[k] = _r[k]; });", &[], &["./r.cjs"]),
    ("0 && (module.exports = { a, b })", &["a", "b"], &[]),
    ("0 && (module.exports = { a, b, ...require('./r.cjs') })", &["a", "b"], &["./r.cjs"]),
    ("if (0) { exports.a = 1 }  function f() { exports.b = 1; module.exports = require('./r.cjs') }", &["a", "b"], &["./r.cjs"]),
    ("exports.a += 1; exports.b++; exports.c ||= 1; exports.d == 1", &["d"], &[]),
    ("exports.a.b = 1; module.exports.c.d = 1; x.exports.e = 1; var x = {exports:{}}; this.exports.f", &[], &[]),
    ("const {exports: e} = module; e.x = 1; module['exports'].y = 2; globalThis.module.exports.q=1", &[], &[]),
    ("var e = exports; module.exports = exports = { a: 1, b };var b", &[], &[]),
    ("exports = module.exports = { a, b };var a, b", &["a", "b"], &[]),
    ("module.exports = function(){}; module.exports.a = 1; module.exports.default = 2", &["a", "default"], &[]),
    ("module.exports = class { static x = 1 }; module.exports = { a, b: class {}, c };", &["a", "b"], &[]),
    ("module.exports = { a: b.c, d: e, f }", &["a"], &[]),
    ("module.exports = { a: b ? 1 : 2, d: e, f }", &["a"], &[]),
    ("module.exports = { a, b, }", &["a", "b"], &[]),
    ("module.exports = {\n // c\n a,\n /* */ 'b': c }", &["a", "b"], &[]),
    ("module.exports = a ? require('./r.cjs') : require('./s.cjs');var a", &[], &[]),
    ("module.exports = require('./r.cjs').x", &[], &["./r.cjs"]),
    ("module.exports = { a: `x`, b }", &[], &[]),
    ("module.exports = { a: b, c: d(), e }", &["a", "c"], &[]),
    ("module.exports = { a: true, c: null, e }", &["a", "c", "e"], &[]),
    ("module.exports = { default: a, 'x y': a, if: a }; var a", &["default", "if", "x y"], &[]),
];

#[test]
fn finds_the_names_that_node_finds() {
    for (source, names, reexports) in ROWS {
        let options = Options { module: ModuleHint::CommonJs, ..Options::for_file("a.cjs") };
        let exports = transform(source, &options).expect(source).cjs_exports.expect(source);
        let mut found = exports.names;
        found.sort();
        assert_eq!(found, *names, "names of {source}");
        assert_eq!(exports.reexports, *reexports, "re-exports of {source}");
    }
}
