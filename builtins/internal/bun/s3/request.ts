// Requests to S3.
import type { Response } from "web:response";
import { load } from "internal:core/bootstrap";
import { errorOf, s3Error } from "internal:bun/s3/errors";
import { type Place, type Settings, placeOf } from "internal:bun/s3/settings";
import { type Pairs, queryOf, signedHeaders } from "internal:bun/s3/signature";

export interface Query {
  method: "GET" | "HEAD" | "PUT" | "POST" | "DELETE";
  key: string;
  /** Whether it concerns the bucket, not an object. */
  isBucket?: boolean;
  query?: Pairs;
  /** Headers that are signed. */
  signed?: Pairs;
  headers?: Pairs;
  body?: Uint8Array | string;
  /** What errors say the object is; undefined: they do not say. */
  path?: string | undefined;
}

/** Sends a request. Rejects with an S3Error for a missing setting, a broken connection or a status of failure. */
export async function send(settings: Settings, wanted: Query): Promise<Response> {
  const { body, headers = [], isBucket = false, key, method, path, query = [], signed = [] } = wanted;
  let place: Place;
  try {
    place = placeOf(settings, key, isBucket);
  } catch (error) {
    const { code, message } = error as Error & { code: string };
    throw s3Error(code, message, path);
  }
  const search = queryOf(query);
  const payer: Pairs = settings.requestPayer ? [["x-amz-request-payer", "requester"]] : [];
  const all = signedHeaders(place, settings, method, search, [...signed, ...payer]);
  const address = `${place.protocol}//${place.host}${place.path}${search === "" ? "" : `?${search}`}`;
  let response: Response;
  try {
    response = await load("web:fetch").fetch(address, {
      method,
      headers: [...all, ...headers],
      body: method === "PUT" || method === "POST" ? (body ?? "") : undefined,
    });
  } catch (error) {
    const { cause, code = "ConnectionClosed" } = error as Error & { code?: string };
    // It says what to grant.
    if ((cause as { code?: string } | undefined)?.code === "ERR_ACCESS_DENIED") throw cause;
    throw s3Error(code === "ECONNREFUSED" ? "ConnectionRefused" : code, undefined, path);
  }
  if (response.ok) return response;
  throw errorOf(response.status, method === "HEAD" ? "" : await response.text(), path);
}

/** The headers with which an object is stored. */
export function storageHeaders(settings: Settings): Pairs {
  const { acl, contentDisposition, contentEncoding, storageClass } = settings;
  const found: Pairs = [];
  if (acl !== undefined) found.push(["x-amz-acl", acl]);
  if (storageClass !== undefined) found.push(["x-amz-storage-class", storageClass]);
  if (contentDisposition !== undefined) found.push(["content-disposition", contentDisposition]);
  if (contentEncoding !== undefined) found.push(["content-encoding", contentEncoding]);
  return found;
}
