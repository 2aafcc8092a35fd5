// Finds a command in the search path, for `Bun.which` and for starting programs by name.
import fs from "internal:node/fs";
import nodePath from "internal:core/path";

/** The path of the program `command` in the directories of `path` (separated by colons), or below `directory` when it has a slash; null when not found. */
export function which(command: string, path: string, directory: string): string | null {
  if (command === "") return null;
  if (command.includes("/")) {
    const file = nodePath.resolve(directory, command);
    return isProgram(file) ? file : null;
  }
  for (const folder of path.split(":")) {
    const file = nodePath.join(nodePath.resolve(directory, folder), command);
    if (folder !== "" && isProgram(file)) return file;
  }
  return null;
}

function isProgram(file: string): boolean {
  // An error for each folder without the program would take most of the time.
  if (!fs.existsSync(file)) return false;
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}
