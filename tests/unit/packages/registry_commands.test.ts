// The commands about what a registry has: view, dist-tag, owner, deprecate, unpublish, search, login, logout, whoami.
// What they print for programs, and what they send, is what npm 11.19 printed and sent.
import assert from "node:assert";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import process from "node:process";
import { test } from "../harness.ts";
import { type TestRegistry, withRegistry } from "./registry.ts";

const MILLISECONDS_MAX = 60_000;

interface Sent {
  method: string;
  path: string;
  body: unknown;
  authorization: string | undefined;
}

/** Answers a path with JSON, and notes what was sent to it. */
function answer(registry: TestRegistry, path: string, sent: Sent[], status: number, json: unknown): void {
  registry.answers.set(path, (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString();
      const body: unknown = text === "" ? undefined : JSON.parse(text);
      if (request.method !== "GET") {
        sent.push({ method: request.method!, path, body, authorization: request.headers.authorization });
      }
      response.statusCode = status;
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(json));
    });
  });
}

function withToken(registry: TestRegistry): void {
  const host = new URL(registry.address).host;
  writeFileSync(join(registry.folder, ".npmrc"), `//${host}/:_authToken=secret\ncolor=false\n`);
}

test(
  "view prints fields as npm does",
  withRegistry(async (registry) => {
    const manifest = { keywords: ["x", "y"], dependencies: { "is-odd": "^3.0.0" } };
    registry.publish("lib", { "1.0.0": {}, "1.1.0": {}, "2.0.0": { manifest } });
    for (const [args, expected] of [
      [["lib", "version"], "2.0.0\n"],
      [["lib", "versions"], "[ '1.0.0', '1.1.0', '2.0.0' ]\n"],
      [["lib", "versions", "--json"], '[\n  "1.0.0",\n  "1.1.0",\n  "2.0.0"\n]\n'],
      [["lib@1", "version"], "lib@1.0.0 '1.0.0'\nlib@1.1.0 '1.1.0'\n"],
      [["lib@1", "version", "--json"], '[\n  "1.0.0",\n  "1.1.0"\n]\n'],
      [["lib", "name", "version"], "name = 'lib'\nversion = '2.0.0'\n"],
      [["lib", "name", "version", "--json"], '{\n  "name": "lib",\n  "version": "2.0.0"\n}\n'],
      [["lib", "dist-tags"], "{ latest: '2.0.0' }\n"],
      [["lib", "dependencies"], "{ 'is-odd': '^3.0.0' }\n"],
      [["lib", "keywords[0]"], "x\n"],
      [["lib", "dist.tarball"], `${registry.address}lib/-/lib-2.0.0.tgz\n`],
      [["lib", "nothing"], ""],
    ] as [string[], string][]) {
      const run = await registry.brio(["view", ...args]);
      assert.deepStrictEqual([run.code, run.stdout], [0, expected], `${args} ${run.stderr}`);
    }
    const page = await registry.brio(["info", "lib"]);
    assert.match(page.stdout, /^\nlib@2\.0\.0 \| .*\| deps: 1 \| versions: 3\n/);
    for (const [name, code] of [
      ["lib@9", "E404"],
      ["missing", "E404"],
    ]) {
      const run = await registry.brio(["view", name!, "version"]);
      assert.strictEqual(run.code, 1);
      assert.ok(run.stderr.includes(code!), run.stderr);
    }
  }),
  MILLISECONDS_MAX,
);

test(
  "dist-tag lists, sets and removes tags",
  withRegistry(async (registry) => {
    withToken(registry);
    const sent: Sent[] = [];
    answer(registry, "/-/package/@s/lib/dist-tags", sent, 200, { latest: "2.0.0", old: "1.0.0", _etag: "x" });
    answer(registry, "/-/package/@s/lib/dist-tags/next", sent, 201, { ok: true });
    answer(registry, "/-/package/@s/lib/dist-tags/old", sent, 200, { ok: true });
    const list = await registry.brio(["dist-tag", "ls", "@s/lib"]);
    assert.strictEqual(list.stdout, "latest: 2.0.0\nold: 1.0.0\n");
    const added = await registry.brio(["dist-tag", "add", "@s/lib@1.5.0", "next"]);
    assert.strictEqual(added.stdout, "+next: @s/lib@1.5.0\n", added.stderr);
    const removed = await registry.brio(["dist-tag", "rm", "@s/lib", "old"]);
    assert.strictEqual(removed.stdout, "-old: @s/lib@1.0.0\n", removed.stderr);
    assert.deepStrictEqual(sent, [
      { method: "PUT", path: "/-/package/@s/lib/dist-tags/next", body: "1.5.0", authorization: "Bearer secret" },
      { method: "DELETE", path: "/-/package/@s/lib/dist-tags/old", body: undefined, authorization: "Bearer secret" },
    ]);
    const unknown = await registry.brio(["dist-tag", "rm", "@s/lib", "zz"]);
    assert.strictEqual(unknown.code, 1);
    assert.match(unknown.stderr, /has no tag zz/);
    const range = await registry.brio(["dist-tag", "add", "@s/lib@1.5.0", "2.x"]);
    assert.match(range.stderr, /is a range/);
  }),
  MILLISECONDS_MAX,
);

test(
  "deprecate, owner and unpublish change the record that is there",
  withRegistry(async (registry) => {
    withToken(registry);
    const sent: Sent[] = [];
    const owners = [{ name: "me", email: "me@x" }];
    const version = (text: string) => ({
      name: "lib",
      version: text,
      dist: { tarball: `${registry.address}lib/-/lib-${text}.tgz` },
    });
    const record = {
      _id: "lib",
      _rev: "3-a",
      name: "lib",
      "dist-tags": { latest: "2.0.0" },
      versions: { "1.0.0": version("1.0.0"), "2.0.0": version("2.0.0") },
      maintainers: owners,
      _attachments: { x: {} },
    };
    answer(registry, "/lib?write=true", sent, 200, record);
    answer(registry, "/lib", sent, 201, { ok: true });
    answer(registry, "/lib/-rev/3-a", sent, 201, { ok: true });
    answer(registry, "/lib/-/lib-2.0.0.tgz/-rev/3-a", sent, 201, { ok: true });
    answer(registry, "/-/user/org.couchdb.user:you", sent, 200, { name: "you", email: "you@x" });
    const deprecated = await registry.brio(["deprecate", "lib@<2", "use 2"]);
    assert.strictEqual(deprecated.stdout, "deprecated: lib@1.0.0\n", deprecated.stderr);
    const added = await registry.brio(["owner", "add", "you", "lib"]);
    assert.strictEqual(added.code, 0, added.stderr);
    const removed = await registry.brio(["unpublish", "lib@2.0.0"]);
    assert.strictEqual(removed.stdout, "- lib@2.0.0\n", removed.stderr);
    const { _attachments: _, ...rest } = record;
    const authorization = "Bearer secret";
    assert.deepStrictEqual(sent, [
      {
        method: "PUT",
        path: "/lib",
        body: {
          ...record,
          versions: { "1.0.0": { ...version("1.0.0"), deprecated: "use 2" }, "2.0.0": version("2.0.0") },
        },
        authorization,
      },
      {
        method: "PUT",
        path: "/lib/-rev/3-a",
        body: { _id: "lib", _rev: "3-a", maintainers: [...owners, { name: "you", email: "you@x" }] },
        authorization,
      },
      {
        method: "PUT",
        path: "/lib/-rev/3-a",
        body: { ...rest, "dist-tags": { latest: "1.0.0" }, versions: { "1.0.0": version("1.0.0") } },
        authorization,
      },
      { method: "DELETE", path: "/lib/-/lib-2.0.0.tgz/-rev/3-a", body: undefined, authorization },
    ]);
    sent.length = 0;
    const refusals = [
      ["unpublish", "lib"],
      ["unpublish", "lib@9.0.0"],
      ["deprecate", "lib@9", "x"],
      ["owner", "rm", "me", "lib"],
    ];
    for (const args of refusals) {
      assert.notStrictEqual((await registry.brio(args)).code, 0, args.join(" "));
    }
    assert.deepStrictEqual(sent, []);
    const all = await registry.brio(["unpublish", "lib", "--force"]);
    assert.strictEqual(all.code, 0, all.stderr);
    assert.deepStrictEqual(sent, [{ method: "DELETE", path: "/lib/-rev/3-a", body: undefined, authorization }]);
  }),
  MILLISECONDS_MAX,
);

test(
  "without credentials nothing is sent, and the error names `brio login`",
  withRegistry(async (registry) => {
    for (const args of [["whoami"], ["logout"], ["deprecate", "lib", "x"], ["unpublish", "lib@1.0.0"]]) {
      const run = await registry.brio(args);
      assert.strictEqual(run.code, 1);
      assert.match(run.stderr, /ENEEDAUTH[^]*brio login/, args.join(" "));
    }
    assert.deepStrictEqual(registry.requests, []);
  }),
  MILLISECONDS_MAX,
);

test(
  "login by the registry's page saves a token, whoami uses it and logout ends it",
  withRegistry(async (registry) => {
    const sent: Sent[] = [];
    const page = `${registry.address}login/1`;
    answer(registry, "/-/v1/login", sent, 200, { loginUrl: page, doneUrl: `${registry.address}done` });
    let count = 0;
    registry.answers.set("/done", (_request, response) => {
      count += 1;
      response.statusCode = count === 1 ? 202 : 200;
      response.setHeader("retry-after", "1");
      response.end(JSON.stringify(count === 1 ? {} : { token: "fresh/1" }));
    });
    answer(registry, "/-/whoami", sent, 200, { username: "me" });
    answer(registry, "/-/user/token/fresh/1", sent, 200, { ok: true });
    const login = await registry.brio(["login"]);
    assert.strictEqual(login.code, 0, login.stderr);
    assert.ok(login.stdout.includes(page), login.stdout);
    const file = join(registry.folder, ".npmrc");
    const host = new URL(registry.address).host;
    assert.strictEqual(readFileSync(file, "utf8"), `//${host}/:_authToken=fresh/1\n`);
    const who = await registry.brio(["whoami"]);
    assert.deepStrictEqual([who.code, who.stdout], [0, "me\n"], who.stderr);
    assert.strictEqual(registry.requests.at(-1)?.authorization, "Bearer fresh/1");
    const logout = await registry.brio(["logout"]);
    assert.strictEqual(logout.code, 0, logout.stderr);
    assert.deepStrictEqual(sent.at(-1)?.method, "DELETE");
    assert.strictEqual(readFileSync(file, "utf8"), "");
  }),
  MILLISECONDS_MAX,
);

test(
  "login with a name and a password, where the registry has no page",
  withRegistry(async (registry) => {
    const sent: Sent[] = [];
    answer(registry, "/-/user/org.couchdb.user:me", sent, 201, { ok: true, token: "t1" });
    const line = `printf 'me\\nsecret12\\n' | "${process.execPath}" login --scope=@mine`;
    const run = await registry.run("sh", ["-c", line]);
    assert.strictEqual(run.code, 0, run.stderr);
    const { date, ...body } = sent[0]!.body as Record<string, unknown>;
    assert.ok(!Number.isNaN(Date.parse(String(date))));
    assert.deepStrictEqual(body, {
      _id: "org.couchdb.user:me",
      name: "me",
      password: "secret12",
      type: "user",
      roles: [],
    });
    const text = readFileSync(join(registry.folder, ".npmrc"), "utf8");
    const host = new URL(registry.address).host;
    assert.strictEqual(text, `//${host}/:_authToken=t1\n@mine:registry=${registry.address}\n`);
    const refused = await registry.run("sh", ["-c", `"${process.execPath}" login --auth-type=legacy < /dev/null`]);
    assert.strictEqual(refused.code, 1);
    assert.ok(existsSync(join(registry.folder, ".npmrc")));
  }),
  MILLISECONDS_MAX,
);

test(
  "search lists packages, also for programs",
  withRegistry(async (registry) => {
    const found = {
      name: "lib",
      version: "1.0.0",
      description: "a lib",
      keywords: ["x", "y"],
      date: "2026-01-02T03:04:05.000Z",
      maintainers: [{ username: "me" }],
    };
    answer(registry, "/-/v1/search?text=my lib&size=20", [], 200, { objects: [{ package: found }], total: 1 });
    const plain = await registry.brio(["search", "my", "lib"]);
    assert.match(plain.stdout, /^lib@1\.0\.0\n {2}a lib\n/, plain.stderr);
    const lines = await registry.brio(["search", "my", "lib", "--parseable"]);
    assert.strictEqual(lines.stdout, "lib\ta lib\t=me\t2026-01-02\t1.0.0\tx y\n");
    const json = await registry.brio(["search", "my", "lib", "--json"]);
    assert.deepStrictEqual(JSON.parse(json.stdout), [found]);
    const none = await registry.brio(["search", "other"]);
    assert.strictEqual(none.code, 1);
    assert.match(none.stderr, /does not offer a search/);
  }),
  MILLISECONDS_MAX,
);
