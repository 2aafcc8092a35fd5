// Registries and tarballs that are broken or hostile: a clear error, and nothing outside of the package is written.
import assert from "node:assert";
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { test } from "../harness.ts";
import { integrityOf, tar, withRegistry, type TestRegistry } from "./registry.ts";

const SECONDS_MAX = 30_000;

/** Installs what must fail. Returns the error. */
async function failure(registry: TestRegistry, dependencies: Record<string, string>): Promise<string> {
  registry.write("package.json", { name: "app", dependencies });
  const run = await registry.brio(["install"]);
  assert.strictEqual(run.code, 1, run.stdout);
  assert.ok(!existsSync(join(registry.project, "package-lock.json")));
  return run.stderr;
}

test(
  "a tarball that is not the announced one is refused",
  withRegistry(async (registry) => {
    registry.publish("a", { "1.0.0": { integrity: `sha512-${"A".repeat(86)}==` } });
    assert.match(await failure(registry, { a: "1" }), /the tarball of a@1\.0\.0 is not the expected one.*EINTEGRITY/s);
    assert.ok(!existsSync(join(registry.project, "node_modules/a/package.json")));
  }),
  SECONDS_MAX,
);

for (const path of ["package/../../../evil", "/tmp/brio-evil", "package/../../evil"]) {
  test(
    `a tarball with the path ${path} is refused`,
    withRegistry(async (registry) => {
      registry.publish("a", { "1.0.0": { files: { [path]: "evil" } } });
      assert.match(await failure(registry, { a: "1" }), /EUNSAFETAR/);
      assert.ok(!existsSync(join(registry.folder, "evil")) && !existsSync("/tmp/brio-evil"));
    }),
    SECONDS_MAX,
  );
}

test(
  "links and .git folders in a tarball are not made",
  withRegistry(async (registry) => {
    registry.publish("a", {
      "1.0.0": {
        files: {
          "package/link": { kind: "2", content: "/etc/passwd" },
          "package/hard": { kind: "1", content: "package/package.json" },
          "package/.git/config": "evil",
          "package/index.js": "good",
        },
      },
    });
    registry.write("package.json", { name: "app", dependencies: { a: "1" } });
    assert.strictEqual((await registry.brio(["install"])).code, 0);
    assert.deepStrictEqual(readdirSync(join(registry.project, "node_modules/a")).sort(), ["index.js", "package.json"]);
  }),
  SECONDS_MAX,
);

test(
  "a cut off tarball and one that is no tarball are refused",
  withRegistry(async (registry) => {
    const archive = gzipSync(tar({ "package/package.json": '{"name":"a","version":"1.0.0"}' }));
    for (const [name, body] of [
      ["short", archive.subarray(0, archive.length - 20)],
      ["text", Buffer.from("hello")],
    ] as const) {
      registry.answers.set(`/${name}.tgz`, (_, response) => response.end(body));
      assert.match(await failure(registry, { a: `${registry.address}${name}.tgz` }), /ETARBALL/, name);
    }
  }),
  SECONDS_MAX,
);

test(
  "a package that unpacks to more than the limit is refused",
  withRegistry(async (registry) => {
    // Members of gzip follow each other (RFC 1952 §2.2): 16 MiB each, and one that ends them.
    const member = gzipSync(Buffer.alloc(16 << 20));
    const huge = Buffer.concat([...Array.from({ length: 65 }, () => member), gzipSync(Buffer.alloc(1))]);
    registry.answers.set("/huge.tgz", (_, response) => response.end(huge));
    assert.match(await failure(registry, { a: `${registry.address}huge.tgz` }), /ETOOLARGE/);
  }),
  SECONDS_MAX * 2,
);

test(
  "a token goes to its host only, not to where the host redirects",
  withRegistry(async (registry) => {
    const seen: (string | undefined)[] = [];
    const other = createServer((request, response) => {
      seen.push(request.headers.authorization);
      response.end(registry.tarball("a", "1.0.0"));
    });
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    registry.publish("a", { "1.0.0": {} });
    const target = `http://127.0.0.1:${(other.address() as AddressInfo).port}/a.tgz`;
    registry.answers.set("/a/-/a-1.0.0.tgz", (_, response) => response.writeHead(302, { location: target }).end());
    registry.write(".npmrc", `registry=${registry.address}\n${registry.address.slice(5)}:_authToken=\${SECRET}\n`);
    registry.write("package.json", { name: "app", dependencies: { a: "1" } });
    const run = await registry.brio(["install"], { env: { SECRET: "s3cret" } });
    other.close();
    assert.strictEqual(run.code, 0, run.stderr);
    assert.deepStrictEqual(
      registry.requests.map((request) => request.authorization),
      ["Bearer s3cret", "Bearer s3cret"],
    );
    assert.deepStrictEqual(seen, [undefined]);
  }),
  SECONDS_MAX,
);

const STATUSES: [number, RegExp][] = [
  [
    401,
    /refuses a without valid credentials \(required by the project\) \(E401\)\n\(set `\/\/127\.0\.0\.1:\d+\/:_authToken/,
  ],
  [403, /E403/],
  [500, /answers status 500 for a \(required by the project\) \(E5XX\)/],
];
for (const [status, expected] of STATUSES) {
  test(
    `status ${status} is an error that says what to do`,
    withRegistry(async (registry) => {
      registry.answers.set("/a", (_, response) => response.writeHead(status).end("{}"));
      assert.match(await failure(registry, { a: "1" }), expected);
    }),
    SECONDS_MAX,
  );
}

test(
  "a package that does not exist is named with what asks for it",
  withRegistry(async (registry) => {
    registry.publish("a", { "1.0.0": { manifest: { dependencies: { nowhere: "^1" } } } });
    assert.match(
      await failure(registry, { a: "1" }),
      /nowhere is not in the registry .* \(required by a@1\.0\.0\) \(E404\)/,
    );
    registry.publish("b", { "1.0.0": {} });
    assert.match(
      await failure(registry, { b: "^2" }),
      /no version of b matches \^2 \(required by the project\) \(ETARGET\)\n\(the latest version is 1\.0\.0/,
    );
  }),
  SECONDS_MAX,
);

test(
  "status 429 is waited for, and a failing server is asked again",
  withRegistry(async (registry) => {
    registry.publish("a", { "1.0.0": {} });
    let count = 0;
    registry.answers.set("/a", (request, response) => {
      count++;
      if (count === 1) {
        response.writeHead(429, { "retry-after": "1" }).end();
        return;
      }
      registry.answers.delete("/a");
      response.writeHead(302, { location: "/a" }).end();
    });
    registry.write("package.json", { name: "app", dependencies: { a: "1" } });
    const run = await registry.brio(["install"]);
    assert.deepStrictEqual([run.code, count], [0, 2], run.stderr);
  }),
  SECONDS_MAX,
);

test(
  "broken JSON is an error with a line and a column",
  withRegistry(async (registry) => {
    registry.answers.set("/a", (_, response) => response.end('{\n  "versions": oops'));
    assert.match(await failure(registry, { a: "1" }), /record of a:2:15: .*EJSONPARSE/);
    registry.write("package.json", '{\n  "name": "app",,\n}');
    assert.match((await registry.brio(["install"])).stderr, /package\.json:2:17: /);
  }),
  SECONDS_MAX,
);

test(
  "a name that leaves node_modules is refused",
  withRegistry(async (registry) => {
    assert.match(await failure(registry, { "../evil": "1" }), /EINVALIDPACKAGENAME/);
  }),
  SECONDS_MAX,
);

test(
  "peers that contradict each other are told, with the way out",
  withRegistry(async (registry) => {
    registry.publish("host", { "1.0.0": {}, "2.0.0": {} });
    registry.publish("plugin", { "1.0.0": { manifest: { peerDependencies: { host: "^1" } } } });
    const text = await failure(registry, { host: "^2.0.0", plugin: "1" });
    assert.match(text, /ERESOLVE/);
    assert.match(text, /--force/);
    const run = await registry.brio(["install", "--force"]);
    assert.strictEqual(run.code, 0, run.stderr);
    assert.match(run.stdout, /peer: plugin@1\.0\.0 asks for host@\^1, and gets 2\.0\.0/);
  }),
  SECONDS_MAX,
);

test(
  "a record that names another package or a file of this machine gets neither",
  withRegistry(async (registry) => {
    registry.publish("a", { "1.0.0": { files: { "package/index.js": "the real one" } } });
    const integrity = integrityOf(registry.tarball("a", "1.0.0"));
    const record = (name: string, tarball: string) =>
      JSON.stringify({
        name: "other",
        "dist-tags": { latest: "1.0.0" },
        versions: { "1.0.0": { name, version: "1.0.0", bin: "index.js", dist: { tarball, integrity } } },
      });
    const file = join(registry.folder, "local.tgz");
    writeFileSync(file, registry.tarball("a", "1.0.0"));
    for (const [name, tarball] of [
      ["../../outside", `${registry.address}a/-/a-1.0.0.tgz`],
      ["other", `file://${file}`],
    ] as const) {
      registry.answers.set("/a", (_, response) => response.end(record(name, tarball)));
      for (const made of ["package-lock.json", "node_modules", "../store"]) {
        rmSync(join(registry.project, made), { recursive: true, force: true });
      }
      registry.write("package.json", { name: "app", dependencies: { a: "1" } });
      const run = await registry.brio(["install"]);
      assert.strictEqual(run.code, 0, run.stderr);
      assert.deepStrictEqual(
        readdirSync(join(registry.project, "node_modules")).filter((entry) => !entry.startsWith(".")),
        ["a"],
      );
      assert.deepStrictEqual(readdirSync(join(registry.project, "node_modules/.bin")), ["a"]);
      assert.ok(!existsSync(join(registry.folder, "outside")));
      const lockfile = readFileSync(join(registry.project, "package-lock.json"), "utf8");
      assert.doesNotMatch(lockfile, /outside|local\.tgz|"other"/);
    }
  }),
  SECONDS_MAX,
);

const MALFORMED: Record<string, (response: ServerResponse) => void> = {
  nothing: (response) => response.end(),
  null: (response) => response.end("null"),
  "an array": (response) => response.end("[]"),
  "versions that are a string": (response) => response.end('{"versions":"1.0.0"}'),
  "a version that is null": (response) => response.end('{"versions":{"1.0.0":null},"dist-tags":{"latest":"1.0.0"}}'),
  "a version that is a path": (response) => response.end('{"versions":{"../..":{}},"dist-tags":{"latest":"../.."}}'),
  "a page": (response) => response.end("<html>log in first</html>"),
  "bytes that are no UTF-8": (response) => response.end(Buffer.from([0x7b, 0xff, 0xfe])),
  "a million brackets": (response) => response.end("[".repeat(1_000_000)),
  "a cut off gzip": (response) => {
    response.setHeader("content-encoding", "gzip");
    response.end(gzipSync("{}".repeat(1000)).subarray(0, 20));
  },
  "an unknown encoding": (response) => {
    response.setHeader("content-encoding", "zstd-2");
    response.end("{}");
  },
  "a wrong chunk": (response) => response.socket?.end("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{}"),
  "another protocol": (response) => response.socket?.end("SSH-2.0-server\r\n"),
  "a redirect to itself": (response) => void response.writeHead(302, { location: "/a" }).end(),
  "a redirect to another protocol": (response) => void response.writeHead(302, { location: "ftp://a" }).end(),
  "a refusal": (response) => void response.writeHead(418).end(),
};

test(
  "malformed records are errors with a code, and nothing is installed",
  withRegistry(async (registry) => {
    registry.publish("a", { "1.0.0": {} });
    registry.write("package.json", { name: "app", dependencies: { a: "1" } });
    for (const [what, answer] of Object.entries(MALFORMED)) {
      registry.answers.set("/a", (_, response) => answer(response));
      const run = await registry.brio(["install"]);
      assert.deepStrictEqual([what, run.code], [what, 1], run.stdout);
      assert.match(run.stderr, /^brio: .*\(E[A-Z0-9]+\)\n/, what);
      assert.ok(!existsSync(join(registry.project, "node_modules/a")), what);
    }
  }),
  SECONDS_MAX * 2,
);

/** A tarball whose content does not compress, so that it arrives in many parts. */
function longTarball(): Buffer {
  const content = randomBytes(1 << 20).toString("hex");
  return gzipSync(tar({ "package/package.json": '{"name":"a","version":"1.0.0"}', "package/long": content }));
}

test(
  "a download that breaks off is continued where the server can, and begun anew where it cannot",
  withRegistry(async (registry) => {
    const body = longTarball();
    const middle = body.length >> 1;
    for (const [what, etag, second] of [
      ["continued", '"one"', 206],
      ["another content now", '"one"', 200],
      ["no strong validator", 'W/"one"', 200],
      ["a wrong range", '"one"', 206],
    ] as const) {
      const ranges: (string | undefined)[] = [];
      registry.answers.set("/a.tgz", (request, response) => {
        ranges.push(request.headers.range && `${request.headers.range} ${request.headers["if-range"]}`);
        const headers = { etag, "accept-ranges": "bytes" };
        if (ranges.length === 1) {
          response.writeHead(200, { ...headers, "content-length": body.length });
          response.write(body.subarray(0, middle), () => setTimeout(() => response.destroy(), 50));
        } else if (second === 206 && request.headers.range !== undefined) {
          const asked = Number(/\d+/.exec(request.headers.range)?.[0]);
          const start = what === "a wrong range" ? asked - 1 : asked;
          const range = `bytes ${start}-${body.length - 1}/${body.length}`;
          response.writeHead(206, { ...headers, "content-range": range }).end(body.subarray(start));
        } else {
          response.writeHead(200, headers).end(body);
        }
      });
      rmSync(join(registry.folder, "store"), { recursive: true, force: true });
      rmSync(join(registry.project, "package-lock.json"), { force: true });
      rmSync(join(registry.project, "node_modules"), { recursive: true, force: true });
      registry.write("package.json", { name: "app", dependencies: { a: `${registry.address}a.tgz` } });
      const run = await registry.brio(["install"]);
      assert.deepStrictEqual([what, run.code], [what, 0], run.stderr);
      assert.ok(existsSync(join(registry.project, "node_modules/a/long")), what);
      const expected = {
        continued: [undefined, `bytes=${middle}- "one"`],
        "another content now": [undefined, `bytes=${middle}- "one"`],
        "no strong validator": [undefined, undefined],
        "a wrong range": [undefined, `bytes=${middle}- "one"`, undefined],
      };
      assert.deepStrictEqual(ranges, expected[what], what);
    }
  }),
  SECONDS_MAX * 2,
);

test(
  "a record of 100 MB is read as it arrives, and one that does not end is refused",
  withRegistry(async (registry) => {
    registry.publish("a", { "1.0.0": {} });
    const integrity = integrityOf(registry.tarball("a", "1.0.0"));
    const dist = { tarball: `${registry.address}a/-/a-1.0.0.tgz`, integrity };
    const versions = { "1.0.0": { name: "a", version: "1.0.0", dist, readme: "x".repeat(1 << 20) } };
    const rest = JSON.stringify({ "dist-tags": { latest: "1.0.0" }, versions }).slice(1);
    const long = Readable.from(
      (function* () {
        yield '{"readme":"';
        for (let count = 0; count < 100; count++) yield '\\"[{,'.repeat(1 << 18);
        yield `",${rest}`;
      })(),
    );
    registry.answers.set("/a", (_, response) => void long.pipe(response));
    registry.write("package.json", { name: "app", dependencies: { a: "1" } });
    const run = await registry.brio(["install"]);
    assert.strictEqual(run.code, 0, run.stderr);
    assert.ok(existsSync(join(registry.project, "node_modules/a/package.json")));
    registry.answers.set("/b", (_, response) => {
      response.write('{"versions":{');
      const write = (): void => {
        while (response.write(" ".repeat(1 << 20)));
      };
      response.on("drain", write);
      write();
    });
    registry.write("package.json", { name: "app", dependencies: { b: "1" } });
    assert.match((await registry.brio(["install"])).stderr, /ETOOLARGE/);
  }),
  SECONDS_MAX * 2,
);
