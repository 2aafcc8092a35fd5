// Reports the steps of every program here: prints the name and the value, or the complete error. Ports differ from
// run to run, so their names are printed.
const { inspect } = require("node:util");
const { createHash } = require("node:crypto");

// OWN_PORT is that of a server that the program started itself.
const PORTS = ["PGPORT", "MARIADB_PORT", "REDIS_PORT", "REDIS_TLS_PORT", "REFUSED_PORT", "OWN_PORT"];

/** Replaces the ports of this run by their names. */
function withoutPorts(text) {
  for (const name of PORTS) if (process.env[name]) text = text.replaceAll(process.env[name], `[${name}]`);
  return text;
}

/** Prints a line. */
function print(name, value) {
  console.log(
    withoutPorts(
      `${name}: ${typeof value === "string" ? value : inspect(value, { depth: 8, breakLength: 140, compact: 8, maxArrayLength: 60 })}`,
    ),
  );
}

/** An error in one line: class, code, message, and the fields that drivers add. */
function describe(error, fields = []) {
  if (!(error instanceof Error)) return `thrown ${inspect(error)}`;
  const parts = [error.constructor.name];
  if (error.code !== undefined) parts.push(`[${error.code}]`);
  parts.push(JSON.stringify(error.message));
  for (const field of ["errno", "syscall", "address", "port", "sqlState", ...fields]) {
    if (error[field] !== undefined) parts.push(`${field}=${inspect(error[field])}`);
  }
  if (error.errors)
    parts.push(
      `{ ${[...error.errors].map((one) => (one instanceof Error ? describe(one, fields) : `${one.type ?? typeof one} ${one.path} ${one.message}`)).join(" | ")} }`,
    );
  if (error.cause !== undefined)
    parts.push(
      `caused by ${error.cause instanceof Error ? describe(error.cause, fields) : error.cause?.constructor?.name}`,
    );
  return parts.join(" ");
}

/** Runs a step and prints how it ended. Returns the value. */
async function step(name, body) {
  try {
    const value = await body();
    print(name, value);
    return value;
  } catch (error) {
    print(name, `failed with ${describe(error)}`);
    return undefined;
  }
}

/** Runs a step that should fail, and prints the error with more of its fields. */
async function fails(name, body, fields) {
  try {
    print(name, `did not fail: ${inspect(await body())}`);
  } catch (error) {
    print(name, describe(error, fields));
  }
}

/** A promise of the next event; rejects when it takes ten seconds. */
function next(emitter, event) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no "${event}" came`)), 10_000);
    emitter.once(event, (...values) => {
      clearTimeout(timer);
      resolve(values.length > 1 ? values : values[0]);
    });
  });
}

/** Waits until `isTrue()` or ten seconds are over. */
async function until(isTrue) {
  const end = Date.now() + 10_000;
  while (!(await isTrue())) {
    if (Date.now() > end) throw new Error(`never true: ${isTrue}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const digest = (value) => createHash("sha256").update(value).digest("hex").slice(0, 16);

module.exports = { print, describe, step, fails, next, until, sleep, digest };
