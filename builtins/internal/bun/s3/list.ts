// The list of the objects in a bucket. https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html
import { unescapeXml } from "internal:bun/s3/errors";
import { send } from "internal:bun/s3/request";
import type { Settings } from "internal:bun/s3/settings";
import type { Pairs } from "internal:bun/s3/signature";

const OPTIONS: [name: string, parameter: string][] = [
  ["prefix", "prefix"],
  ["continuationToken", "continuation-token"],
  ["delimiter", "delimiter"],
  ["encodingType", "encoding-type"],
  ["fetchOwner", "fetch-owner"],
  ["maxKeys", "max-keys"],
  ["startAfter", "start-after"],
];

/** Lists objects. Members that the service does not give are missing. */
export async function list(settings: Settings, options: unknown): Promise<object> {
  const query: Pairs = [["list-type", "2"]];
  const given = (typeof options === "object" && options !== null ? options : {}) as Record<string, unknown>;
  for (const [name, parameter] of OPTIONS)
    if (given[name] !== undefined && given[name] !== null) query.push([parameter, String(given[name] as string)]);
  const response = await send(settings, { method: "GET", key: "", isBucket: true, query, path: "" });
  return readList(await response.text());
}

function elements(xml: string, name: string): string[] {
  return Array.from(xml.matchAll(new RegExp(`<${name}(?:\\s[^>]*)?>(.*?)</${name}>`, "gs")), ([, content]) => content!);
}

type Convert = (text: string) => unknown;
const asNumber: Convert = Number;
const asBoolean: Convert = (text) => text === "true";

/** Reads members from elements of the same name that begin with a capital letter. */
function read(xml: string, members: [name: string, convert?: Convert][]): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const [name, convert] of members) {
    const text = elements(xml, name)[0];
    if (text === undefined) continue;
    const plain = unescapeXml(text);
    found[`${name[0]!.toLowerCase()}${name.slice(1)}`] = convert === undefined ? plain : convert(plain);
  }
  return found;
}

function readList(xml: string): object {
  const contents = elements(xml, "Contents");
  const prefixes = elements(xml, "CommonPrefixes");
  // What belongs to the list, not to an object in it.
  const own = xml.replace(/<(Contents|CommonPrefixes)>.*?<\/\1>/gs, "");
  const found = read(own, [
    ["Name"],
    ["Prefix"],
    ["Delimiter"],
    ["StartAfter"],
    ["EncodingType"],
    ["ContinuationToken"],
    ["NextContinuationToken"],
    ["IsTruncated", asBoolean],
    ["KeyCount", asNumber],
    ["MaxKeys", asNumber],
  ]);
  if (contents.length > 0) found.contents = contents.map(readObject);
  if (prefixes.length > 0) found.commonPrefixes = prefixes.map((one) => read(one, [["Prefix"]]));
  return found;
}

function readObject(xml: string): object {
  const found = read(xml.replace(/<(Owner|RestoreStatus)>.*?<\/\1>/gs, ""), [
    ["Key"],
    ["ETag"],
    ["ChecksumAlgorithm"],
    ["ChecksumType"],
    ["LastModified"],
    ["Size", asNumber],
    ["StorageClass"],
  ]);
  // Bun has both spellings.
  if (found.checksumAlgorithm !== undefined) found.checksumAlgorithme = found.checksumAlgorithm;
  const owner = elements(xml, "Owner")[0];
  if (owner !== undefined)
    found.owner = { id: elements(owner, "ID")[0], displayName: elements(owner, "DisplayName")[0] };
  const restore = elements(xml, "RestoreStatus")[0];
  if (restore !== undefined)
    found.restoreStatus = read(restore, [["IsRestoreInProgress", asBoolean], ["RestoreExpiryDate"]]);
  return found;
}
