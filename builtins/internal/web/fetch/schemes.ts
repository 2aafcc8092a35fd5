// fetch of URLs without network (https://fetch.spec.whatwg.org/#scheme-fetch): about:, blob:, data:, and file: where the home
// supports it.
import { BodyRecord } from "web:body";
import { type Blob, blobFromParts } from "web:blob";
import { type RequestParts } from "web:request";
import { responseFromNetwork } from "web:response";
import { home } from "internal:core/program";
import defer * as blobUrls from "internal:web/blob_urls";
import defer * as dataUrls from "internal:web/fetch/data_url";
import { services } from "internal:core/bootstrap";
import defer * as files from "internal:web/fetch/file_url_body";

type Response = ReturnType<typeof responseFromNetwork>;

/** Fetches a URL whose scheme is not http: or https:. Rejects with a TypeError "fetch failed". */
export async function fetchScheme(
  request: RequestParts,
  init: { s3?: unknown } | null | undefined = undefined,
): Promise<Response> {
  const { url } = request;
  const scheme = url.slice(0, url.indexOf(":"));
  switch (scheme) {
    case "data":
      return fetchDataUrl(url);
    case "blob":
      return fetchBlob(request);
    case "file":
      if (home() === "node") throw failed("not implemented... yet...");
      return fetchFile(request);
    case "about":
      throw refusal(url, "about scheme is not supported");
    case "s3":
      if (home() === "bun") return services().fetchObject(request, init?.s3);
      throw refusal(url, home() === "node" ? "unknown scheme" : `unknown scheme: ${scheme}`);
    default:
      throw refusal(url, home() === "node" ? "unknown scheme" : `unknown scheme: ${scheme}`);
  }
}

/** Printable characters without those that begin a query or a fragment; a path that begins with a slash may have dot segments. */
const SERIALIZED_DATA = /^data:(?!\/)[!-"$->@-~]*$/;

/** Whether a data: URL certainly equals its serialization. */
export function isSerializedData(url: string): boolean {
  return SERIALIZED_DATA.test(url);
}

/** The response with the content of a serialized data: URL. Throws for one that is malformed. */
export function fetchDataUrl(url: string): Response {
  const found = dataUrls.parseDataUrl(url);
  if (found === null) throw refusal(url, "failed to fetch the data URL");
  return respond(url, new BodyRecord(found.body, null), ["content-type", found.mimeType]);
}

function failed(message: string): TypeError {
  return new TypeError("fetch failed", { cause: new Error(message) });
}

/** The error for a URL that is not fetched. */
function refusal(url: string, message: string): Error {
  switch (home()) {
    case "deno":
      return services().denoFetchErrors.refused(url, message);
    case "bun":
      return url.startsWith("data:")
        ? new Error(message)
        : Object.assign(new TypeError("protocol must be http:, https: or s3:"), { code: "ERR_INVALID_ARG_VALUE" });
    default:
      return failed(message);
  }
}

function respond(url: string, body: BodyRecord | null, headers: string[]): Response {
  return responseFromNetwork({
    status: 200,
    statusText: "OK",
    headers: () => headers,
    header: (name) => valueOf(headers, name),
    body,
    url,
    redirected: false,
    type: "basic",
  });
}

function valueOf(headers: readonly string[], lowerName: string): string | null {
  for (let index = 0; index < headers.length; index += 2) if (headers[index] === lowerName) return headers[index + 1]!;
  return null;
}

function fetchBlob(request: RequestParts): Response {
  const hash = request.url.indexOf("#");
  const blob = blobUrls.resolveObjectURL(hash < 0 ? request.url : request.url.slice(0, hash));
  if (blob === undefined || request.method !== "GET") throw refusal(request.url, "invalid method");
  const range = request.headers.get("range");
  if (range !== null) return fetchRange(request.url, blob, range);
  return respond(request.url, new BodyRecord(blob, null), [
    "content-length",
    String(blob.size),
    "content-type",
    blob.type,
  ]);
}

function fetchRange(url: string, blob: Blob, range: string): Response {
  const match = /^bytes=(\d*)-(\d*)$/i.exec(range.trim());
  if (match === null || (match[1] === "" && match[2] === "")) throw failed("failed to fetch the data URL");
  const { size } = blob;
  const start = match[1] === "" ? Math.max(0, size - Number(match[2])) : Number(match[1]);
  const last = match[1] === "" || match[2] === "" ? size - 1 : Math.min(Number(match[2]), size - 1);
  if (start >= size || start > last) throw failed("Range start is greater than the blob's size.");
  const part = blob.slice(start, last + 1, blob.type);
  const headers = [
    "content-length",
    String(part.size),
    "content-type",
    part.type,
    "content-range",
    `bytes ${start}-${last}/${size}`,
  ];
  return responseFromNetwork({
    status: 206,
    statusText: "Partial Content",
    headers: () => headers,
    header: (name) => valueOf(headers, name),
    body: new BodyRecord(part, null),
    url,
    redirected: false,
    type: "basic",
  });
}

async function fetchFile(request: RequestParts): Promise<Response> {
  if (home() === "deno" && request.method !== "GET")
    throw new TypeError(`Fetching files only supports the GET method: received ${request.method}`);
  if (request.method !== "GET" && request.method !== "HEAD") throw failed("invalid method");
  const source = await files.openFileUrl(request.url);
  const body = new BodyRecord(blobFromParts([source], ""), null);
  return respond(
    request.url,
    request.method === "HEAD" ? null : body,
    source.mimeType === "" ? [] : ["content-type", source.mimeType],
  );
}
