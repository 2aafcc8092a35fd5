// Subresource integrity (https://www.w3.org/TR/sri-2/#does-response-match-metadatalist) for fetch's `integrity`.
import type { Response } from "web:response";
import { digest } from "native:crypto";

/** From the weakest to the strongest: only the strongest listed algorithm counts. */
const ALGORITHMS = ["sha256", "sha384", "sha512"];

/** `response` when its body has one of the hashes. Rejects with a TypeError "fetch failed" otherwise. */
export async function verified(response: Response, integrity: string): Promise<Response> {
  const expected = strongest(integrity);
  if (expected === null) return response;
  const bytes = new Uint8Array(await response.clone().arrayBuffer());
  const found: string = withoutPadding(digest(expected.algorithm, bytes, 0).toBase64());
  if (!expected.hashes.some((hash) => hash === found))
    throw new TypeError("fetch failed", { cause: new Error("integrity mismatch") });
  return response;
}

/** The hashes of the strongest algorithm; null when no algorithm is supported, in which case every body matches. */
function strongest(integrity: string): { algorithm: string; hashes: string[] } | null {
  let algorithm = "";
  let hashes: string[] = [];
  for (const token of integrity.split(/[\t\n\f\r ]+/)) {
    const expression = token.split("?", 1)[0]!;
    const dash = expression.indexOf("-");
    const name = (dash < 0 ? expression : expression.slice(0, dash)).toLowerCase();
    const strength = ALGORITHMS.indexOf(name);
    if (strength < 0) continue;
    // An invalid hash is stored too: nothing matches it, while an empty list would accept every body.
    const hash =
      dash < 0
        ? ""
        : withoutPadding(expression.slice(dash + 1))
            .replaceAll("-", "+")
            .replaceAll("_", "/");
    if (strength > ALGORITHMS.indexOf(algorithm)) {
      algorithm = name;
      hashes = [];
    }
    if (name === algorithm) hashes.push(hash);
  }
  return algorithm === "" ? null : { algorithm, hashes };
}

function withoutPadding(text: string): string {
  return text.replace(/={1,2}$/, "");
}
