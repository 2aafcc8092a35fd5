// Messages that need code, named by the `formatter` of their row in base/errors/errors.toml. `this` carries the
// properties of the error besides its code.
import { safe } from "internal:core/bootstrap";
import { addNumericalSeparator, determineSpecificType, formatList } from "internal:core/errors/wording";
import defer * as inspect from "internal:core/util/inspect";

type Carrier = Record<string, unknown>;

export function accessDenied(this: Carrier, message: string, permission = "", resource = ""): string {
  this.permission = permission;
  this.resource = resource;
  return message;
}

export function bufferOutOfBounds(name?: string): string {
  return name ? `"${name}" is outside of buffer bounds` : "Attempt to access memory outside buffer bounds";
}

export function encodingInvalidEncodedData(this: Carrier, encoding: string, errno: number): string {
  this.errno = errno;
  return `The encoded data was not valid for encoding ${encoding}`;
}

export function falsyValueRejection(this: Carrier, reason: unknown): string {
  this.reason = reason;
  return "Promise was rejected with falsy value";
}

export function http2InvalidSettingValue(
  this: Carrier,
  name: string,
  actual: unknown,
  min?: number,
  max?: number,
): string {
  this.actual = actual;
  if (min !== undefined) {
    this.min = min;
    this.max = max;
  }
  return `Invalid value for setting "${name}": ${actual}`;
}

export function http2StreamCancel(this: Carrier, error?: { message?: unknown } | null): string {
  const text = "The pending stream has been canceled";
  if (!error) return text;
  this.cause = error;
  return typeof error.message === "string" ? `${text} (caused by: ${error.message})` : text;
}

export function importAttributeUnsupported(attribute: string, value: string, url?: string): string {
  return `Import attribute "${attribute}" with value "${value}" is not supported${url === undefined ? "" : ` in ${url}`}`;
}

export function internalAssertion(message?: string): string {
  const text = "This is caused by a bug in Brio or by incorrect use of its internals.\n";
  return message === undefined ? text : `${message}\n${text}`;
}

export function invalidAddressFamily(this: Carrier, addressType: unknown, host: string, port: number): string {
  this.host = host;
  this.port = port;
  return `Invalid address family: ${addressType} ${host}:${port}`;
}

const primitiveTypes = new Set([
  "string",
  "function",
  "number",
  "object",
  "Function",
  "Object",
  "boolean",
  "bigint",
  "symbol",
]);

export function invalidArgType(name: string, expected: string | string[], actual: unknown): string {
  const types: string[] = [];
  const instances: string[] = [];
  const other: string[] = [];
  for (const value of safe.isArray(expected) ? expected : [expected]) {
    if (primitiveTypes.has(value)) types.push(value.toLowerCase());
    else if (/^[A-Z][a-zA-Z0-9]*$/.test(value)) instances.push(value);
    else other.push(value);
  }
  // Next to class names, "object" becomes a class name too.
  const objectIndex = instances.length > 0 ? types.indexOf("object") : -1;
  if (objectIndex !== -1) {
    types.splice(objectIndex, 1);
    instances.push("Object");
  }
  const alternatives: string[] = [];
  if (types.length > 0) alternatives.push(`${types.length > 1 ? "one of type" : "of type"} ${formatList(types, "or")}`);
  if (instances.length > 0) alternatives.push(`an instance of ${formatList(instances, "or")}`);
  if (other.length > 1) alternatives.push(`one of ${formatList(other, "or")}`);
  else if (other.length === 1) alternatives.push(`${other[0]!.toLowerCase() === other[0] ? "" : "an "}${other[0]}`);
  return `The ${subject(name)} must be ${alternatives.join(" or ")}. Received ${determineSpecificType(actual)}`;
}

function subject(name: string): string {
  if (name.endsWith(" argument")) return name;
  return `"${name}" ${name.includes(".") ? "property" : "argument"}`;
}

export function invalidArgValue(name: string, value: unknown, reason = "is invalid"): string {
  let shown = inspect.inspect(value);
  if (shown.length > 128) shown = `${shown.slice(0, 128)}...`;
  return `The ${name.includes(".") ? "property" : "argument"} '${name}' ${reason}. Received ${shown}`;
}

export function invalidChar(name: string, field?: string): string {
  return `Invalid character in ${name}${field === undefined ? "" : ` ["${field}"]`}`;
}

export function invalidFileUrlPath(this: Carrier, reason: string, input: unknown): string {
  this.input = input;
  return `File URL path ${reason}`;
}

export function invalidMimeSyntax(production: string, text: string, invalidIndex: number): string {
  return `The MIME syntax for a ${production} in "${text}" is invalid${invalidIndex === -1 ? "" : ` at ${invalidIndex}`}`;
}

export function invalidModuleSpecifier(request: string, reason: string, base?: string): string {
  return `Invalid module "${request}" ${reason}${importedFrom(base)}`;
}

function importedFrom(base: string | undefined | null): string {
  return base ? ` imported from ${base}` : "";
}

export function invalidPackageConfig(path: string, base?: string, message?: string): string {
  return `Invalid package config ${path}${base ? ` while importing ${base}` : ""}${message ? `. ${message}` : ""}`;
}

export function invalidPackageTarget(
  folder: string,
  key: string,
  target: unknown,
  isImport = false,
  base?: string,
): string {
  const hint =
    typeof target === "string" && !isImport && target.length > 0 && !target.startsWith("./")
      ? '; targets must start with "./"'
      : "";
  const shown = JSON.stringify(target);
  const file = `the package config ${folder}package.json${importedFrom(base)}${hint}`;
  if (key === ".") return `Invalid "exports" main target ${shown} defined in ${file}`;
  return `Invalid "${isImport ? "imports" : "exports"}" target ${shown} defined for '${key}' in ${file}`;
}

export function invalidReturnProperty(input: string, name: string, property: string, value: unknown): string {
  return `Expected a valid ${input} to be returned for the "${property}" from the "${name}" hook but got ${determineSpecificType(value)}.`;
}

export function invalidReturnPropertyValue(input: string, name: string, property: string, value: unknown): string {
  return `Expected ${input} to be returned for the "${property}" from the "${name}" hook but got ${determineSpecificType(value)}.`;
}

export function invalidReturnValue(input: string, name: string, value: unknown): string {
  return `Expected ${input} to be returned from the "${name}" function but got ${determineSpecificType(value)}.`;
}

export function invalidUrl(this: Carrier, input: string, base: string | null = null): string {
  this.input = input;
  if (base != null) this.base = base;
  return "Invalid URL";
}

export function invalidUrlScheme(expected: string | string[]): string {
  const schemes = typeof expected === "string" ? [expected] : expected;
  return `The URL must be ${schemes.length > 1 ? "one of scheme" : "of scheme"} ${schemes.join(" or ")}`;
}

export function ipBlocked(address: string): string {
  return `IP(${address}) is blocked by net.BlockList`;
}

export function missingArgs(...names: (string | string[])[]): string {
  const quoted = names.map((name) => (safe.isArray(name) ? name : [name]).map((one) => `"${one}"`).join(" or "));
  return `The ${formatList(quoted)} argument${names.length > 1 ? "s" : ""} must be specified`;
}

export function moduleNotFound(this: Carrier, path: string, base: string, exactUrl?: unknown): string {
  if (exactUrl) this.url = `${exactUrl}`;
  return `Cannot find ${exactUrl ? "module" : "package"} '${path}' imported from ${base}`;
}

export function outOfRange(name: string, range: string, input: unknown, nameIsSentence = false): string {
  let received: string;
  if (safe.isInteger(input) && Math.abs(input as number) > 2 ** 32) {
    received = addNumericalSeparator(String(input));
  } else if (typeof input === "bigint") {
    const limit = 2n ** 32n;
    received = `${input > limit || input < -limit ? addNumericalSeparator(String(input)) : String(input)}n`;
  } else {
    received = inspect.inspect(input);
  }
  return `${nameIsSentence ? name : `The value of "${name}" is out of range.`} It must be ${range}. Received ${received}`;
}

export function packageImportNotDefined(specifier: string, folder: string | undefined, base: string): string {
  return `Package import specifier "${specifier}" is not defined${folder ? ` in package ${folder}package.json` : ""} imported from ${base}`;
}

export function packagePathNotExported(folder: string, subpath: string, base?: string): string {
  const file = `${folder}package.json${importedFrom(base)}`;
  if (subpath === ".") return `No "exports" main defined in ${file}`;
  return `Package subpath '${subpath}' is not defined by "exports" in ${file}`;
}

export function parseArgsUnknownOption(option: string, allowPositionals?: boolean): string {
  const hint = allowPositionals
    ? `. To specify a positional argument starting with a '-', place it at the end of the command after '--', as in '-- ${JSON.stringify(option)}`
    : "";
  return `Unknown option '${option}'${hint}`;
}

/** The files that led to a module, nearest first, as `require` reports them. */
export function requireAsyncModule(this: Carrier, filename?: string, requireStack?: string[]): string {
  let text =
    "require() cannot be used on an ESM graph with top-level await. Use import() instead." +
    " To see where the top-level await comes from, use --experimental-print-required-tla.";
  if (filename) text += `\nRequired module: ${filename}`;
  if (requireStack && requireStack.length > 0) text += `\nRequire stack:\n- ${requireStack.join("\n- ")}`;
  return text;
}

export function requireEsm(
  filename: string,
  hasEsmSyntax: boolean,
  parentPath: string | null = null,
  packageJsonPath: string | null = null,
): string {
  const text = `require() of ES Module ${filename}${parentPath ? ` from ${parentPath}` : ""} not supported.`;
  if (!packageJsonPath) {
    if (!filename.endsWith(".mjs")) return text;
    return `${text}\nInstead change the require of ${filename} to a dynamic import() which is available in all CommonJS modules.`;
  }
  const last = (path: string) => path.slice(path.lastIndexOf("/") + 1);
  const name = parentPath && last(filename) === last(parentPath) ? filename : last(filename);
  if (hasEsmSyntax) {
    return `${text}\nInstead change the require of ${name} in ${parentPath} to a dynamic import() which is available in all CommonJS modules.`;
  }
  return (
    `${text}\n${name} is treated as an ES module file as it is a .js file whose nearest parent package.json contains ` +
    '"type": "module" which declares all .js files in that package scope as ES modules.\n' +
    `Instead either rename ${name} to end in .cjs, change the requiring code to use dynamic import() which is available in ` +
    'all CommonJS modules, or change "type": "module" to "type": "commonjs" in ' +
    `${packageJsonPath} to treat all .js files as CommonJS (using .mjs for all ES modules instead).\n`
  );
}

export function requireEsmRaceCondition(filename: string, parent: string | undefined, inHookWorker: boolean): string {
  return (
    `Cannot require() ES Module ${filename} because it is not yet fully loaded.\n` +
    "This may be caused by a race condition if the module is simultaneously dynamically import()-ed via Promise.all().\n" +
    "Try await-ing the import() sequentially in a loop instead.\n" +
    ` (From ${parent ? `${parent} in ` : " "}${inHookWorker ? "loader hook worker thread" : "non-loader-hook thread"})`
  );
}

export function socketBadPort(name: string, port: unknown, allowZero = true): string {
  return `${name} should be ${allowZero ? ">=" : ">"} 0 and < 65536. Received ${determineSpecificType(port)}.`;
}

export function testFailure(
  this: Carrier,
  error: { message?: unknown } | null | undefined,
  failureType: string | symbol,
): string {
  const reason = error?.message ?? error;
  this.failureType = failureType;
  this.cause = error;
  if (typeof reason === "string") return reason;
  try {
    return inspect.inspect(reason);
  } catch {
    return inspect.inspect(reason, { customInspect: false });
  }
}

export function tlsAlpnCallbackInvalidResult(value: unknown, protocols: string[]): string {
  return `ALPN callback returned a value (${value}) that did not match any of the client's offered protocols (${protocols.join(", ")})`;
}

export function tlsCertAltnameInvalid(this: Carrier, reason: string, host: string, cert: unknown): string {
  this.reason = reason;
  this.host = host;
  this.cert = cert;
  return `Hostname/IP does not match certificate's altnames: ${reason}`;
}

export function unhandledError(error?: unknown): string {
  return error === undefined ? "Unhandled error." : `Unhandled error. (${error})`;
}

export function unhandledRejection(this: Carrier, reason: string): string {
  this.name = "UnhandledPromiseRejection";
  return (
    "This error originated either by throwing inside of an async function without a catch block, or by rejecting a promise " +
    `which was not handled with .catch(). The promise rejected with the reason "${reason}".`
  );
}

export function unsupportedDirImport(this: Carrier, path: string, base: string, exactUrl?: unknown): string {
  this.url = exactUrl;
  return `Directory import '${path}' is not supported resolving ES modules imported from ${base}`;
}

export function unsupportedEsmUrlScheme(url: { protocol: string }, supported: string[]): string {
  return `Only URLs with a scheme in: ${formatList(supported)} are supported by the default ESM loader. Received protocol '${url.protocol}'`;
}

export function vmModuleLinkFailure(this: Carrier, message: string, cause: unknown): string {
  this.cause = cause;
  return message;
}

export function workerInvalidExecArgv(errors: string[], message = "invalid execArgv flags"): string {
  return `Initiated Worker with ${message}: ${errors.join(", ")}`;
}

export function workerPath(filename: string): string {
  const hint = filename.startsWith("file://")
    ? " Wrap file:// URLs with `new URL`."
    : filename.startsWith("data:text/javascript")
      ? " Wrap data: URLs with `new URL`."
      : "";
  return `The worker script or module filename must be an absolute path or a relative path starting with './' or '../'.${hint} Received "${filename}"`;
}
