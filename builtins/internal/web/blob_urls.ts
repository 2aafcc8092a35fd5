// The store of `blob:` URLs (https://w3c.github.io/FileAPI/#url): registration, revocation and resolution. One per thread.
import type { Blob } from "web:blob";
import { home } from "internal:core/program";

const store = new Map<string, Blob>();
const URL_PREFIX = "blob:nodedata:";
/** In Deno the origin is opaque. */
const URL_PREFIX_OF_DENO = "blob:null/";

function randomId(): string {
  let id = "";
  for (let index = 0; index < 8; index++)
    id += Math.floor(Math.random() * 0x10000)
      .toString(16)
      .padStart(4, "0");
  return `${id.slice(0, 8)}-${id.slice(8, 12)}-4${id.slice(13, 16)}-8${id.slice(17, 20)}-${id.slice(20)}`;
}

/** A URL that resolves to `blob` until it is revoked. The caller has checked the type. */
export function createObjectURL(blob: Blob): string {
  const url = (home() === "deno" ? URL_PREFIX_OF_DENO : URL_PREFIX) + randomId();
  store.set(url, blob);
  return url;
}

/** Revokes a URL; unknown URLs are ignored. */
export function revokeObjectURL(url: string): void {
  store.delete(`${url}`);
}

/** Whether a URL is not revoked. */
export function hasObjectUrls(): boolean {
  return store.size > 0;
}

/** A Blob with the bytes and type of the registered one, or undefined. */
export function resolveObjectURL(url: string): Blob | undefined {
  const blob = store.get(`${url}`);
  return blob?.slice(0, blob.size, blob.type);
}
