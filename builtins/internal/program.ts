// What is known of the running program: its home, its main module.

/** Which runtime's program this is. */
export type Home = "node" | "bun" | "deno";

let currentHome: Home = "node";
let currentMainUrl = "";

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
  return currentMainUrl;
}
/** Sets the URL of the main module. */
export function setMainUrl(url: string): void {
  currentMainUrl = url;
}
