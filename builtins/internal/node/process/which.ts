// Finds a command in the search path, for `Bun.which` and for starting programs by name.
import nodePath from "internal:core/path";
import { accessSync, StatField, statSync } from "native:fs";

const CODE_SLASH = 0x2f;

/** The path of the program `command` in the directories of `path` (separated by colons), or below `directory` when it has a slash; null when not found. */
export function which(command: string, path: string, directory: string): string | null {
  if (command === "") return null;
  if (command.includes("/")) {
    const file = nodePath.resolve(directory, command);
    return isProgram(file) ? file : null;
  }
  const folders = path.split(":");
  for (let index = 0; index < folders.length; index++) {
    const folder = folders[index]!;
    if (folder === "") continue;
    // Most folders do not have it: only the path of the one that does is normalized.
    const absolute = folder.charCodeAt(0) === CODE_SLASH ? folder : nodePath.resolve(directory, folder);
    if (isProgram(`${absolute}/${command}`)) return nodePath.join(nodePath.resolve(absolute), command);
  }
  return null;
}

const STAT_NUMBERS = 18;
const FILE_TYPE = 0o170000;
const REGULAR_FILE = 0o100000;
const EXECUTE = 1;
const status = new Float64Array(STAT_NUMBERS);
const statusBytes = new Uint8Array(status.buffer);

function isProgram(file: string): boolean {
  try {
    // An error for each folder without the program would take most of the time.
    if (!statSync(file, statusBytes, false, true)) return false;
    if ((status[StatField.MODE]! & FILE_TYPE) !== REGULAR_FILE) return false;
    accessSync(file, EXECUTE);
    return true;
  } catch {
    return false;
  }
}
