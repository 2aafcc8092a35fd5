// `Bun.FileSystemRouter`. The expected values are those of Bun 1.4.5.
import assert from "node:assert";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { FileSystemRouter } from "bun";
import { test } from "../harness.ts";

/** A folder with empty files. Bun caches what it once read of a folder, so each test has its own. */
function tree(...files: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), "router-"));
  for (const file of files) add(folder, file);
  return folder;
}

function add(folder: string, file: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), "");
}

const routerOf = (dir: string, options: object = {}): any => new FileSystemRouter({ dir, style: "nextjs", ...options });

function thrown(run: () => unknown): any {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

/** The name of the route, its kind and the parameters. */
function show(router: any, path: string): unknown {
  const found = router.match(path);
  return found && [found.name, found.kind, found.params];
}

test("routes are the pages of the folder, exact ones first", () => {
  const dir = tree(
    ...["index.tsx", "settings.jsx", "blog/index.ts", "blog/[slug].js", "a/[x]/edit.mjs", "a/[x]/[y].cjs", "a.b.ts"],
    ...["[[...rest]].tsx", "docs/[...path].ts", "[k]/[...path].ts", "Upper.ts", "_app.tsx"],
    ...[".hidden.ts", ".folder/x.ts", "node_modules/y.ts", "data.json", "z.mts", "style.css"],
  );
  const router = routerOf(dir);
  assert.deepStrictEqual(Object.entries(router.routes), [
    ["/_app", `${dir}/_app.tsx`],
    ["/a.b", `${dir}/a.b.ts`],
    ["/blog", `${dir}/blog/index.ts`],
    ["/settings", `${dir}/settings.jsx`],
    ["/Upper", `${dir}/Upper.ts`],
    ["/", `${dir}/index.tsx`],
    ["/a/[x]/edit", `${dir}/a/[x]/edit.mjs`],
    ["/a/[x]/[y]", `${dir}/a/[x]/[y].cjs`],
    ["/blog/[slug]", `${dir}/blog/[slug].js`],
    ["/[k]/[...path]", `${dir}/[k]/[...path].ts`],
    ["/docs/[...path]", `${dir}/docs/[...path].ts`],
    ["/[[...rest]]", `${dir}/[[...rest]].tsx`],
  ]);
  assert.strictEqual(router.routes, router.routes);
  assert.strictEqual(router.style, "nextjs");
});

test("match finds the route and its parameters", () => {
  const router = routerOf(
    tree(
      ...["index.ts", "blog/index.ts", "blog/[slug].ts", "blog/new.ts", "u/[id]/posts/[post].ts"],
      ...["docs/[...path].ts", "all/[[...rest]].ts", "Upper.ts"],
    ),
  );
  const found: Record<string, unknown> = {
    "/": ["/", "exact", {}],
    "": ["/", "exact", {}],
    "/index": ["/", "exact", {}],
    "/blog": ["/blog", "exact", {}],
    "/blog/": ["/blog", "exact", {}],
    "/blog/index": ["/blog", "exact", {}],
    "/blog/new": ["/blog/new", "exact", {}],
    "/upper": ["/Upper", "exact", {}],
    "/blog/x": ["/blog/[slug]", "dynamic", { slug: "x" }],
    "/blog/%C3%BC%20x": ["/blog/[slug]", "dynamic", { slug: "ü x" }],
    "/blog/x/y": null,
    "/u/1/posts/2": ["/u/[id]/posts/[post]", "dynamic", { id: "1", post: "2" }],
    "/docs": null,
    "/docs/a/b/": ["/docs/[...path]", "catch-all", { path: "a/b" }],
    "/all": ["/all/[[...rest]]", "optional-catch-all", {}],
    "/all/a/b": ["/all/[[...rest]]", "optional-catch-all", { rest: "a/b" }],
    blog: null,
    "?a=1": null,
    "https://host:80/blog/x?y": ["/blog/[slug]", "dynamic", { slug: "x" }],
  };
  for (const path of Object.keys(found)) assert.deepStrictEqual(show(router, path), found[path], path);
  assert.strictEqual(thrown(() => router.match("/%zz")).message, "DecodingError parsing path: /%zz");
});

test("a route names its file, path, query and address", () => {
  const dir = tree("index.ts", "blog/[slug].ts");
  const options = { origin: "https://pages.example/ignored", assetPrefix: "/_next/static/" };
  const router = routerOf(dir, options);
  const found = router.match("/blog/x?a=1&b=2&a=3&slug=y&c&d=1+2");
  assert.strictEqual(found.pathname, "/blog/x?a=1&b=2&a=3&slug=y&c&d=1+2");
  assert.deepStrictEqual(found.query, { slug: "x", a: ["1", "3"], b: "2", c: "", d: "1+2" });
  assert.strictEqual(found.filePath, `${dir}/blog/[slug].ts`);
  assert.strictEqual(found.src, "https://pages.example/_next/static/blog/[slug].ts");
  assert.strictEqual(found.scriptSrc, found.src);
  assert.strictEqual(Object.prototype.toString.call(found), "[object MatchedRoute]");
  assert.deepStrictEqual([router.origin, router.assetPrefix], [options.origin, options.assetPrefix]);
  const plain = routerOf(dir, { assetPrefix: "/_next/" });
  assert.deepStrictEqual([plain.origin, plain.match("/blog/x").src], [null, "blog/[slug].ts"]);
  assert.deepStrictEqual(routerOf(dir, { origin: "", assetPrefix: "" }).assetPrefix, null);
});

test("match accepts requests and responses", () => {
  const router = routerOf(tree("index.ts", "blog/[slug].ts"));
  assert.deepStrictEqual(router.match(new Request("http://host/blog/x?y=1")).query, { slug: "x", y: "1" });
  assert.strictEqual(router.match(new Response("")).name, "/");
  for (const value of [undefined, null, 1, {}, new URL("http://host/blog/x")]) {
    const error = thrown(() => router.match(value));
    assert.deepStrictEqual(
      [error.name, error.code, error.message],
      ["TypeError", "ERR_INVALID_ARG_TYPE", "Expected string, Request or Response"],
    );
  }
});

test("reload reads the folder again", () => {
  const dir = tree("index.ts");
  const router = routerOf(dir);
  add(dir, "a/new.ts");
  assert.strictEqual(router.match("/a/new"), null);
  assert.strictEqual(router.reload(), router);
  assert.strictEqual(router.match("/a/new").filePath, `${dir}/a/new.ts`);
});

test("extensions limit the pages; what is before their first character does not count", () => {
  const dir = tree("a.ts", "b.js", "c.vue");
  assert.deepStrictEqual(Object.keys(routerOf(dir, { fileExtensions: [".vue", ".js"] }).routes), ["/b", "/c"]);
  assert.deepStrictEqual(Object.keys(routerOf(dir, { fileExtensions: ["ts"] }).routes), []);
});

test("names that are not routes throw a BuildMessage, several an AggregateError", () => {
  const messages: Record<string, string> = {
    "[foo.ts": "Route is missing a closing bracket]",
    "[].ts": "Invalid dynamic route",
    "a/[b.ts": "Invalid dynamic route",
    "[...].ts": "Route is missing a closing bracket]",
    "[.a].ts": "Invalid catch-all route, e.g. should be [...param]",
    "[[a]].ts": "Invalid optional catch-all route, e.g. should be [[...param]]",
    "[...a]/b.ts": "Catch-all route must be at the end of the path",
    "[...a]b.ts": "Catch-all route must be at the end of the path",
    "é.ts": "Route name must be plaintext",
  };
  for (const name of Object.keys(messages)) {
    const error = thrown(() => routerOf(tree(name)));
    assert.deepStrictEqual([error.name, error.message, error.level], ["BuildMessage", messages[name], "error"]);
  }
  const error = thrown(() => routerOf(tree("a.js", "a.jsx", "a.ts")));
  assert.deepStrictEqual([error.name, error.message, error.errors.length], ["AggregateError", "loading routes", 2]);
  for (const { message } of error.errors)
    assert.match(message, /^Route "\/a" is already defined by .*\/a\.(js|jsx|ts)$/);
});

test("options are checked", () => {
  const dir = tree("a.ts");
  const messages: [unknown, string][] = [
    [undefined, "Expected object"],
    ["x", "Expected object"],
    [{ style: "nextjs" }, "FileSystemRouterOptions.dir is required"],
    [{ style: "nextjs", dir: 1 }, "FileSystemRouterOptions.dir must be a string"],
    [{ dir }, 'Expected \'style\' option (ex: "style": "nextjs")'],
    [{ dir, style: "other" }, "Only 'nextjs' style is currently implemented"],
    [{ dir, style: "nextjs", origin: 1 }, "FileSystemRouterOptions.origin must be a string"],
    [{ dir, style: "nextjs", assetPrefix: 1 }, "FileSystemRouterOptions.assetPrefix must be a string"],
    [
      { dir, style: "nextjs", fileExtensions: ".ts" },
      "FileSystemRouterOptions.fileExtensions must be an array of string",
    ],
    [
      { dir, style: "nextjs", fileExtensions: [1] },
      "element of FileSystemRouterOptions.fileExtensions must be a string",
    ],
  ];
  for (const [options, message] of messages) {
    const error = thrown(() => new FileSystemRouter(options as never));
    assert.deepStrictEqual([error.name, error.code, error.message], ["TypeError", "ERR_INVALID_ARG_TYPE", message]);
  }
  const missing = join(dir, "missing");
  assert.strictEqual(thrown(() => routerOf(missing)).message, `Unable to find directory: ${missing}`);
  const { match } = FileSystemRouter.prototype;
  assert.strictEqual(
    thrown(() => match.call({} as never, "/")).message,
    "Expected this to be instanceof FileSystemRouter, but received an instance of Object",
  );
});

test("it is shown with what it has", () => {
  const dir = tree("a.ts");
  assert.strictEqual(
    Bun.inspect(routerOf(dir)),
    `FileSystemRouter {\n  assetPrefix: null,\n  match: [Function: match],\n  origin: null,\n  reload: [Function: reload],\n` +
      `  routes: {\n    "/a": "${dir}/a.ts",\n  },\n  style: "nextjs",\n}`,
  );
  assert.match(Bun.inspect(routerOf(dir).match("/a")), /^MatchedRoute \{\n {2}filePath: ".*",\n {2}kind: "exact",/);
});
