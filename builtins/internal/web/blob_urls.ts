// The store of `blob:` URLs (https://w3c.github.io/FileAPI/#url): registration, revocation and resolution. One per thread.
import type { Blob } from "web:blob";
import { home } from "internal:core/program";
import { randomUUID } from "internal:web/crypto/random_uuid";

const store = new Map<string, Blob>();
const URL_PREFIX = "blob:nodedata:";
/** In Deno the origin is opaque. */
const URL_PREFIX_OF_DENO = "blob:null/";

/** A URL that resolves to `blob` until it is revoked. The caller has checked the type. */
export function createObjectURL(blob: Blob): string {
  const url = (home() === "deno" ? URL_PREFIX_OF_DENO : URL_PREFIX) + randomUUID();
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
