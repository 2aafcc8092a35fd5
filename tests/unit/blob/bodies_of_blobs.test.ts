// A Response or Request whose body is a Blob in memory reads it without a stream; copies are the reader's own.
import { deepStrictEqual, notStrictEqual, rejects, strictEqual } from "node:assert";
import { test } from "../harness.ts";

const text = "abc é";
const bytes = new TextEncoder().encode(text);
const makers = {
  "one part": () => new Blob([text], { type: "text/a" }),
  "three parts": () => new Blob(["a", bytes.slice(1, 3), bytes.slice(3)], { type: "text/a" }),
  "a slice": () => new Blob([`--${text}--`]).slice(2, -2, "text/a"),
  "a file": () => new File([text], "a.txt", { type: "text/a" }),
};

for (const [name, make] of Object.entries(makers)) {
  test(`${name}: each reader returns the content once`, async () => {
    const blob = make();
    for (const read of ["text", "bytes", "arrayBuffer", "blob"] as const) {
      const response = new Response(blob);
      const content = await response[read]();
      strictEqual(response.bodyUsed, true);
      await rejects(response[read](), TypeError);
      if (content instanceof Blob) {
        deepStrictEqual([content.type, await content.text()], ["text/a", text]);
        notStrictEqual(content, blob);
        strictEqual(content instanceof File, false);
      } else if (typeof content === "string") strictEqual(content, text);
      else deepStrictEqual(new Uint8Array(content), bytes);
    }
  });

  test(`${name}: changes of what was read do not reach the blob`, async () => {
    const blob = make();
    (await new Response(blob).bytes()).fill(0);
    new Uint8Array(await new Response(blob).arrayBuffer()).fill(0);
    (await blob.bytes()).fill(0);
    new Uint8Array(await blob.arrayBuffer()).fill(0);
    strictEqual(await blob.text(), text);
    strictEqual((await blob.arrayBuffer()).byteLength, bytes.length);
    strictEqual((await blob.bytes()).buffer.byteLength, bytes.length);
  });
}

test("the type of blob() is the Content-Type of the headers", async () => {
  const blob = new Blob(["a"], { type: "text/a" });
  const headers = { "content-type": "Text/B" };
  strictEqual((await new Response(blob, { headers }).blob()).type, "text/b");
  const request = new Request("http://a/", { method: "POST", body: blob });
  strictEqual(request.headers.get("content-type"), "text/a");
  strictEqual((await request.blob()).type, "text/a");
  strictEqual((await new Response(bytes).blob()).type, "");
  const changed = new Response(blob);
  changed.headers.delete("content-type");
  strictEqual((await changed.blob()).type, "");
});

test("an empty blob, and one that a clone reads, too", async () => {
  deepStrictEqual([await new Response(new Blob()).text(), (await new Response(new Blob()).blob()).size], ["", 0]);
  strictEqual((await new Response(new Blob()).arrayBuffer()).byteLength, 0);
  const response = new Response(new Blob([text]));
  const copy = response.clone();
  strictEqual(await (await response.blob()).text(), text);
  deepStrictEqual(await copy.bytes(), bytes);
});

test("a byte order mark is removed from text only", async () => {
  const marked = new Blob(["\ufeffa"]);
  strictEqual(await new Response(marked).text(), "a");
  strictEqual((await (await new Response(marked).blob()).bytes()).length, 4);
});

test("the bytes of a body are its own, also when the source changes", async () => {
  const source = new Uint8Array([1, 2, 3]);
  const response = new Response(source.subarray(1));
  source.fill(0);
  const buffer = await response.arrayBuffer();
  deepStrictEqual([...new Uint8Array(buffer)], [2, 3]);
});

test("a signal of a copied request follows that of the first, and others cannot be aborted", () => {
  const controller = new AbortController();
  const first = new Request("http://a/", { signal: controller.signal });
  const [clone, copy] = [first.clone(), new Request(first)];
  const independent = new Request("http://a/").clone();
  notStrictEqual(clone.signal, first.signal);
  controller.abort("why");
  deepStrictEqual([clone.signal.reason, copy.signal.reason, first.signal.reason], ["why", "why", "why"]);
  deepStrictEqual([copy.clone().signal.aborted, independent.signal.aborted], [true, false]);
});

test("headers from pairs of any iterables", () => {
  const pairs = new Map([
    ["a", "1"],
    ["b", "2"],
  ]);
  deepStrictEqual([...new Headers(pairs as never)], [...pairs]);
  deepStrictEqual([...new Headers([new Set(["c", "3"]) as never])], [["c", "3"]]);
  deepStrictEqual([...new Headers([["d", 4 as never]])], [["d", "4"]]);
  for (const invalid of [[["a"]], [["a", "b", "c"]], ["ab" as never], [1 as never], [["a b", "c"]], [["a", "\n\0"]]])
    strictEqual(
      (() => {
        try {
          new Headers(invalid as never);
          return "none";
        } catch (error) {
          return (error as Error).name;
        }
      })(),
      "TypeError",
      JSON.stringify(invalid),
    );
});
