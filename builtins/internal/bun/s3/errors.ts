// Errors of Bun's S3 client.

/** What services say without saying more. */
const UNKNOWN = "an unexpected error has occurred";

type Failure = Error & { code: string; path?: string };

/** An error of a service or connection. `path` is the object's name, where there is one. */
export function s3Error(code: string, message = UNKNOWN, path: string | undefined = undefined): Failure {
  const error = new Error(message) as Failure;
  Object.defineProperty(error, "name", { value: "S3Error", writable: true, configurable: true });
  Object.defineProperty(error, "code", { value: code, writable: true, configurable: true });
  if (path !== undefined) error.path = path;
  return error;
}

/** An error of the settings, before anything is sent. */
export function settingsError(code: string, message: string): Failure {
  return Object.assign(new Error(message), { code });
}

/** The error that a response is: XML with a code and a message, or text. */
export function errorOf(status: number, body: string, path: string | undefined): Failure {
  const code = /<Code>([^<]*)<\/Code>/.exec(body)?.[1];
  if (code !== undefined)
    return s3Error(code, unescapeXml(/<Message>([^<]*)<\/Message>/.exec(body)?.[1] ?? UNKNOWN), path);
  if (status === 404 && body === "" && path !== undefined)
    return s3Error("NoSuchKey", "The specified key does not exist.", path);
  return s3Error("UnknownError", body === "" ? UNKNOWN : body, path);
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Text of XML without references. */
export function unescapeXml(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hexadecimal, name) => {
    if (name !== undefined) return ENTITIES[name as string] ?? whole;
    return String.fromCodePoint(decimal === undefined ? parseInt(hexadecimal, 16) : Number(decimal));
  });
}
