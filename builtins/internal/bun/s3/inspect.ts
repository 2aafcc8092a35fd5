// How clients of S3 are shown: without credentials.
import { inspect } from "internal:bun/inspect";
import { type Settings, regionOf } from "internal:bun/s3/settings";

/** The text of a client. `place`: its bucket, if it has one. */
export function describe(title: string, place: string | undefined, settings: Settings): string {
  const { accessKeyId, acl, endpoint, partSize, queueSize, retry, secretAccessKey, sessionToken } = settings;
  const shown: Record<string, unknown> = {
    endpoint: endpoint?.replace(/^https?:\/\//, "") ?? "https://s3.<region>.amazonaws.com",
    region: regionOf(settings),
  };
  for (const [name, value] of Object.entries({ accessKeyId, secretAccessKey, sessionToken }))
    if (value !== undefined) shown[name] = "[REDACTED]";
  if (acl !== undefined) shown.acl = acl;
  const text = inspect(Object.assign(shown, { partSize, queueSize, retry }));
  return `${title}${place === undefined ? "" : ` (${JSON.stringify(place)})`} ${text}`;
}
