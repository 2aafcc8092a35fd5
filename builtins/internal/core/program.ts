// The program that runs: its home and its main module.
import { fileUrl } from "internal:core/file_url";
import { launch } from "internal:core/launch";

/** The runtime that a program was written for. */
export type Home = "node" | "bun" | "deno";

let currentHome: Home = "node";
let currentMainUrl: string | undefined;

/** The home of the program. */
export function home(): Home {
  return currentHome;
}
/** Sets the home, once, before the program is loaded. */
export function setProgramHome(next: Home): void {
  currentHome = next;
}
/** The URL of the main module, empty when there is none. */
export function mainUrl(): string {
  if (currentMainUrl !== undefined) return currentMainUrl;
  const { path } = launch();
  return path === "" ? "" : (currentMainUrl = fileUrl(path));
}
/** Sets the URL of the main module, when it is not that of the file that was launched. */
export function setMainUrl(url: string): void {
  currentMainUrl = url;
}
