// Options of Bun's S3 client, and where an object is. https://bun.com/docs/runtime/s3#credentials
import { URL } from "web:url";
import { load } from "internal:core/bootstrap";
import { settingsError } from "internal:bun/s3/errors";
import defer * as bunErrors from "internal:bun/errors";
import defer * as errors from "internal:core/errors";

const MEBIBYTE = 1024 * 1024;
const SMALLEST_PART = 5 * MEBIBYTE;
const LARGEST_PART = 5120 * MEBIBYTE;
const LARGEST_BYTE = 255;

const ACLS =
  "private public-read public-read-write aws-exec-read authenticated-read bucket-owner-read bucket-owner-full-control " +
  "log-delivery-write";
const STORAGE_CLASSES =
  "STANDARD STANDARD_IA INTELLIGENT_TIERING EXPRESS_ONEZONE ONEZONE_IA GLACIER GLACIER_IR REDUCED_REDUNDANCY OUTPOSTS " +
  "DEEP_ARCHIVE SNOW";

const STRINGS = [
  "accessKeyId",
  "secretAccessKey",
  "sessionToken",
  "region",
  "endpoint",
  "bucket",
  "acl",
  "storageClass",
  "contentDisposition",
  "contentEncoding",
  "type",
] as const;

export interface Settings extends Partial<Record<(typeof STRINGS)[number], string>> {
  virtualHostedStyle: boolean;
  requestPayer: boolean;
  partSize: number;
  queueSize: number;
  retry: number;
}

const VARIABLES: [
  name: "accessKeyId" | "secretAccessKey" | "sessionToken" | "region" | "endpoint" | "bucket",
  variable: string,
][] = [
  ["accessKeyId", "ACCESS_KEY_ID"],
  ["secretAccessKey", "SECRET_ACCESS_KEY"],
  ["sessionToken", "SESSION_TOKEN"],
  ["region", "REGION"],
  ["endpoint", "ENDPOINT"],
  ["bucket", "BUCKET"],
];

/** What the environment says: `S3_…`, else `AWS_…`. */
export function settingsOfEnvironment(): Settings {
  const { env } = load("internal:node/process").default as { env: Record<string, string | undefined> };
  const found: Settings = {
    virtualHostedStyle: false,
    requestPayer: false,
    partSize: SMALLEST_PART,
    queueSize: 5,
    retry: 3,
  };
  for (const [name, variable] of VARIABLES) {
    const value = env[`S3_${variable}`] || env[`AWS_${variable}`];
    if (value) found[name] = value;
  }
  return found;
}

/** Settings with those of `options` in their place. Throws a TypeError or RangeError. */
export function mergeSettings(base: Settings, options: unknown): Settings {
  if (typeof options !== "object" || options === null) return base;
  const given = options as Record<string, unknown>;
  const merged = { ...base };
  for (const name of STRINGS) {
    const value = given[name];
    if (value === undefined || value === null || value === "") continue;
    if (typeof value !== "string") throw bunErrors.invalid(wrongType(name, value));
    merged[name] = value;
  }
  if (given.acl !== undefined) checkOneOf("acl", merged.acl, ACLS);
  if (given.storageClass !== undefined) checkOneOf("storageClass", merged.storageClass, STORAGE_CLASSES);
  for (const name of ["virtualHostedStyle", "requestPayer"] as const) {
    const value = given[name];
    if (value === undefined || value === null) continue;
    if (typeof value !== "boolean")
      throw bunErrors.invalid(`The "${name}" property must be of type boolean, got ${typeof value}`);
    merged[name] = value;
  }
  merged.partSize = integer(given.partSize, "partSize", merged.partSize, SMALLEST_PART, LARGEST_PART);
  merged.queueSize = Math.min(integer(given.queueSize, "queueSize", merged.queueSize, 1, Infinity), LARGEST_BYTE);
  merged.retry = integer(given.retry, "retry", merged.retry, 0, LARGEST_BYTE);
  return merged;
}

function wrongType(name: string, value: unknown): string {
  const received = new errors.ERR_INVALID_ARG_TYPE(name, "string", value).message.split("Received ")[1];
  return `The "${name}" argument must be of type string. Received ${received}`;
}

function checkOneOf(name: string, value: string | undefined, list: string): void {
  const values = list.split(" ");
  if (value === undefined || !values.includes(value))
    throw bunErrors.invalid(`${name} must be one of ${values.map((one) => `"${one}"`).join(", ")}`);
}

function integer(value: unknown, name: string, otherwise: number, minimum: number, maximum: number): number {
  if (value === undefined || value === null) return otherwise;
  if (typeof value !== "number")
    throw bunErrors.invalid(`The "${name}" property must be of type number. Received ${typeof value}`);
  if (value >= minimum && value <= maximum) return Math.trunc(value);
  const range = maximum === Infinity ? `>= ${minimum}` : `>= ${minimum} and <= ${maximum}`;
  throw Object.assign(
    new RangeError(`The value of "${name}" is out of range. It must be ${range}. Received ${value}`),
    {
      code: "ERR_OUT_OF_RANGE",
    },
  );
}

/** The name of an object in a bucket, without `s3://` and slashes before it. */
export function keyOf(path: string): string {
  return path.replace(/^s3:\/\//, "").replace(/^\/+/, "");
}

/** The region: the given one, that of Amazon's endpoint, or `auto` for other services. */
export function regionOf({ region, endpoint }: Settings): string {
  if (region !== undefined) return region;
  if (endpoint === undefined) return "us-east-1";
  return /(?:^|[/.])s3[.-]([\w-]+)\.amazonaws\.com/.exec(endpoint)?.[1] ?? "auto";
}

export interface Place {
  /** `https:` or `http:`. */
  protocol: string;
  host: string;
  /** With each character that needs it percent-encoded. */
  path: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Where an object is. An empty key means the bucket. Throws an Error with a code. */
export function placeOf(settings: Settings, key: string, isBucket: boolean): Place {
  const { accessKeyId, secretAccessKey, endpoint, virtualHostedStyle } = settings;
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    throw settingsError(
      "ERR_S3_MISSING_CREDENTIALS",
      "Missing S3 credentials. 'accessKeyId', 'secretAccessKey', 'bucket', and 'endpoint' are required",
    );
  }
  let { bucket } = settings;
  let name = key;
  if (bucket === undefined && !(virtualHostedStyle && endpoint !== undefined)) {
    const slash = key.indexOf("/");
    bucket = slash < 0 ? "" : key.slice(0, slash);
    name = key.slice(slash + 1);
  }
  if (bucket === "" || (name === "" && !isBucket))
    throw settingsError("ERR_S3_INVALID_PATH", "Invalid S3 bucket, key combination");
  const region = regionOf(settings);
  const { protocol, host, prefix } = serviceOf(endpoint);
  const credentials = { region, accessKeyId, secretAccessKey };
  if (!virtualHostedStyle) {
    const service = host ?? `s3.${region}.amazonaws.com`;
    return { protocol, host: service, path: `${prefix}/${encodePath(bucket!)}/${encodePath(name)}`, ...credentials };
  }
  const service = host ?? `${bucket}.s3.${region}.amazonaws.com`;
  return { protocol, host: service, path: `${prefix}/${encodePath(name)}`, ...credentials };
}

function serviceOf(endpoint: string | undefined): { protocol: string; host: string | undefined; prefix: string } {
  if (endpoint === undefined) return { protocol: "https:", host: undefined, prefix: "" };
  const text = /^https?:\/\//.test(endpoint) ? endpoint : `https://${endpoint}`;
  if (!URL.canParse(text)) return { protocol: "https:", host: endpoint, prefix: "" };
  const { protocol, host, pathname } = new URL(text);
  return { protocol, host, prefix: pathname.replace(/\/+$/, "") };
}

function encodePath(path: string): string {
  return path.split("/").map(encode).join("/");
}

/** Percent-encodes everything but letters, digits and `-_.~`. */
export function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
