// `Bun.markdown`; expected values are those of Bun 1.4.5, except where an option says otherwise.
import assert from "node:assert";
import { test } from "../harness.ts";

interface Element {
  $$typeof: symbol;
  type: unknown;
  props: Record<string, unknown>;
}
interface Markdown {
  html(input: unknown, options?: object): string;
  render(input: unknown, callbacks?: object, options?: object): string;
  react(input: unknown, components?: object, options?: object): Element;
  ansi(input: unknown): string;
}
declare const Bun: { markdown: Markdown };
const { html, render, react } = Bun.markdown;

const CASES: [source: string, expected: string, options?: object][] = [
  ["# Hi *there*", "<h1>Hi <em>there</em></h1>\n"],
  [
    '[a](<x y> \'q"<\') <http://ü.x?a&b> ![a *b* `c`](/i "t")',
    '<p><a href="x%20y" title="q&quot;&lt;">a</a> <a href="http://%C3%BC.x?a&amp;b">http://ü.x?a&amp;b</a> <img src="/i" alt="a b c" title="t" /></p>\n',
  ],
  [
    "- [ ] a\n- [X] b\n\n- c\n1. [x] q",
    '<ul>\n<li class="task-list-item"><input type="checkbox" class="task-list-item-checkbox" disabled>\n<p>a</p>\n</li>\n<li class="task-list-item"><input type="checkbox" class="task-list-item-checkbox" disabled checked>\n<p>b</p>\n</li>\n<li>\n<p>c</p>\n</li>\n</ul>\n<ol>\n<li class="task-list-item"><input type="checkbox" class="task-list-item-checkbox" disabled checked>q</li>\n</ol>\n',
  ],
  [
    "|a|b|c|\n|:-:|--|:--|\n|1|\n|1|2|3|4|",
    '<table>\n<thead>\n<tr><th align="center">a</th><th>b</th><th align="left">c</th></tr>\n</thead>\n<tbody>\n<tr><td align="center">1</td><td></td><td align="left"></td></tr>\n<tr><td align="center">1</td><td>2</td><td align="left">3</td></tr>\n</tbody>\n</table>\n',
  ],
  ["| a |\n|---|\n", "<table>\n<thead>\n<tr><th>a</th></tr>\n</thead>\n</table>\n"],
  ["3. a\n4. b", '<ol start="3">\n<li>a</li>\n<li>b</li>\n</ol>\n'],
  [
    "```js {1,2} foo\nx<\n```\n\n\tind",
    '<pre><code class="language-js">x&lt;\n</code></pre>\n<pre><code>ind\n</code></pre>\n',
  ],
  ["~a~ ~~b~~ ~~~c~~~", "<p><del>a</del> <del>b</del> ~~~c~~~</p>\n"],
  ["~~b~~", "<p>~~b~~</p>\n", { strikethrough: false }],
  ["- [x] b", "<ul>\n<li>[x] b</li>\n</ul>\n", { tasklists: false }],
  ["|a|\n|-|", "<p>|a|\n|-|</p>\n", { tables: false }],
  ["a <b>x</b>", "<p>a &lt;b&gt;x&lt;/b&gt;</p>\n", { noHtmlSpans: true }],
  ["<script>a</script> x <xmp> <title>", "&lt;script>a&lt;/script> x &lt;xmp> &lt;title>\n", { tagFilter: true }],
  ["http://a.b www.a.b x@y.z", "<p>http://a.b www.a.b x@y.z</p>\n"],
  [
    "http://a.b www.a.b x@y.z",
    '<p><a href="http://a.b">http://a.b</a> www.a.b x@y.z</p>\n',
    { autolinks: { url: true } },
  ],
  [
    "http://a.b www.a.b x@y.z",
    '<p>http://a.b <a href="http://www.a.b">www.a.b</a> x@y.z</p>\n',
    { autolinks: { www: true } },
  ],
  [
    "http://a.b www.a.b x@y.z",
    '<p>http://a.b www.a.b <a href="mailto:x@y.z">x@y.z</a></p>\n',
    { autolinks: { email: true } },
  ],
  [
    "[[a b|c]] [[x]]",
    '<p><x-wikilink data-target="a b">c</x-wikilink> <x-wikilink data-target="x">x</x-wikilink></p>\n',
    { wikiLinks: true },
  ],
  [
    "# A B!\n# a b\n## Ü ñ_x 日本\n# `c` *d* <b>x</b>",
    '<h1 id="a-b"><a href="#a-b">A B!</a></h1>\n<h1 id="a-b-1"><a href="#a-b-1">a b</a></h1>\n<h2 id="x"><a href="#x">Ü ñ_x 日本</a></h2>\n<h1 id="c-d-x"><a href="#c-d-x"><code>c</code> <em>d</em> <b>x</b></a></h1>\n',
    { headings: true },
  ],
  ["# A\n# A\n# A-1", '<h1 id="a">A</h1>\n<h1 id="a-1">A</h1>\n<h1 id="a-1">A-1</h1>\n', { headings: { ids: true } }],
  ["# A", "<h1>A</h1>\n", { headings: { autolink: true } }],
  ["", ""],
];

test("html", () => {
  for (const [source, expected, options] of CASES) assert.strictEqual(html(source, options), expected);
  assert.strictEqual(html(new TextEncoder().encode("# x")), "<h1>x</h1>\n");
});

// Bun's documentation describes these options, which Bun 1.4.5 ignores.
test("options of the documentation", () => {
  assert.strictEqual(html("a\nb", { hardSoftBreaks: true }), "<p>a<br />\nb</p>\n");
  assert.strictEqual(html("__u__ **s**", { underline: true }), "<p><u>u</u> <strong>s</strong></p>\n");
  assert.strictEqual(html("a   b", { collapseWhitespace: true }), "<p>a b</p>\n");
  assert.throws(() => html("<div>\n", { noHtmlBlocks: true }), { code: "ERR_METHOD_NOT_IMPLEMENTED" });
});

test("arguments", () => {
  for (const input of [undefined, null, 1, {}])
    for (const method of [html, render, react])
      assert.throws(() => method(input), {
        name: "TypeError",
        code: "ERR_INVALID_ARG_TYPE",
        message: "Expected a string or buffer to render",
      });
});

test("render", () => {
  assert.strictEqual(render("# Hi *there*\n\na **b**\nc"), "Hi therea b\nc");
  const meta: unknown[] = [];
  const keep = (children: string, value: unknown) => {
    meta.push(value);
    return children;
  };
  render("- a\n  1. b\n- [x] c\n\n[l](u 't') ![i](v)\n\n## H\n\n|a|b|\n|:-|-|\n", {
    list: keep,
    listItem: keep,
    link: keep,
    image: keep,
    heading: keep,
    th: keep,
  });
  assert.deepStrictEqual(meta, [
    { index: 0, depth: 1, ordered: true, start: 1, checked: undefined },
    { ordered: true, start: 1, depth: 1 },
    { index: 0, depth: 0, ordered: false, start: undefined, checked: undefined },
    { index: 1, depth: 0, ordered: false, start: undefined, checked: true },
    { ordered: false, start: undefined, depth: 0 },
    { href: "u", title: "t" },
    { src: "v" },
    { level: 2 },
    { align: "left" },
    { align: undefined },
  ]);
  assert.strictEqual(
    render("a **b** [l](v) `c`", {
      strong: () => null,
      link: () => undefined,
      text: (text: string) => text.toUpperCase(),
      codespan: () => 5,
    }),
    "A   5",
  );
  assert.throws(
    () =>
      render("a", {
        text() {
          throw new RangeError("own");
        },
      }),
    { name: "RangeError", message: "own" },
  );
});

test("react", () => {
  const root = react("## A\n\n3) z\n\n![i *x*](u) x\\\ny\n\n~~~js\nq\n~~~\n", { h2: "x-h" }, { headings: true });
  assert.strictEqual(root.$$typeof, Symbol.for("react.transitional.element"));
  assert.strictEqual(root.type, Symbol.for("react.fragment"));
  const plain = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(plain);
    if (typeof value !== "object" || value === null) return value;
    const { type, props } = value as Element;
    return [type, { ...props, ...("children" in props ? { children: plain(props.children) } : {}) }];
  };
  assert.deepStrictEqual(plain(root.props.children), [
    ["x-h", { id: "a", children: ["A"] }],
    ["ol", { start: 3, children: [["li", { children: ["z"] }]] }],
    ["p", { children: [["img", { src: "u", alt: "i x" }], " x", ["br", {}], "y"] }],
    ["pre", { language: "js", children: ["q", "\n"] }],
  ]);
  assert.strictEqual(react("a", {}, { reactVersion: 18 }).$$typeof, Symbol.for("react.element"));
});

test("hostile documents", () => {
  const sources = [
    ">".repeat(20_000),
    "[".repeat(20_000),
    "*a ".repeat(20_000),
    "- ".repeat(2_000),
    "`".repeat(20_001),
  ];
  for (const source of sources) assert.strictEqual(typeof html(source), "string");
  assert.ok(html(`|${"a|".repeat(20_000)}\n|${"-|".repeat(20_000)}\n`).length > 0);
});
