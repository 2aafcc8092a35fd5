// `Bun.S3Client` and `Bun.s3`. https://bun.com/docs/runtime/s3
import * as files from "internal:bun/s3/file";
import defer * as inspecting from "internal:bun/s3/inspect";
import { list } from "internal:bun/s3/list";
import { type Settings, keyOf, mergeSettings, settingsOfEnvironment } from "internal:bun/s3/settings";
import defer * as bunErrors from "internal:bun/errors";

const kInspect = Symbol.for("nodejs.util.inspect.custom");

/** What each method does with an object; also the static methods, whose settings are those of the environment. */
const METHODS: Record<string, (settings: Settings, key: string, ...values: unknown[]) => unknown> = {
  delete: files.deleteObject,
  exists: files.existsObject,
  file: files.makeFile,
  presign: files.presignObject,
  size: async (settings, key) => (await files.statObject(settings, key)).size,
  stat: files.statObject,
  unlink: files.deleteObject,
  write: files.writeObject,
};

/** What a path is for, in messages. */
const PURPOSES: Record<string, string> = {
  delete: " to unlink",
  exists: " to check if it exists",
  presign: " to presign",
  size: " to check the size of",
  stat: " to check the stat of",
  unlink: " to unlink",
  write: " to write to",
};

let settingsOf: (client: unknown) => Settings;

class S3Client {
  readonly #settings: Settings;

  constructor(...values: [options?: unknown]) {
    this.#settings = mergeSettings(settingsOfEnvironment(), values[0]);
  }

  static {
    settingsOf = (client) => {
      if (typeof client === "object" && client !== null && #settings in client) return client.#settings;
      throw Object.assign(new TypeError("Expected this to be instanceof S3Client"), { code: "ERR_INVALID_THIS" });
    };
  }

  [kInspect](): string {
    return inspecting.describe("S3Client", this.#settings.bucket, this.#settings);
  }
}
Object.defineProperty(S3Client.prototype, kInspect, { enumerable: false });

function call(settings: Settings, name: string, values: unknown[]): unknown {
  const [path, ...rest] = values;
  const own = files.objectOf(path);
  const purpose = PURPOSES[name] ?? "";
  if (path === undefined) throw Object.assign(new TypeError(`Expected a path${purpose}`), { code: "ERR_MISSING_ARGS" });
  if (own === undefined && typeof path !== "string") {
    const kind = name === "presign" ? "a S3 or path" : "a path";
    throw bunErrors.invalid(`Expected ${kind}${purpose}`);
  }
  const options = rest[name === "write" ? 1 : 0];
  const merged = mergeSettings(own?.settings ?? settings, options);
  return METHODS[name]!(merged, own?.key ?? keyOf(path as string), ...rest);
}

function define(target: object, name: string, value: (this: unknown, ...values: unknown[]) => unknown): void {
  Object.defineProperty(value, "name", { value: name, configurable: true });
  Object.defineProperty(value, "length", { value: 2, configurable: true });
  Object.defineProperty(target, name, { value, writable: true, enumerable: true });
}

for (const name of [...Object.keys(METHODS), "list"].sort()) {
  define(S3Client, name, (...values) => {
    const settings = settingsOfEnvironment();
    return name === "list" ? list(mergeSettings(settings, values[1]), values[0]) : call(settings, name, values);
  });
  const { [name]: method } = {
    [name](this: unknown, ...values: unknown[]) {
      const settings = settingsOf(this);
      return name === "list" ? list(mergeSettings(settings, values[1]), values[0]) : call(settings, name, values);
    },
  };
  define(S3Client.prototype, name, method!);
}
Object.defineProperty(S3Client.prototype, Symbol.toStringTag, { value: "S3Client", configurable: true });

export { S3Client };

/** The object of an address `s3://…`, for `Bun.file`. */
export const fileOfAddress = (address: string, options: unknown): unknown =>
  files.makeFile(mergeSettings(settingsOfEnvironment(), options), address);
