const { ts, js, parse, Lang } = require("@ast-grep/napi");
const r = (ts || parse.bind(null, Lang.TypeScript)).parse
  ? ts.parse("console.log('a'); foo(1)").root()
  : parse(Lang.TypeScript, "console.log('a'); foo(1)").root();
const n = r.find("console.log($A)");
console.log(
  n.text(),
  n.getMatch("A").text(),
  n.range(),
  r.findAll({ rule: { kind: "call_expression" } }).map((x) => x.text()),
);
console.log(r.commitEdits([n.replace("x()")]));
