// Header objects from header lines: which duplicates are dropped, joined or collected. The lists are Node's documented ones:
// https://nodejs.org/api/http.html#messageheaders

/** Of these the first one counts (unless `joinDuplicateHeaders`). */
const single = new Set([
  "age",
  "authorization",
  "content-length",
  "content-type",
  "etag",
  "expires",
  "from",
  "host",
  "if-modified-since",
  "if-unmodified-since",
  "last-modified",
  "location",
  "max-forwards",
  "proxy-authorization",
  "referer",
  "retry-after",
  "server",
  "user-agent",
]);

/** Names as clients spell them, in lower case: asked for with every request. The memory for it has a limit. */
const lowered = new Map<string, string>();
const LOWERED_MAX = 512;

function lower(name: string): string {
  const known = lowered.get(name);
  if (known !== undefined) return known;
  const made = name.toLowerCase();
  if (lowered.size >= LOWERED_MAX) lowered.clear();
  lowered.set(name, made);
  return made;
}

/** `message.headers` of `lines` (names and values in turn). */
export function joinedHeaders(lines: string[], joinsAll: boolean | undefined): Record<string, any> {
  const headers: Record<string, any> = {};
  for (let index = 0; index < lines.length; index += 2)
    addFieldLine(headers, lower(lines[index]!), lines[index + 1]!, joinsAll === true);
  return headers;
}

/** `message.headersDistinct` of `lines`: every value in an array. */
export function distinctHeaders(lines: string[]): Record<string, string[]> {
  const headers: Record<string, string[]> = { __proto__: null as any };
  for (let index = 0; index < lines.length; index += 2)
    addFieldLineDistinct(headers, lower(lines[index]!), lines[index + 1]!);
  return headers;
}

/** Adds one header. `name` is in lower case. */
export function addFieldLine(headers: Record<string, any>, name: string, value: string, joinsAll: boolean): void {
  const present = headers[name];
  if (name === "set-cookie") {
    if (present !== undefined) present.push(value);
    else headers[name] = [value];
  } else if (present === undefined) {
    headers[name] = value;
  } else if (!Object.hasOwn(headers, name)) {
    // "constructor" and the like are in every object. "__proto__" is dropped, as in Node.
    if (name !== "__proto__")
      Object.defineProperty(headers, name, { value, writable: true, enumerable: true, configurable: true });
  } else if (name === "cookie") {
    headers[name] = `${present}; ${value}`;
  } else if (joinsAll || !single.has(name)) {
    headers[name] = `${present}, ${value}`;
  }
}

/** Adds one header to an object of arrays. */
export function addFieldLineDistinct(headers: Record<string, string[]>, name: string, value: string): void {
  if (headers[name] === undefined) headers[name] = [value];
  else headers[name].push(value);
}
