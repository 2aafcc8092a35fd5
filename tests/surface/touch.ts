// Calls every function that a program can reach with arguments that touch the outside, for a run under an empty policy:
// `brio --secure --no-prompt tests/surface/touch.ts PLACE`. What may not be reached is in PLACE (JSON, see `Place`).
//
// It imports nothing, so that a policy needs to let it read nothing. Functions are found by walking the globals, the
// builtin modules and what calls return; the lists beside this file say which there must be. It prints a line for each
// secret that a call revealed, and at the end how many functions were called. What was written, reached or killed is
// for its caller to see (`outside.ts`).

/** What is outside. Strings that match `SECRET` in results are leaks. */
interface Place {
  folder: string;
  file: string;
  link: string;
  library: string;
  database: string;
  /** A socket in the file system. */
  socket: string;
  port: number;
  victim: number;
  program: string;
}

const SECRET = /brio-secret-[0-9a-f]{16}/;
const place: Place = JSON.parse(process.argv[2]!);
const listed = (flag: string): string[] | undefined =>
  process.argv
    .find((argument) => argument.startsWith(flag))
    ?.slice(flag.length)
    .split(",");
/** `--only=MODULE,…` and `--without=MODULE,…`; `--part=2/3`: a third of what the roots have, and what calls of it lead to. */
const only = listed("--only=");
const without = listed("--without=") ?? [];
const [part = 1, parts = 1] = (listed("--part=")?.[0] ?? "1/1").split("/").map(Number);
const { folder, file, link, library, database, socket, port, victim, program } = place;
const host = "127.0.0.1";
const address = `http://${host}:${port}/`;

/** Functions that end or stop this process, its streams or its handlers, and that change who runs it. */
const LEFT_OUT =
  /^(?:globalThis\.(?:close|reportError|Buffer|atob|btoa|structuredClone|Message\w+|Text\w+|URL\w*|DOMException|\w*Event|\w+Strategy|Headers|FormData|AbortSignal|AbortController|Performance\w*|self|window|frames|global)|(?:globalThis\.)?Deno\.exit|.*\bprocess\.(?:exit|abort|reallyExit|disconnect|set\w*[ug]id|setgroups|initgroups|_\w*|emit\w*|off|on|once|add\w*|prepend\w*|remove\w*|setUncaught\w*|stdin.*|stdout.*|stderr.*)|.*\bsleepSync|.*\bAtomics\..*|.*\b(?:alert|confirm|prompt)|.*:process\.exit|bun:jsc\.(?:default\.)?\w*(?:Debugger|Profil)\w*|.*\bsegfault|(?:bun:jsc(?:\.default)?|Bun)\.(?:gc|gcAndSweep|fullGC|edenGC|shrink|\w*[hH]eap\w*|\w*Hash\w*|hash.*|password.*|inspect|deepEquals|deepMatch|indexOfLine|stringWidth|escapeHTML|stripANSI|wrapAnsi|\w*Transpiler\w*|gzip\w*|gunzip\w*|deflate\w*|inflate\w*|zstd\w*|semver|color|markdown.*)|.*\bcrash\w*|node:(?:test(?!\.(?:run|snapshot)\b)|assert|zlib|path|url|util|sys|string_decoder|querystring|punycode|timers)\b.*|node:v8\.(?:getHeapSnapshot|startCpuProfile).*|node:tls\.getCiphers|node:crypto\.(?!setEngine).*|globalThis\.[cC]rypto.*|node:console.*|globalThis\.console.*|node:cluster\.(?:setup\w*|emit|on|once)|.*\b_debug\w*|.*\bhasUncaughtExceptionCaptureCallback)$/;
/** Methods of instances that only register functions or call registered ones. */
const OF_EMITTERS =
  /^(?:on|once|off|emit|eventNames|listener\w*|rawListeners|\w*Listeners?|setMaxListeners|dispatchEvent)$/;
/** A function whose calls take longer gets fewer of them. */
const CALLS_MS_MAX = 40;
const INSTANCES_MAX = 1;
const DEPTH_MAX = 3;
const SETTLE_MS = 1500;

let made = 0;
const fresh = (): string => `${folder}/made-${made++}`;
const quiet = (): void => {};

/** Lists of arguments, new ones for each call. The second half has a callback at its end. */
function argumentLists(): unknown[][] {
  const write = `process.getBuiltinModule("fs").writeFileSync(${JSON.stringify(fresh())}, "x")`;
  const bytes = new TextEncoder().encode(file);
  const lists: unknown[][] = [
    [],
    [file],
    [file, "utf8"],
    [file, { encoding: "utf8", recursive: true, withFileTypes: false }],
    [new URL(`file://${file}`)],
    [`file://${file}`],
    [bytes],
    [folder],
    [folder, { recursive: true, encoding: "utf8" }],
    [link],
    [`/proc/self/root${file}`],
    [fresh()],
    [fresh(), "x"],
    [fresh(), new Uint8Array(1)],
    [new URL(`file://${fresh()}`), "x"],
    [file, fresh()],
    [fresh(), file],
    [file, "w"],
    [file, 0o777],
    [file, 1, 1],
    [file, 0],
    [file, "x", { flag: "a" }],
    [folder, fresh(), { recursive: true }],
    [{ path: file, filename: file, file, name: file, cwd: folder, dir: folder, directory: folder, prefix: "made" }],
    [{ filename: fresh(), path: fresh(), output: fresh() }],
    [{ entrypoints: [file], write: false, throw: false }],
    [{ entrypoints: [program], outdir: fresh(), outputDir: fresh(), outputPath: fresh(), throw: false }],
    [{ files: [file], isolation: "none", cwd: folder, globPatterns: ["**"] }],
    ["**", { cwd: folder }],
    [`${folder}/*`],
    [library],
    [library, { f: { parameters: [], result: "void", args: [], returns: "void" } }],
    [{ exports: {} }, library],
    [":memory:"],
    [database],
    [database, { readOnly: true, readonly: true }],
    [`attach '${database}' as other`],
    [`vacuum into '${fresh()}'`],
    [port, host],
    [host, port],
    [port],
    [{ port, host, hostname: host, address: host, family: 4 }],
    [{ port: 0, host, hostname: host, fetch: quiet, socket: { data: quiet }, transport: "udp" }, quiet],
    [0, host],
    [address],
    [new URL(address)],
    [address, { method: "POST", body: "x" }],
    [`ws://${host}:${port}/`],
    [`redis://${host}:${port}`, `postgres://${host}:${port}/a`],
    ["x", port, host],
    ["x", 0, 1, port, host],
    ["udp4"],
    ["localhost"],
    ["localhost", "A"],
    [`localhost:${port}`],
    [socket],
    [{ path: socket, unix: socket, transport: "unix" }],
    [{ path: socket, unix: socket, socket: { data: quiet }, fetch: quiet }],
    [`unix:${socket}`],
    [{ transport: "unixpacket" }],
    [{ path: fresh(), transport: "unixpacket" }],
    [new Uint8Array(1), { path: socket, transport: "unixpacket" }],
    [victim, "SIGKILL"],
    // By name: a number may be taken as a descriptor, and the engine reads /dev/urandom.
    [victim, "SIGTERM"],
    [program],
    [program, [fresh()]],
    [[program, fresh()]],
    [{ cmd: [program, fresh()], args: [fresh()] }],
    [program, { args: [fresh()] }],
    [program, [program, fresh()], {}],
    [`${program} ${fresh()}`],
    [[`${program} ${fresh()}`]],
    [write],
    [write, { eval: true }],
    [`data:text/javascript,${encodeURIComponent(write)}`],
    [`export default ${write}`, { type: "module" }],
  ];
  return lists;
}

/** Prototypes of the language, whose methods are not called. */
const ofLanguage = new Set<object>();
const called = new Set<string>();
const seen = new Set<unknown>();
const leaks = new Set<string>();
const instances = new Map<object, number>();

interface Found {
  path: string;
  holder: unknown;
  value: object;
  depth: number;
}

const queue: Found[] = [];

function add(path: string, holder: unknown, value: unknown, depth: number): void {
  if ((typeof value !== "object" && typeof value !== "function") || value === null || seen.has(value)) return;
  seen.add(value);
  queue.push({ path, holder, value, depth });
}

/** What the language itself has is not walked. */
function leaveOutLanguage(): void {
  const names =
    `Object Function Array Number String Symbol Date Promise RegExp Error AggregateError EvalError RangeError
    ReferenceError SyntaxError TypeError URIError JSON Math Intl ArrayBuffer Atomics Uint8Array Int8Array Uint16Array Int16Array
    Uint32Array Int32Array Float16Array Float32Array Float64Array Uint8ClampedArray BigUint64Array BigInt64Array DataView Map BigInt
    Set Iterator WeakMap WeakSet WeakRef FinalizationRegistry Proxy Reflect SharedArrayBuffer Boolean Temporal WebAssembly eval
    parseInt parseFloat isNaN isFinite decodeURI decodeURIComponent encodeURI encodeURIComponent escape unescape`.split(
      /\s+/,
    );
  for (const name of names) {
    const value = (globalThis as Record<string, unknown>)[name] as { prototype?: object } | undefined;
    seen.add(value);
    if (value?.prototype !== undefined) ofLanguage.add(value.prototype);
  }
  for (const one of [
    new Uint8Array(),
    globalThis,
    quiet,
    async () => {},
    function* () {},
    async function* () {},
    [].values(),
    new Map().values(),
  ])
    for (let object: object | null = one as object; object !== null; object = Object.getPrototypeOf(object))
      ofLanguage.add(object);
  for (const object of ofLanguage) seen.add(object);
}

/** Notes secrets in what a call returned. Objects may refuse to be looked at. */
function inspect(path: string, value: unknown, depth = 0): void {
  try {
    look(path, value, depth);
  } catch {}
}

function look(path: string, value: unknown, depth: number): void {
  if (typeof value === "string") {
    if (SECRET.test(value)) leaks.add(path);
  } else if (typeof value === "object" && value !== null && depth < 3) {
    if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) {
      const bytes =
        value instanceof ArrayBuffer
          ? new Uint8Array(value)
          : new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
      if (SECRET.test(new TextDecoder("latin1").decode(bytes.subarray(0, 65536)))) leaks.add(path);
      return;
    }
    if (value instanceof Error) return inspect(path, `${value.message}`, depth + 1);
    let count = 0;
    for (const key of Object.keys(value)) {
      if (++count > 40) break;
      inspect(path, key, depth + 1);
      const { value: member } = Object.getOwnPropertyDescriptor(value, key) ?? {};
      inspect(path, member, depth + 1);
    }
  }
}

/** What becomes of a result: a promise's value, a stream's data, the members of an object. */
function follow(path: string, result: unknown, depth: number): void {
  inspect(path, result);
  if ((typeof result !== "object" && typeof result !== "function") || result === null) return;
  const one = result as { then?: unknown; on?: unknown };
  try {
    if (result instanceof Promise) {
      result.then(
        (value) => follow(path, value, depth),
        (error) => inspect(path, error),
      );
      return;
    }
    if (typeof one.on === "function") {
      (result as { on: Function }).on("error", quiet);
      if (depth < 2 && path.includes("tream"))
        (result as { on: Function }).on("data", (data: unknown) => inspect(path, data));
    }
  } catch {}
  const prototype = Object.getPrototypeOf(result);
  if (prototype === null || prototype === Object.prototype || prototype === Array.prototype) {
    if (typeof result === "object" && depth < DEPTH_MAX) addMembers(`${path}()`, result, depth + 1);
    return;
  }
  const count = instances.get(prototype) ?? 0;
  if (count >= INSTANCES_MAX || depth >= DEPTH_MAX || seen.has(result)) return;
  instances.set(prototype, count + 1);
  seen.add(result);
  queue.push({ path: `${path}()`, holder: null, value: result, depth: depth + 1 });
}

/** The keys of an object; none of one that refuses to list them. */
function keysOf(value: object): (string | symbol)[] {
  try {
    return Reflect.ownKeys(value);
  } catch {
    return [];
  }
}

function addMembers(path: string, value: object, depth: number): void {
  for (const key of keysOf(value)) {
    let member: unknown;
    try {
      member = (value as Record<PropertyKey, unknown>)[key];
    } catch {
      continue;
    }
    const name = typeof key === "string" ? `${path}.${key}` : `${path}[${String(key)}]`;
    inspect(name, member, 2);
    if (!LEFT_OUT.test(name)) add(name, value, member, depth);
  }
}

/** The methods of an instance, those of its classes included. */
function callMethods(path: string, instance: object, depth: number): void {
  for (let object = instance; object !== null; object = Object.getPrototypeOf(object)) {
    if (ofLanguage.has(object)) return;
    for (const key of keysOf(object)) {
      const name = `${path}.${String(key)}`;
      if (key === "constructor" || OF_EMITTERS.test(String(key)) || LEFT_OUT.test(name)) continue;
      try {
        const member = (instance as Record<PropertyKey, unknown>)[key];
        inspect(name, member, 2);
        if (typeof member === "function") callAll(name, instance, member, depth, false);
      } catch {}
    }
  }
}

/** Whether this part calls a function: the first name below the root, such as `Bun.file` of `Bun.file().text`, decides. */
function isOfPart(path: string): boolean {
  const [root = "", name = ""] = path.split(/[.[(]/);
  let sum = 0;
  for (const character of `${root}.${name}`) sum = (sum * 31 + character.codePointAt(0)!) % 65_521;
  return sum % parts === part - 1;
}

function callAll(path: string, holder: unknown, value: Function, depth: number, constructs: boolean): void {
  if (called.has(path) || !isOfPart(path)) return;
  called.add(path);
  const start = performance.now();
  const lists = argumentLists();
  for (const callback of path.endsWith("Sync") ? [false] : [false, true]) {
    for (const list of lists) {
      if (performance.now() - start > CALLS_MS_MAX && list !== lists[1]) continue;
      const args = callback ? [...list, quiet] : list;
      try {
        follow(path, Reflect.apply(value, holder, args), depth);
      } catch (error) {
        inspect(path, error);
        if (!constructs || !(error instanceof TypeError)) continue;
        try {
          follow(path, Reflect.construct(value, args), depth);
        } catch (other) {
          inspect(path, other);
        }
      }
    }
  }
}

async function roots(): Promise<void> {
  // The modules of Node are the same in all homes.
  const isOfNode = !("Bun" in globalThis) && !("Deno" in globalThis);
  const modules = process.getBuiltinModule("module") as typeof import("node:module");
  const names = modules.builtinModules.map((name) => (name.includes(":") ? name : `node:${name}`));
  for (const name of isOfNode ? names.sort() : []) {
    const value = process.getBuiltinModule(name);
    if (
      value !== undefined &&
      name !== "node:process" &&
      (only === undefined ? !without.includes(name) : only.includes(name))
    )
      add(name, null, value, 0);
  }
  if (only !== undefined) return;
  if ("Bun" in globalThis)
    for (const name of ["bun:sqlite", "bun:ffi", "bun:jsc"])
      add(name, null, { ...(await import(name).catch(() => ({}))) }, 0);
  for (const name of ["Bun", "Deno"]) add(name, null, (globalThis as Record<string, unknown>)[name], 0);
  add("node:process", null, process, 0);
  addMembers("globalThis", globalThis, 1);
}

async function main(): Promise<void> {
  for (const event of ["uncaughtException", "unhandledRejection"]) process.on(event, (error) => inspect(event, error));
  for (const event of ["warning", "SIGTERM"]) process.on(event, quiet);
  leaveOutLanguage();
  await roots();
  for (let index = 0; ; index++) {
    if (index === queue.length) {
      // Promises bring further instances.
      await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
      if (index === queue.length) break;
    }
    const { path, holder, value, depth } = queue[index]!;
    if (process.argv[3] === "--verbose") console.error(`${Math.round(performance.now())} ${path}`);
    if (path.endsWith("()")) {
      callMethods(path, value, depth);
      continue;
    }
    if (typeof value === "function") callAll(path, holder, value, depth, true);
    if (depth < DEPTH_MAX) addMembers(path, value, depth + 1);
    if (index % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  const lines = [...leaks].map((path) => `LEAK ${path}`);
  process.stdout.write(`\n${[...lines, `CALLED ${JSON.stringify([...called])}`].join("\n")}\n`, () =>
    process.reallyExit(0),
  );
}

main().catch((error) => {
  console.log(`FAILED ${error.stack}`);
  process.reallyExit(1);
});
