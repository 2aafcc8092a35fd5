// `HTMLRewriter`, as Bun 1.4.5 has it. Run with Bun or Brio.
import assert from "node:assert";
import { test } from "../harness.ts";

const Rewriter: any = Bun.version && (globalThis as any).HTMLRewriter;

function rewrite(selector: string, handlers: object, html: string): string {
  return new Rewriter().on(selector, handlers).transform(html);
}

test("attributes are read, set and removed", () => {
  const seen: unknown[] = [];
  const html = rewrite(
    "a",
    {
      element(element: any) {
        seen.push(element.tagName, element.getAttribute("href"), element.hasAttribute("id"), [...element.attributes]);
        element.setAttribute("href", 'x"y').removeAttribute("title");
      },
    },
    "<p><A href='old' title=t data-x>q</A></p>",
  );
  assert.deepStrictEqual(seen, [
    "a",
    "old",
    false,
    [
      ["href", "old"],
      ["title", "t"],
      ["data-x", ""],
    ],
  ]);
  assert.strictEqual(html, '<p><A href="x&quot;y" data-x>q</A></p>');
});

test("content is added around and inside", () => {
  const add = {
    element(element: any) {
      element.before("1").prepend("<2>").append("3", { html: true }).after("<4>", { html: true });
    },
  };
  assert.strictEqual(rewrite("b", add, "<i><b>x</b></i>"), "<i>1<b>&lt;2&gt;x3</b><4></i>");
  assert.strictEqual(
    rewrite("b", { element: (element: any) => element.setInnerContent("new") }, "<b>a<i>b</i></b>c"),
    "<b>new</b>c",
  );
  assert.strictEqual(rewrite("b", { element: (element: any) => element.replace("-") }, "a<b>x<i>y</i></b>c"), "a-c");
  assert.strictEqual(rewrite("b", { element: (element: any) => element.remove() }, "a<b>x</b>c"), "ac");
  assert.strictEqual(rewrite("b", { element: (element: any) => element.removeAndKeepContent() }, "a<b>x</b>c"), "axc");
  assert.strictEqual(rewrite("br", { element: (element: any) => element.after("!") }, "a<br>b"), "a<br>!b");
});

test("selectors: classes, ids, attributes, places, combinators", () => {
  const html =
    "<ul id=l><li class='a b'>1</li><li>2</li><li data-k='Value'>3</li></ul><p><span>x</span></p><div><p><span>y</span></p></div>";
  const names = (selector: string): string =>
    rewrite(selector, { element: (element: any) => element.setAttribute("hit", "") }, html).split('hit=""').length -
    1 +
    "";
  const cases: [string, string][] = [
    ["li", "3"],
    ["*", "9"],
    [".b", "1"],
    ["#l > li", "3"],
    ["li:nth-child(2n+1)", "2"],
    ["li:first-child", "1"],
    ["[data-k]", "1"],
    ["[data-k='value' i]", "1"],
    ["[data-k^=Val]", "1"],
    ["p span", "2"],
    ["div > p > span", "1"],
    ["li:not(.a)", "2"],
    ["ul, p", "3"],
    ["ul > span", "0"],
  ];
  for (const [selector, count] of cases) assert.strictEqual(names(selector), count, selector);
  assert.throws(() => new Rewriter().on("a[", {}));
});

test("text, comments, end tags and the document", () => {
  const seen: string[] = [];
  const output = new Rewriter()
    .on("p", {
      text(chunk: any) {
        seen.push(`${chunk.text}|${chunk.lastInTextNode}`);
        if (chunk.text === "old") chunk.replace("new");
      },
      comments: (comment: any) => {
        comment.text = "c";
      },
      element: (element: any) => element.onEndTag((end: any) => end.before("!")),
    })
    .onDocument({
      doctype: (doctype: any) => void seen.push(doctype.name),
      end: (end: any) => end.append("<end>", { html: true }),
    })
    .transform("<!DOCTYPE html><p>old<!-- x --></p>rest");
  assert.strictEqual(output, "<!DOCTYPE html><p>new<!--c-->!</p>rest<end>");
  assert.deepStrictEqual(seen, ["html", "old|false", "|true"]);
});

test("a Response is rewritten, also by asynchronous handlers", async () => {
  const handler = {
    async element(element: any) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      element.setInnerContent("later");
    },
  };
  const response = new Rewriter().on("b", handler).transform(
    new Response("<b>x</b><script>if (1 < 2) '<b>'</script>", {
      status: 201,
      headers: { "x-a": "1", "content-length": "9" },
    }),
  );
  assert.deepStrictEqual(
    [response.status, response.headers.get("x-a"), await response.text()],
    [201, "1", "<b>later</b><script>if (1 < 2) '<b>'</script>"],
  );
});
