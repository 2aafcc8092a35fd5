// `fs.realpath`: the system's answer, except that a path that cannot be resolved fails as a walk from the root does, with
// the first part that is missing and the call that failed. `realpath.native` reports the system's error instead.
import { getOptions, type Options } from "internal:fs/options";
import { decodeName, pathOfUrl, toPath } from "internal:fs/path";
import { sharedRecord } from "internal:fs/stats";
import * as native from "native:fs";
import defer * as nodePath from "node:path";

const NO_OPTIONS: Options = Object.freeze({});
const MODE = 1;

/** Resolves all links of `path`. */
export function realPathSync(path: any, options?: any): any {
  options = getOptions(options, NO_OPTIONS);
  const target = toTarget(path);
  try {
    return decodeName(native.realPathSync(target), options.encoding);
  } catch (error) {
    throw walkError(target, error);
  }
}

/** As `realPathSync`, off the thread. */
export async function realPath(path: any, encoding: any): Promise<any> {
  try {
    return decodeName(await native.realPath(path), encoding);
  } catch (error) {
    throw walkError(path, error);
  }
}

/** The absolute native path of an argument; anything but a path is made a string first. */
export function toTarget(path: any): string {
  path = pathOfUrl(path);
  return nodePath.default.resolve(toPath(typeof path === "string" ? path : `${path}`));
}

// Follows the parts from the root until one fails, as the walk would have.
function walkError(path: string, error: unknown): unknown {
  const record = sharedRecord(false);
  let done = "/";
  let rest = path.split("/").filter(Boolean);
  for (let links = 0; rest.length > 0 && links < 256; ) {
    const part = nodePath.default.join(done, rest.shift() as string);
    try {
      native.lstatSync(part, record.bytes, false, false);
      if (((record.numbers[MODE] as number) & 0o170000) !== 0o120000) {
        done = part;
        continue;
      }
      links++;
      native.statSync(part, record.bytes, false, false);
      const target = nodePath.default.resolve(done, native.readLinkSync(part), ...rest);
      rest = target.split("/").filter(Boolean);
      done = "/";
    } catch (failure) {
      return failure;
    }
  }
  return error;
}
