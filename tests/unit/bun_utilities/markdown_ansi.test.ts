// `Bun.markdown.ansi`: documents for terminals. Run with Bun or Brio.
import assert from "node:assert";
import { test } from "../harness.ts";

const { ansi } = (Bun as any).markdown;

/** Escape sequences as <1;31>, which is easier to read. */
function readable(text: string): string {
  return text.replaceAll(/\x1b\[([\d;]*)m/g, "<$1>");
}

function check(cases: Record<string, string>, options?: object): void {
  for (const [source, expected] of Object.entries(cases))
    assert.strictEqual(readable(ansi(source, options)), expected, source);
}

test("headings are colored by level, and underlined", () => {
  check({
    "": "",
    "# H *i*": "<1><35>H <3>i<23><1><35><0>\n<2>═══<0>\n",
    "## Heading": "<1><36>Heading<0>\n<2>───────<0>\n",
    "###### six": "<1><37>six<0>\n",
    "# 日本 `c`": "<1><35>日本 <48;5;236><38;5;215>c<39><49><1><35><0>\n<2>══════<0>\n",
  });
});

test("inline styles nest", () => {
  check({
    "a *i* **b** ***bi*** ~~s~~": "a <3>i<23> <1>b<22> <3><1>bi<22><23> <9>s<29><0>\n",
    "**a `c` b**": "<1>a <48;5;236><38;5;215>c<39><49><1> b<22><0>\n",
    "*a [l](u) b*": "<3>a <34><4>l<24><39><3><2> (u<2>)<39><22><3> b<23><0>\n",
    "http://x.y": "<34><4>http://x.y<24><39><2> (http://x.y<2>)<39><22><0>\n",
    "![alt](p.png)": "<35>📷 alt<0><0>\n",
    "a <b>x</b>": "a <2><b><22>x<2></b><22><0>\n",
    "[[wiki]]": "<34>[[wiki]]<39><0>\n",
    "a  \nb\nc": "a\nb c<0>\n",
    "a\u0007&#27;[31m": "a[31m<0>\n",
  });
});

test("lists are indented, and follow without a blank line", () => {
  check({
    "a\n- b": "a<0>\n  <36>• <0>b\n",
    "* a\n  * b\n    * c": "  <36>• <0>a\n      <36>• <0>b\n          <36>• <0>c\n",
    "9. a\n10. b\n    - c": "   <36>9. <0>a\n   <36>10. <0>b\n         <36>• <0>c\n",
    "- [ ] t\n- [x] d": "  <2>☐ <0>t\n  <32>☒ <0>d\n",
    "- a\n\n  p\n\n- b\n\npara": "  <36>• <0>a<0>\n\n    p<0>\n  <36>• <0>b<0>\n\npara<0>\n",
    "- # h": "  <36>• <0>\n\n    <1><35>h<0>\n    <2>═══<0>\n",
  });
});

test("quotes have bars, also in blank lines", () => {
  check({
    "> q\n> r\n>\n> s": "<38;5;242>│ <39>q r<0>\n<38;5;242>│<39>\n<38;5;242>│ <39>s<0>\n",
    "> > n": "<38;5;242>│ │ <39>n<0>\n",
    "> - a": "<38;5;242>│ <39>  <36>• <0>a\n",
    "- a\n  > q": "  <36>• <0>a\n\n<38;5;242>│ <39>    q<0>\n",
  });
});

test("code has a frame, and JavaScript has colors", () => {
  check({
    "```\nplain\n\tx\n```": "<2><2>┌─<0>\n<2>│ <0>plain\n<2>│ <0>    x\n<2>└─<0>\n",
    "```js\nlet x = 1; // c\n```":
      "<2>┌─ <0><2><3>js<0>\n<2>│ <0><0><35>let<0> x = <0><33>1<0><0><2>;<0> <0><2>// c<0>\n<2>└─<0>\n",
    "```ts\nnew A().b(`x${y}z`, 'q');\n```":
      "<2>┌─ <0><2><3>ts<0>\n<2>│ <0><0><35>new<0> <0><1>A<0>()<0><3><1>.b<0>(<0><32>`x<0>${y}<0><32>z`<0>, <0><32>'q'<0>)<0><2>;<0>\n<2>└─<0>\n",
    "```python\ndef f(): return 'x'\n```": "<2>┌─ <0><2><3>python<0>\n<2>│ <0>def f(): return 'x'\n<2>└─<0>\n",
    "---": `<2>${"─".repeat(60)}<0>\n`,
    "<div>x</div>": "<2><div>x</div><22><2>\n<22>",
  });
});

test("tables are boxes with aligned cells", () => {
  check(
    {
      "|a|b|c|\n|:-|:-:|-:|\n|1|2|3|\n|long|x|yyyy|":
        "+------+-----+------+\n| a    |  b  |    c |\n+------+-----+------+\n| 1    |  2  |    3 |\n| long |  x  | yyyy |\n+------+-----+------+\n",
    },
    { colors: false },
  );
  check({
    "|a|\n|-|\n|日本|":
      "<2>┌──────┐<0>\n<2>│<0> <1>a<0>    <2>│<0>\n<2>├──────┤<0>\n<2>│<0> 日本 <2>│<0>\n<2>└──────┘<0>\n",
  });
});

test("text is wrapped at the width of the terminal", () => {
  const words = "word ".repeat(10);
  check({ [words]: "word word word word\nword word word word\nword word<0>\n" }, { columns: 20 });
  check(
    {
      [`- ${words}`]: "  <36>• <0>word word word\n    word word word\n    word word word\n    word\n",
      [`> ${words}`]: ["word word word", "word word word", "word word word", "word<0>"]
        .map((line) => `<38;5;242>│ <39>${line}\n`)
        .join(""),
    },
    { columns: 20 },
  );
  check({ "averyveryverylongword x": "averyveryv\nerylongwor\nd x<0>\n" }, { columns: 10 });
  check({ ["word ".repeat(30)]: `${"word ".repeat(30).trim()}<0>\n` }, { columns: 0 });
});

test("documents have hyperlinks, the colors of light terminals, or no colors", () => {
  assert.strictEqual(
    ansi("[l](http://x)", { hyperlinks: true }),
    "\x1b]8;;http://x\x1b\\\x1b[34m\x1b[4ml\x1b[24m\x1b[39m\x1b]8;;\x1b\\\x1b[0m\n",
  );
  check({ "`c`": "<48;5;254><38;5;124>c<39><49><0>\n" }, { light: true });
  check(
    {
      "# H\n\n**b** [l](u) `c`\n\n- a\n- [x] b\n\n> q\n\n```js\nlet a\n```\n\n![alt](p)":
        "H\n===\n\nb l (u) c\n  * a\n  [x] b\n\n| q\n\n+- js\n| let a\n+-\n\n[img] alt\n",
    },
    { colors: false, hyperlinks: true },
  );
  assert.strictEqual(ansi(new TextEncoder().encode("x"), { colors: false }), "x\n");
});
