// Deno's localStorage: pairs that outlive the program, in a file of their own for each main module. Deno's own files have
// another format; they are neither read nor changed. https://docs.deno.com/api/web/~/localStorage
import fs from "internal:node/fs";
import { createHash } from "internal:node/crypto/hash";
import { mainUrl } from "internal:core/program";
import { type Storage, storageAt } from "web:storage";
import { dataFolder } from "native:permissions";

/** Opens it. Without a main module the pairs last as long as the program. */
export function open(): Storage {
  return storageAt(pathOfData("local_storage"));
}

/** The path of a file with data of the main module; its folder exists. ":memory:" without a main module. */
export function pathOfData(name: string): string {
  const url = mainUrl();
  if (url === "") return ":memory:";
  const folder = dataFolder(createHash("sha256").update(url).digest("hex") as string);
  fs.mkdirSync(folder, { recursive: true });
  return `${folder}/${name}`;
}
