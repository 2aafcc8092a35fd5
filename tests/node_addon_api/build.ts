// Builds the addons of node-addon-api's tests with the system's C++ compiler, from the lists in their `test/binding.gyp`
// and the headers of the npm package `node-api-headers`. node-gyp is not needed.
import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

const VERSION = 10;
/** Two at a time: the test machines are small. */
const JOBS = 2;
/** From so many sources on, the header is compiled once for all of them. */
const PRECOMPILED_MIN = 5;

const EXCEPTIONS = ["-DNAPI_CPP_EXCEPTIONS"];
const NO_EXCEPTIONS = ["-DNODE_ADDON_API_DISABLE_CPP_EXCEPTIONS", "-fno-exceptions"];

/** The targets of `binding.gyp`: the list of their sources, and the options of the compiler. */
const TARGETS: [name: string, list: string, options: string[]][] = [
  ["binding", "build_sources", [...EXCEPTIONS, "-DNODE_ADDON_API_ENABLE_TYPE_CHECK_ON_AS"]],
  ["binding_noexcept", "build_sources", NO_EXCEPTIONS],
  ["binding_noexcept_maybe", "build_sources", [...NO_EXCEPTIONS, "-DNODE_ADDON_API_ENABLE_MAYBE"]],
  ["binding_custom_namespace", "build_sources", [...NO_EXCEPTIONS, "-DNAPI_CPP_CUSTOM_NAMESPACE=cstm"]],
  ["binding_except_all", "build_sources_except_all", [...EXCEPTIONS, "-DNODE_ADDON_API_CPP_EXCEPTIONS_ALL"]],
  [
    "binding_swallowexcept",
    "build_sources_swallowexcept",
    [...EXCEPTIONS, "-DNODE_API_SWALLOW_UNTHROWABLE_EXCEPTIONS"],
  ],
  [
    "binding_swallowexcept_noexcept",
    "build_sources_swallowexcept",
    [...NO_EXCEPTIONS, "-DNODE_API_SWALLOW_UNTHROWABLE_EXCEPTIONS"],
  ],
  ["binding_type_check", "build_sources_type_check", [...NO_EXCEPTIONS, "-DNODE_ADDON_API_ENABLE_TYPE_CHECK_ON_AS"]],
];

function compile(args: string[], output: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn("c++", [...args, "-o", output], { stdio: "inherit" });
    child.on("error", reject);
    child.on("close", (code) => (code === 0 ? resolve() : reject(new Error(`${output} was not built`))));
  });
}

async function inParallel<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const worker = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: JOBS }, worker));
}

function sourcesOf(gyp: string, list: string): string[] {
  const found = new RegExp(`'${list}': \\[([^\\]]*)\\]`).exec(gyp);
  if (found === null) throw new Error(`test/binding.gyp has no list ${list}`);
  const sources = [...found[1]!.matchAll(/'([^']+\.cc)'/g)].map((match) => match[1]!);
  return list === "build_sources" ? [...sources, "object/object_deprecated.cc"] : sources;
}

/** The variants of the first addon, which have its tests. */
const VARIANTS = ["binding_noexcept", "binding_noexcept_maybe", "binding_custom_namespace"];

/**
 * Builds what is missing into `test/build/Release` of a checkout of node-addon-api.
 *
 * @param folder The checkout.
 * @param headers The folder of `node_api.h`.
 * @param isBrief The variants of the first addon are copies of it, which takes a quarter of the time.
 */
export async function build(folder: string, headers: string, isBrief: boolean): Promise<void> {
  const gyp = fs.readFileSync(path.join(folder, "test/binding.gyp"), "utf8");
  const release = path.join(folder, "test/build/Release");
  for (const [name, list, options] of TARGETS) {
    const addon = path.join(release, `${name}.node`);
    if (fs.existsSync(addon)) continue;
    if (isBrief && VARIANTS.includes(name)) {
      fs.copyFileSync(path.join(release, "binding.node"), addon);
      continue;
    }
    const objects = path.join(folder, "test/build/objects", name);
    fs.mkdirSync(objects, { recursive: true });
    fs.mkdirSync(release, { recursive: true });
    const sources = sourcesOf(gyp, list);
    const flags = ["-std=c++17", "-fPIC", "-O0", "-w", `-DNAPI_VERSION=${VERSION}`, "-DBUILDING_NODE_EXTENSION"];
    flags.push(`-DNODE_GYP_MODULE_NAME=${name}`, ...options, "-I", headers);
    if (sources.length >= PRECOMPILED_MIN) {
      fs.writeFileSync(path.join(objects, "all.h"), `#include "${folder}/napi.h"\n`);
      await compile([...flags, "-x", "c++-header", path.join(objects, "all.h")], path.join(objects, "all.h.gch"));
    }
    flags.push("-I", folder, "-I", path.join(folder, "test/common"));
    // What a source defines at its start changes the header, which it then reads itself.
    const header = (source: string): string[] =>
      sources.length < PRECOMPILED_MIN ||
      fs.readFileSync(path.join(folder, "test", source), "utf8").startsWith("#define")
        ? []
        : ["-include", path.join(objects, "all.h")];
    const objectOf = (source: string): string => path.join(objects, `${source.replaceAll("/", "_")}.o`);
    await inParallel(
      sources.filter((source) => !fs.existsSync(objectOf(source))),
      (source) => compile([...header(source), ...flags, "-c", path.join(folder, "test", source)], objectOf(source)),
    );
    await compile(["-shared", ...sources.map(objectOf)], addon);
  }
}
