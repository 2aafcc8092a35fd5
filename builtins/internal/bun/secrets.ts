// `Bun.secrets`: there is no access to the keyring of the system. Arguments are checked as in Bun; then calls reject, as they
// do in Bun on a machine without a keyring. https://bun.com/docs/runtime/secrets
import { invalid } from "internal:bun/errors";

const CODE = "ERR_SECRETS_PLATFORM_ERROR";

function checkNames(service: unknown, name: unknown): void {
  if (typeof service !== "string" || typeof name !== "string") throw invalid("Expected service and name to be strings");
  if (service === "" || name === "") throw invalid("Expected service and name to not be empty");
}

/** The options, or as many strings as `names` has. */
function optionsOf(args: unknown[], names: string[]): Record<string, unknown> {
  const [first] = args;
  if (typeof first === "object" && first !== null) return first as Record<string, unknown>;
  if (names.every((_, index) => typeof args[index] === "string"))
    return Object.fromEntries(names.map((name, index) => [name, args[index]]));
  throw invalid("Expected options to be an object");
}

function refusal(method: string): Error {
  const message = `Bun.secrets.${method} is not implemented: Brio does not use the system's keyring`;
  return Object.assign(new Error(message), { code: CODE });
}

export const secrets = {
  get(...args: unknown[]): Promise<string | null> {
    if (args.length === 0) throw invalid("secrets.get requires an options object");
    const { service, name } = optionsOf(args, ["service", "name"]);
    checkNames(service, name);
    return Promise.reject(refusal("get"));
  },
  set(...args: unknown[]): Promise<void> {
    const { service, name, value } = optionsOf(args, ["service", "name", "value"]);
    if (value === undefined || value === null)
      throw invalid("Expected 'value' to be a string. To delete the secret, call secrets.delete instead.");
    if (typeof value !== "string") throw invalid("Expected 'value' to be a string");
    checkNames(service, name);
    return Promise.reject(refusal("set"));
  },
  delete(...args: unknown[]): Promise<boolean> {
    if (args.length === 0) throw invalid("secrets.delete requires an options object");
    const { service, name } = optionsOf(args.length > 1 ? [] : args, ["service", "name"]);
    checkNames(service, name);
    return Promise.reject(refusal("delete"));
  },
};
for (const [name, length] of [
  ["get", 1],
  ["set", 2],
  ["delete", 1],
] as const)
  Object.defineProperty(secrets[name], "length", { value: length, configurable: true });
