// `Bun.XML`. The expected values are those of Bun 1.4.5.
import assert from "node:assert";
import { test } from "../harness.ts";

const { parse, stringify }: any = Bun.XML;
const tree = (source: string): any => parse(source, { compact: false });

function reasonOf(run: () => unknown, name: string, start: string): string {
  try {
    run();
  } catch (error: any) {
    assert.strictEqual(error.name, name);
    assert.ok(error.message.startsWith(start), error.message);
    return error.message.slice(start.length);
  }
  throw new Error("nothing was thrown");
}

const refused = (source: unknown): string => reasonOf(() => parse(source), "SyntaxError", "XML Parse error: ");
const unwritten = (value: unknown): string => reasonOf(() => stringify(value), "Error", "XML.stringify");

test("the compact shape has attributes, text and elements by their names", () => {
  const shapes: Record<string, unknown> = {
    "<a/>": { a: "" },
    "<a> t </a>": { a: " t " },
    '<a x="1">t</a>': { a: { "@x": "1", "#text": "t" } },
    "<a><b/><b>1</b><c/></a>": { a: { b: ["", "1"], c: "" } },
    "<a>\n <b/>\n</a>": { a: { b: "" } },
    "<a>x<b/>y</a>": { a: { "#text": "xy", b: "" } },
    "<a>1<!--c-->2<?p d?></a>": { a: "12" },
    "<a><![CDATA[<x>&]]>&lt;&#65;&#x42;</a>": { a: "<x>&<AB" },
    "<a x=' a\n\tb \"'/>": { a: { "@x": ' a  b "' } },
    "<s:a xmlns:s='u'><s:b/></s:a>": { "s:a": { "@xmlns:s": "u", "s:b": "" } },
    "<a>\r\nx\ry</a>": { a: "\nx\ny" },
    "\ufeff<?xml version='1.0'?><!-- c --><?p d?><!DOCTYPE a><é/> <!-- d -->": { é: "" },
  };
  for (const source of Object.keys(shapes)) assert.deepStrictEqual(parse(source), shapes[source], source);
  assert.deepStrictEqual(Object.keys(parse("<a __proto__='1'><__proto__/></a>").a), ["@__proto__", "__proto__"]);
});

test("the tree has everything in its order", () => {
  assert.deepStrictEqual(tree('<p class="x">Hi <b>w</b>!<!-- c --><?t d?></p>'), {
    name: "p",
    attributes: { class: "x" },
    children: [
      "Hi ",
      { name: "b", attributes: {}, children: ["w"] },
      "!",
      { comment: " c " },
      { target: "t", data: "d" },
    ],
  });
  assert.deepStrictEqual(tree("<a>\n<b/>\n</a>").children[0], "\n");
});

test("a document type declares entities and attributes", () => {
  const entity = "<!DOCTYPE a [<!ENTITY e 'v<b>&#38;amp;</b>'><!ENTITY f 'w'>]>";
  assert.deepStrictEqual(parse(`${entity}<a x='&f;'>&f;&e;</a>`), { a: { "@x": "w", "#text": "wv", b: "&" } });
  const attributes = "<!DOCTYPE a [<!ATTLIST a x CDATA 'd' y NMTOKENS #IMPLIED>]>";
  assert.deepStrictEqual(parse(`${attributes}<a y=' r   s '/>`), { a: { "@y": "r s", "@x": "d" } });
  assert.deepStrictEqual(parse("<!DOCTYPE a SYSTEM 'x'><a>&n;</a>"), { a: "&n;" });
  assert.deepStrictEqual(
    parse(
      "<!DOCTYPE a PUBLIC 'p' 's' [<!ELEMENT a (b|(c,d+)*)?><!ELEMENT b (#PCDATA|c)*><!NOTATION n SYSTEM 'x'>" +
        "<!ENTITY f SYSTEM 'f'><!ENTITY % p '<!-- c -->'>%p;<?q?>]><a>&f;</a>",
    ),
    { a: "&f;" },
  );
  const lines = ["<!ENTITY e0 'xxxxxxxxxx'>"];
  for (let index = 1; index < 12; index++) lines.push(`<!ENTITY e${index} '${`&e${index - 1};`.repeat(10)}'>`);
  const laughs = `<!DOCTYPE a [${lines.join("")}]>`;
  assert.strictEqual(refused(`${laughs}<a>&e11;</a>`), "Entity expansion exceeds the amplification limit");
  assert.strictEqual(parse(`${laughs}<a>&e2;</a>`).a.length, 1000);
});

test("what is not well-formed says why", () => {
  const reasons: Record<string, string> = {
    "": "XML document must have a root element",
    x: "Expected the root element but found 'x'",
    "<a>": "Missing closing tag for element 'a'",
    "<a><b></a>": "Expected closing tag </b> but found </a>",
    "<a/><b/>": "Only one root element is allowed",
    "<a/>x": "Unexpected 'x' after the root element",
    "<a x=1/>": "Expected a quoted attribute value but found '1'",
    "<a x/>": "Expected '=' after the attribute name but found '/>'",
    "<a x='1' x='2'/>": "Duplicate attribute 'x'",
    "<a x='<'/>": "'<' is not allowed in attribute values",
    "<a x='1'y='2'/>": "Whitespace is required before 'y'",
    "<a>&x;</a>": "Entity 'x' is not declared",
    "<a>&</a>": "Expected an entity name after '&' but found '<'",
    "<a>&#0;</a>": "Character reference '&#0;' is not a valid XML character",
    "<a>]]></a>": "']]>' is only allowed as the end of a CDATA section",
    "<a><!-- -- --></a>": "'--' is not allowed inside a comment",
    "<a><![CDATA[x</a>": "Unterminated CDATA section",
    " <?xml version='1.0'?><a/>":
      "'<?xml' is reserved for the XML declaration, which is only allowed at the very start of the document",
    "<?xml version='2.0'?><a/>": "Unsupported XML version '2.0' (this is an XML 1.0 parser)",
    "<1a/>": "Expected an element name after '<' but found '1'",
    "<a>\u0001</a>": "Invalid character in XML: control character 0x01",
    "<a>\ud800</a>": "Invalid character in XML: U+D800",
    "<a": "Expected an attribute name, '>' or '/>' in the start tag but found end of input",
    "<a></a b>": "Expected '>' to end the closing tag but found 'b'",
    "<!DOCTYPE a [": "Unterminated internal subset: expected ']'",
    "<!DOCTYPE a [<!ENTITY a '&b;'><!ENTITY b '&a;'>]><a>&a;</a>": "Entity 'a' refers to itself",
    "<?xml version='1.0' standalone='yes'?><!DOCTYPE a SYSTEM 'x'><a>&n;</a>": "Entity 'n' is not declared",
  };
  for (const source of Object.keys(reasons)) assert.strictEqual(refused(source), reasons[source], source);
});

test("bytes are decoded by their mark or declaration", () => {
  const declared = (encoding: string): string => `<?xml version="1.0" encoding="${encoding}"?><a>é</a>`;
  const marked = Buffer.from("\ufeff<a>é</a>", "utf16le");
  const inputs = [
    Buffer.from("<a>é</a>"),
    Buffer.from("\ufeff<a>é</a>"),
    Buffer.from(declared("ISO-8859-1"), "latin1"),
    marked,
    Buffer.from(marked).swap16(),
    new Blob(["<a>é</a>"]),
    new TextEncoder().encode("<a>é</a>").buffer,
  ];
  for (const input of inputs) assert.deepStrictEqual(parse(input), { a: "é" });
  assert.deepStrictEqual(parse(declared("x")), { a: "é" });
  assert.strictEqual(refused(Buffer.from([60, 97, 62, 255, 60, 47, 97, 62])), "Invalid UTF-8");
  assert.strictEqual(
    refused(Buffer.from(declared("windows-1252"))),
    "Unsupported encoding 'windows-1252' (supported: UTF-8, UTF-16, ISO-8859-1)",
  );
});

test("arguments of parse are checked", () => {
  const messages: [unknown[], string][] = [
    [[null], "input must be a string, ArrayBuffer, ArrayBufferView or Blob"],
    [[Bun.file("x.xml")], "File blob cannot be used here"],
    [["<a/>", 1], "XML.parse options must be an object"],
    [["<a/>", { compact: 0 }], 'The "compact" property must be of type boolean, got number'],
  ];
  for (const [args, message] of messages)
    assert.throws(() => parse(...args), { name: "TypeError", code: "ERR_INVALID_ARG_TYPE", message });
});

test("stringify writes both shapes", () => {
  const written: [unknown, string][] = [
    [{ a: "" }, "<a/>"],
    [{ a: null }, "<a/>"],
    [
      { a: { b: ["1", 2, null, undefined, true, { c: new Date(0) }] } },
      "<a><b>1</b><b>2</b><b/><b>true</b><b><c>1970-01-01T00:00:00.000Z</c></b></a>",
    ],
    [{ a: { "#text": "t", "@x": 1n, "@y": null, b: "c", f() {} } }, '<a x="1">t<b>c</b></a>'],
    [
      { a: { "@x": "<&>\"'\t\n\r", "#text": "<&>\"'\t\n\r" } },
      '<a x="&lt;&amp;&gt;&quot;\'&#x9;&#xA;&#xD;">&lt;&amp;&gt;"\'\t\n&#xD;</a>',
    ],
    [
      { name: "p", attributes: { n: 1, u: undefined }, children: ["Hi ", { name: "b", children: ["!"] }, null, 5] },
      '<p n="1">Hi <b>!</b>5</p>',
    ],
    [
      { name: "p", children: [{ comment: " c " }, { target: "t", data: "d" }, { target: "t" }] },
      "<p><!-- c --><?t d?><?t?></p>",
    ],
    [{ name: "p" }, "<name>p</name>"],
  ];
  for (const [value, xml] of written) assert.strictEqual(stringify(value), xml);
  for (const value of [undefined, () => {}, Symbol("x")]) assert.strictEqual(stringify(value), undefined);
  const value = { a: { "@x": "1", b: ["1", { c: "" }], d: { "#text": "t", e: "f" } } };
  const lines = '<a x="1">\n  <b>1</b>\n  <b>\n    <c/>\n  </b>\n  <d>t<e>f</e></d>\n</a>';
  assert.strictEqual(stringify(value, null, 2), lines);
  assert.strictEqual(stringify(value, null, "\t"), lines.replaceAll("  ", "\t"));
  assert.deepStrictEqual(parse(stringify(value)), value);
  assert.deepStrictEqual(tree(stringify(tree(lines))), tree(lines));
});

test("what XML cannot have is not written", () => {
  const one = ": the top-level object must have one key naming the root element";
  const messages: [unknown, string][] = [
    ["x", " expects an object: a { name, attributes, children } node or an object with a single root element key"],
    [{}, one],
    [{ a: undefined }, one],
    [{ a: 1, b: 2 }, ": an XML document has exactly one root element, but the top-level object has more than one key"],
    [{ a: ["x"] }, ": the root element 'a' cannot be an array (an XML document has exactly one root element)"],
    [{ a: { b: [[1]] } }, ": nested arrays cannot be represented (element 'b')"],
    [{ "first name": "x" }, ": 'first name' is not a valid XML element name"],
    [{ a: { "@a b": "x" } }, ": 'a b' is not a valid XML attribute name"],
    [{ a: "\0" }, ": XML cannot represent the character U+0000"],
    [{ a: { "#foo": "x" } }, `: unknown key '#foo' (keys starting with '#' are reserved; text content is "#text")`],
    [{ a: new Date(Number.NaN) }, " cannot serialize an invalid Date"],
    [{ name: "p", children: [{ comment: "a--b" }] }, ": a comment cannot contain '--' or end with '-'"],
    [{ name: "p", children: [{ target: "t", data: "?>" }] }, ": processing instruction data cannot contain '?>'"],
    [{ name: "p", children: "x" }, ": a node's children must be an array"],
  ];
  for (const [value, message] of messages) assert.strictEqual(unwritten(value), message);
  const circle: any = { a: {} };
  circle.a.b = circle;
  assert.throws(() => stringify(circle), { message: "Converting circular structure to XML" });
  assert.throws(() => stringify({ a: "x" }, () => {}), {
    message: "XML.stringify does not support the replacer argument",
  });
});
