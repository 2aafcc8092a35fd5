// localStorage and caches: data that outlives the program, for each main module. The behaviour is that of Deno 2.9.
import assert from "node:assert";
import { spawn } from "node:child_process";
import { realpathSync } from "node:fs";
import process from "node:process";
import { test } from "../harness.ts";

const folder = Deno.makeTempDirSync();
globalThis.addEventListener("unload", () => Deno.removeSync(folder, { recursive: true }));

/** The output of a program whose data is in a folder of the test. */
function outputOf(name: string, source: string): Promise<string> {
  const program = `${folder}/${name}`;
  Deno.writeTextFileSync(program, `void Deno;\n${source}`);
  return new Promise((resolve) => {
    const env = { ...process.env, DENO_DIR: `${folder}/data` };
    const child = spawn(Deno.execPath(), [program], { stdio: ["ignore", "pipe", "inherit"], env });
    let output = "";
    child.stdout.on("data", (chunk) => {
      output += chunk;
    });
    child.on("close", () => resolve(output));
  });
}

test("the pairs of a main module are there when it runs again, and not for another one", async () => {
  const source = `
const count = Number(localStorage.getItem("count")) + 1;
localStorage.setItem("count", String(count));
localStorage.name = "x";
console.log(count, localStorage.length, Object.keys(localStorage).sort().join(), localStorage instanceof Storage);
localStorage.removeItem("name");
`;
  assert.strictEqual(await outputOf("one.ts", source), "1 2 count,name true\n");
  assert.strictEqual(await outputOf("one.ts", source), "2 2 count,name true\n");
  assert.strictEqual(await outputOf("other.ts", source), "1 2 count,name true\n");
  assert.strictEqual(await outputOf("one.ts", "localStorage.clear(); console.log(localStorage.length);"), "0\n");
}, 60_000);

test("the responses of a cache are there when the program runs again", async () => {
  const put = `
const cache = await caches.open("v1");
await cache.put("http://a/x#f", new Response("hello", { status: 201, headers: { "x-y": "z" } }));
console.log(await caches.keys());
`;
  const match = `
const cache = await caches.open("v1");
const found = await cache.match(new Request("http://a/x"));
console.log(found.status, found.headers.get("x-y"), await found.text(), await caches.has("v1"));
console.log((await cache.keys()).map(({ url }) => url).join(), await (await caches.match("http://a/x")).text());
console.log(await cache.delete("http://a/x"), await cache.delete("http://a/x"), await cache.match("http://a/x"));
console.log(await caches.delete("v1"), await caches.delete("v1"), await caches.has("v1"));
`;
  assert.strictEqual(await outputOf("cache.ts", put), '[ "v1" ]\n');
  const lines = ["201 z hello true", "http://a/x hello", "true false undefined", "true false false", ""];
  assert.strictEqual(await outputOf("cache.ts", match), lines.join("\n"));
}, 60_000);

test("what a cache cannot store is refused, and a Vary that differs does not match", async () => {
  const source = `
const cache = await caches.open("v1");
const attempt = async (request, response) => {
  try {
    await cache.put(request, response);
  } catch (error) {
    console.log(error.name, error.message);
  }
};
await attempt(new Request("http://a/", { method: "POST" }), new Response("x"));
await attempt("http://a/", new Response("x", { headers: { vary: "a, *" } }));
await attempt("http://a/", new Response("x", { status: 206 }));
await attempt("file:///a", new Response("x"));
await attempt("http://a/", "x");
await attempt(new Request("http://a/v", { headers: { a: "1" } }), new Response("v", { headers: { vary: "a" } }));
console.log(await cache.match(new Request("http://a/v", { headers: { a: "2" } })));
console.log(await (await cache.match(new Request("http://a/v", { headers: { a: "1" } }))).text());
`;
  const lines = [
    "TypeError Request method must be GET",
    "TypeError Vary header must not contain '*'",
    "TypeError Response status must not be 206",
    "TypeError Request url protocol must be 'http:' or 'https:': received 'file:'",
    "TypeError Failed to execute 'put' on 'Cache': Argument 2 is not of type Response",
    "undefined",
    "v",
    "",
  ];
  assert.strictEqual(await outputOf("refused.ts", source), lines.join("\n"));
}, 60_000);

test("the console shows a storage with its length", () => {
  sessionStorage.setItem("a", "1");
  assert.strictEqual(Deno.inspect(sessionStorage), 'Storage { a: "1", length: 1 }');
  sessionStorage.clear();
  assert.strictEqual(Deno.inspect(sessionStorage), "Storage { length: 0 }");
});

test("an assignment does not replace localStorage or sessionStorage", async () => {
  const source = `
globalThis.localStorage = 1;
globalThis.sessionStorage = 1;
const kinds = ["localStorage", "sessionStorage"].map((name) => Object.getOwnPropertyDescriptor(globalThis, name));
console.log(localStorage instanceof Storage, sessionStorage instanceof Storage, localStorage === globalThis.localStorage);
console.log(kinds.map(({ get, set, enumerable, configurable }) => [typeof get, typeof set, enumerable, configurable].join()));
`;
  assert.strictEqual(
    await outputOf("assigned.ts", source),
    'true true true\n[ "function,function,true,true", "function,function,true,true" ]\n',
  );
}, 60_000);

test("behind a policy without its folder, localStorage says what to grant; with it, the pairs are stored", async () => {
  if (!("brio" in process.versions)) return;
  // The variables that place it elsewhere are not granted.
  const data = `${folder}/.cache`;
  Deno.mkdirSync(`${data}/brio/location_data`, { recursive: true });
  const program = `${folder}/confined/main.ts`;
  Deno.mkdirSync(`${folder}/confined`, { recursive: true });
  Deno.writeTextFileSync(
    program,
    `void Deno;
try {
  localStorage.setItem("a", "1");
  console.log(localStorage.length);
} catch (error) {
  console.log(error instanceof Deno.errors.NotCapable, error.message);
}
`,
  );
  const real = realpathSync(folder);
  const run = (list: string[]): string => {
    const paths = JSON.stringify(list);
    Deno.writeTextFileSync(`${folder}/policy.toml`, `read = ${paths}\nwrite = ${paths}\n`);
    const { stdout, stderr } = new Deno.Command(Deno.execPath(), {
      args: ["--sandbox", `${folder}/policy.toml`, program],
      env: { HOME: real },
    }).outputSync();
    return new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
  };
  const refusal = run([`${real}/confined`]);
  assert.match(refusal, /^true Requires (?:read and )?write access to ".*location_data/);
  assert.strictEqual(run([`${real}/confined`, `${real}/.cache/brio/location_data`]), "1\n");
}, 60_000);
