// FormData and multipart bodies.
import assert from "node:assert";
import { test } from "../harness.ts";

test("append, get, getAll, set, delete, has", () => {
  const form = new FormData();
  form.append("a", "1");
  form.append("a", "2");
  form.append("b", 3 as any);
  assert.deepStrictEqual(
    [form.get("a"), form.getAll("a"), form.get("none"), form.has("b")],
    ["1", ["1", "2"], null, true],
  );
  form.set("a", "9");
  form.delete("b");
  assert.deepStrictEqual([...form], [["a", "9"]]);
});

test("a Blob becomes a File", () => {
  const form = new FormData();
  form.append("a", new Blob(["x"], { type: "t/t" }));
  form.append("b", new Blob(["x"]), "name.txt");
  form.append("c", new File(["x"], "own.txt", { lastModified: 5 }));
  const [a, b, c] = ["a", "b", "c"].map((name) => form.get(name) as File);
  assert.ok(a instanceof File);
  assert.deepStrictEqual(
    [a!.name, a!.type, b!.name, c!.name, c!.lastModified],
    ["blob", "t/t", "name.txt", "own.txt", 5],
  );
});

test("arguments are checked", () => {
  const form: any = new FormData();
  assert.throws(() => new FormData(1 as any), {
    name: "TypeError",
    message: "FormData constructor: Argument 1 could not be converted to: undefined.",
  });
  assert.throws(() => form.append("a"), { message: "FormData.append: 2 arguments required, but only 1 found." });
  assert.throws(() => form.append("a", "b", "c"), {
    message: 'FormData.append: Expected value (""b"") to be an instance of Blob.',
  });
  assert.throws(() => FormData.prototype.get.call({} as any, "a"), {
    code: "ERR_INVALID_THIS",
    message: "Illegal invocation",
  });
});

test("a form survives a round trip through multipart/form-data", async () => {
  const form = new FormData();
  form.append('na"me\n', "line\nbreak\u20ac");
  form.append("file", new File([new Uint8Array([0, 13, 10, 45, 45, 255])], 'f"\u00e9.bin', { type: "x/y" }));
  form.append("empty", "");
  const response = new Response(form);
  assert.match(response.headers.get("content-type")!, /^multipart\/form-data; boundary=/);
  const back = await response.formData();
  // Line breaks of names and values are sent as CRLF.
  assert.deepStrictEqual([...back.keys()], ['na"me\r\n', "file", "empty"]);
  assert.strictEqual(back.get('na"me\r\n'), "line\r\nbreak\u20ac");
  assert.strictEqual(back.get("empty"), "");
  const file = back.get("file") as File;
  assert.deepStrictEqual([file.name, file.type], ['f"\u00e9.bin', "x/y"]);
  assert.deepStrictEqual([...new Uint8Array(await file.arrayBuffer())], [0, 13, 10, 45, 45, 255]);
});

test("a multipart body written by others is read", async () => {
  const text =
    '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b\r\n' +
    'content-disposition: form-data; name="f"; filename="x.txt"\r\nContent-Type: text/x\r\n\r\nhi\r\n--b--\r\n';
  const form = await new Response(text, {
    headers: { "content-type": 'multipart/form-data; boundary="b"' },
  }).formData();
  assert.strictEqual(form.get("a"), "1");
  assert.strictEqual(await (form.get("f") as File).text(), "hi");
});

test("a multipart body that ends early is refused", async () => {
  const text = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1';
  const response = new Response(text, { headers: { "content-type": "multipart/form-data; boundary=b" } });
  await assert.rejects(response.formData(), { name: "TypeError" });
});

test("the cause describes the error in a multipart body", async () => {
  const cases: [body: string, cause: string][] = [
    ["", "no boundary found in multipart body"],
    ["--x\r\n\r\n", "header name is null"],
    ["--x\r\nfoo: bar\r\n\r\nv\r\n--x--", "header name is null"],
    ["--x\r\nbad header\r\n\r\nv\r\n--x--", "header name does not match the field-name token production"],
    ["--x\r\nname\r\n\r\nv\r\n--x--", "expected :"],
    [
      "--x\r\ncontent-disposition: inline; name=a\r\n\r\nv\r\n--x--",
      "expected form-data for content-disposition header",
    ],
    [
      "--x\r\ncontent-disposition: form-data\r\n\r\nv\r\n--x--",
      "name attribute is required in content-disposition header",
    ],
    ['--x\r\ncontent-disposition: form-data; name="a\r\n\r\nv\r\n--x--', "Closing quote not found"],
    ["--x\r\ncontent-disposition: form-data; name=a\n\nv\r\n--x--", "expected CRLF"],
    ["--x\r\ncontent-disposition: form-data; name=a\r\n\r\nv\r\n", "expected boundary after body"],
    ["--xy", "expected CRLF"],
  ];
  const failureOf = (body: string, type: string) =>
    new Response(body, { headers: { "content-type": type } }).formData().then(
      () => null,
      (error) => error,
    );
  for (const [body, cause] of cases) {
    const error = await failureOf(body, "multipart/form-data; boundary=x");
    assert.deepStrictEqual(
      [error.name, error.message, error.cause.name, error.cause.message],
      ["TypeError", "Failed to parse body as FormData.", "TypeError", cause],
    );
  }
  assert.strictEqual(
    (await failureOf("x", "multipart/form-data")).cause.message,
    "missing boundary in content-type header",
  );
});

test("bytes before the first boundary are skipped", async () => {
  const text = "pre--amble\r\n--x\r\ncontent-disposition: form-data; name=a\r\n\r\nv\r\n--x--";
  const form = await new Response(text, { headers: { "content-type": "multipart/form-data; boundary=x" } }).formData();
  assert.deepStrictEqual([...form], [["a", "v"]]);
});

test("a byte order mark belongs to the first name of a urlencoded form", async () => {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const form = await new Response("\ufefftest=\ufeff&a=%EF%BB%BFb", { headers }).formData();
  assert.deepStrictEqual(
    [...form],
    [
      ["\ufefftest", "\ufeff"],
      ["a", "\ufeffb"],
    ],
  );
});

test("line breaks, quotes and the beginnings of delimiters inside of a multipart body", async () => {
  const form = new FormData();
  const name = 'a "b"\nc\rd\r\ne; filename=no';
  const content = "\r\n--\r\n---\r\r\n--x\r\n\r\n--";
  form.append(name, "one\ntwo\rthree\r\nfour");
  form.append("binary", new File([content], 'x"y.bin', { type: "application/x-y" }));
  form.append("empty", "");
  form.append("last", new File([], "none"));
  const request = new Response(form);
  const read = await request.formData();
  assert.deepStrictEqual([...read.keys()], ['a "b"\r\nc\r\nd\r\ne; filename=no', "binary", "empty", "last"]);
  assert.strictEqual([...read.values()][0], "one\r\ntwo\r\nthree\r\nfour");
  const file = read.get("binary") as File;
  assert.deepStrictEqual([file.name, file.type, await file.text()], ['x"y.bin', "application/x-y", content]);
  assert.strictEqual(read.get("empty"), "");
  assert.strictEqual((read.get("last") as File).size, 0);
});

test("parts with headers in other spellings are read", async () => {
  const body = [
    "--B",
    'CONTENT-DISPOSITION:form-data; filename="f.txt"; name="first"',
    "X-Other: 1",
    "",
    "1",
    "--B",
    "Content-Type: text/x-y",
    'Content-Disposition: form-data;name="second"; filename="g.txt"',
    "",
    "2",
    "--B--",
    "",
  ].join("\r\n");
  const form = await new Response(body, { headers: { "content-type": "multipart/form-data; boundary=B" } }).formData();
  const [first, second] = [form.get("first") as File, form.get("second") as File];
  assert.deepStrictEqual([first.name, await first.text()], ["f.txt", "1"]);
  assert.deepStrictEqual([second.name, second.type, await second.text()], ["g.txt", "text/x-y", "2"]);
});
