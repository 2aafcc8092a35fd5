// Signatures of requests to S3, version 4. https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-authenticating-requests.html
import { load } from "internal:core/bootstrap";
import { type Place, type Settings, encode } from "internal:bun/s3/settings";

const ALGORITHM = "AWS4-HMAC-SHA256";
const PAYLOAD = "UNSIGNED-PAYLOAD";

/** Pairs of names and values. */
export type Pairs = [name: string, value: string][];

function hmac(key: string | Uint8Array, text: string): Uint8Array {
  return load("internal:node/crypto").default.createHmac("sha256", key).update(text).digest();
}

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** `20260131T235959Z`. */
function now(): string {
  return new Date(Date.now()).toISOString().replace(/[-:]|\.\d+/g, "");
}

const scopeOf = ({ region }: Place, time: string): string => `${time.slice(0, 8)}/${region}/s3/aws4_request`;

function signatureOf(place: Place, time: string, canonicalRequest: string): string {
  const digest: string = load("internal:node/crypto")
    .default.createHash("sha256")
    .update(canonicalRequest)
    .digest("hex");
  let key: string | Uint8Array = `AWS4${place.secretAccessKey}`;
  for (const part of scopeOf(place, time).split("/")) key = hmac(key, part);
  return hex(hmac(key, [ALGORITHM, time, scopeOf(place, time), digest].join("\n")));
}

const byName = ([left]: [string, string], [right]: [string, string]): number => (left < right ? -1 : 1);

/** A query with its names in order, and encoded. */
export function queryOf(pairs: Pairs): string {
  return [...pairs]
    .sort(byName)
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .join("&");
}

/** The headers of a request: the given ones, which are signed, and those of the signature. */
export function signedHeaders(place: Place, settings: Settings, method: string, query: string, more: Pairs): Pairs {
  const time = now();
  const { sessionToken } = settings;
  const signed: Pairs = [["host", place.host], ["x-amz-content-sha256", PAYLOAD], ["x-amz-date", time], ...more];
  if (sessionToken !== undefined) signed.push(["x-amz-security-token", sessionToken]);
  signed.sort(byName);
  const names = signed.map(([name]) => name).join(";");
  const lines = signed.map(([name, value]) => `${name}:${value.trim()}\n`).join("");
  const signature = signatureOf(place, time, [method, place.path, query, lines, names, PAYLOAD].join("\n"));
  const credential = `${place.accessKeyId}/${scopeOf(place, time)}`;
  return [
    ...signed.filter(([name]) => name !== "host"),
    ["authorization", `${ALGORITHM} Credential=${credential}, SignedHeaders=${names}, Signature=${signature}`],
  ];
}

/** An address that is valid for a time, without credentials. */
export function presign(place: Place, settings: Settings, method: string, expiresIn: number): string {
  const time = now();
  const pairs: Pairs = [
    ["X-Amz-Algorithm", ALGORITHM],
    ["X-Amz-Credential", `${place.accessKeyId}/${scopeOf(place, time)}`],
    ["X-Amz-Date", time],
    ["X-Amz-Expires", String(expiresIn)],
    ["X-Amz-SignedHeaders", "host"],
  ];
  const { acl, contentDisposition, requestPayer, sessionToken, storageClass, type } = settings;
  if (acl !== undefined) pairs.push(["X-Amz-Acl", acl]);
  if (sessionToken !== undefined) pairs.push(["X-Amz-Security-Token", sessionToken]);
  if (contentDisposition !== undefined) pairs.push(["response-content-disposition", contentDisposition]);
  if (type !== undefined) pairs.push(["response-content-type", type]);
  if (requestPayer) pairs.push(["x-amz-request-payer", "requester"]);
  if (storageClass !== undefined) pairs.push(["x-amz-storage-class", storageClass]);
  const request = [method, place.path, queryOf(pairs), `host:${place.host}\n`, "host", PAYLOAD].join("\n");
  pairs.push(["X-Amz-Signature", signatureOf(place, time, request)]);
  return `${place.protocol}//${place.host}${place.path}?${queryOf(pairs)}`;
}
