// `fetch("s3://bucket/name", { s3 })`. https://bun.com/docs/runtime/s3#s3-protocol
import { publicStream } from "web:body";
import { fetch } from "web:fetch";
import type { RequestParts } from "web:request";
import { Response } from "web:response";
import { keyOf, mergeSettings, placeOf, settingsOfEnvironment } from "internal:bun/s3/settings";
import { type Pairs, signedHeaders } from "internal:bun/s3/signature";

/** Sends the request to the address of the object, signed. Resolves with whatever the service says. */
export async function fetchObject(request: RequestParts, options: unknown): Promise<Response> {
  const { body, headers, method, signal, url } = request;
  const settings = mergeSettings(settingsOfEnvironment(), options);
  const place = placeOf(settings, keyOf(decodeURI(url)), false);
  const own: Pairs = [];
  for (let index = 0; index < headers.pairs.length; index += 2)
    own.push([headers.pairs[index]!, headers.pairs[index + 1]!]);
  return fetch(`${place.protocol}//${place.host}${place.path}`, {
    method,
    headers: [...own, ...signedHeaders(place, settings, method, "", [])],
    body: body === null ? undefined : await new Response(publicStream(body)).bytes(),
    signal,
  });
}
