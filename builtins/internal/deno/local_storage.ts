// Deno's localStorage: pairs that outlive the program, in a file of their own for each main module. Deno's own files have
// another format; they are neither read nor changed. https://docs.deno.com/api/web/~/localStorage
import fs from "internal:node/fs";
import { services } from "internal:core/bootstrap";
import path from "internal:core/path";
import { createHash } from "internal:node/crypto/hash";
import { mainUrl } from "internal:core/program";
import { type Storage, storageAt } from "web:storage";
import { dataFolder } from "native:permissions";

/** The mode of files with data. */
const PRIVATE = 0o600;

/** Opens it. Without a main module the pairs last as long as the program. */
export function open(): Storage {
  return storageAt(pathOfData("local_storage"));
}

/**
 * The path of a file with data of the main module; its folder exists. ":memory:" without a main module. Throws NotCapable when
 * a policy does not contain the folder: pairs that are silently not stored would be worse.
 */
export function pathOfData(name: string): string {
  const url = mainUrl();
  if (url === "") return ":memory:";
  const folder = dataFolder(createHash("sha256").update(url).digest("hex") as string);
  const file = `${folder}/${name}`;
  try {
    fs.mkdirSync(folder, { recursive: true });
    // The kernel's wall refuses this, not the folder that exists.
    fs.closeSync(fs.openSync(file, "a+", PRIVATE));
  } catch (error) {
    const { code } = error as { code?: string };
    if (code !== "EACCES" && code !== "EPERM" && code !== "EROFS") throw error;
    throw services().notCapable(
      `Requires read and write access to "${path.dirname(folder)}", where what outlives the program is stored: create this folder, and add it to "read" and "write" of the policy`,
    );
  }
  return file;
}
