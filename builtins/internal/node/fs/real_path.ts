// `fs.realpath`: the result of the system's `realpath`. When it fails, the error is the one of a walk from the root, as in
// Node: with the first part that is missing and the call that failed. `realpath.native` reports the system's error.
import { safe } from "internal:core/bootstrap";
import { getOptions, type Options } from "internal:node/fs/options";
import { decodeName, pathOfUrl, toPath, type FileName } from "internal:node/fs/path";
import { sharedRecord } from "internal:node/fs/stats";
import { launch } from "internal:core/launch";
import defer * as permissions from "internal:core/permissions";
import * as native from "native:fs";
import { PermissionKind } from "native:permissions";
import defer * as nodePath from "internal:core/path";

const NO_OPTIONS: Options = safe.freeze({});
const MODE = 1;

/** Resolves all links of `path`. */
export function realPathSync(path: unknown, options?: unknown): FileName {
  const checked = getOptions(options, NO_OPTIONS);
  const target = toTarget(path);
  try {
    return decodeName(revealed(target, native.locateSync(target)), checked.encoding);
  } catch (error) {
    if ((error as { errno?: number }).errno === undefined) throw error;
    return decodeName(walked(target, error), checked.encoding);
  }
}

/** As `realPathSync`, off the thread. */
export async function realPath(path: string, encoding: string | null | undefined): Promise<FileName> {
  try {
    return decodeName(revealed(path, await native.locate(path)), encoding);
  } catch (error) {
    // The walk has other errors of the system to say, but nothing about a permission.
    if ((error as { errno?: number }).errno === undefined) throw error;
    return decodeName(walked(path, error), encoding);
  }
}

// Node's permission model lets a program walk along any path; where a link leads needs the permission to read.
function revealed(path: string, found: string): string {
  if (found !== path && launch().restricts) permissions.check(PermissionKind.READ, path);
  return found;
}

/** The absolute native path of an argument; anything but a path is converted to a string first. */
export function toTarget(path: unknown): string {
  const plain = pathOfUrl(path);
  return nodePath.default.resolve(toPath(typeof plain === "string" ? plain : `${plain}`));
}

const FIFO = 0o010000;
const SOCKET = 0o140000;

/** A link of /proc to a pipe or socket: its target is not a path, and the walk of Node ends there. */
class Nameless {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }
}

// The end of the walk; throws the failure of the walk.
function walked(path: string, error: unknown): string {
  const end = walkEnd(path, error);
  if (end instanceof Nameless) return end.path;
  throw end;
}

// Follows the parts from the root until one fails, as the walk would have.
function walkEnd(path: string, error: unknown): unknown {
  const record = sharedRecord(false);
  let done = "/";
  let nameless: Nameless | null = null;
  let rest = path.split("/").filter(Boolean);
  for (let links = 0; rest.length > 0 && links < 256;) {
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
      const kind = (record.numbers[MODE] as number) & 0o170000;
      nameless = kind === FIFO || kind === SOCKET ? new Nameless(target) : null;
      rest = target.split("/").filter(Boolean);
      done = "/";
    } catch (failure) {
      return nameless ?? failure;
    }
  }
  return error;
}
