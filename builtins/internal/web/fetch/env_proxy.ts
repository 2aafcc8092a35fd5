// Whether Node's programs go through the proxies that the environment names. https://nodejs.org/api/cli.html#--use-env-proxy
import { option } from "internal:core/launch";
import { getEnvironment } from "native:process";

/** The flag comes before the environment. */
export function heedsProxies(): boolean {
  if (option("--use-env-proxy") !== undefined) return true;
  return option("--no-use-env-proxy") === undefined && getEnvironment("NODE_USE_ENV_PROXY") === "1";
}
