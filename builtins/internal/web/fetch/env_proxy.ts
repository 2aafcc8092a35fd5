// Whether Node's programs use the proxies of the environment. https://nodejs.org/api/cli.html#--use-env-proxy
import { option } from "internal:core/launch";
import { getEnvironment } from "native:process";

/** The flag takes precedence over the environment. */
export function usesEnvironmentProxies(): boolean {
  if (option("--use-env-proxy") !== undefined) return true;
  return option("--no-use-env-proxy") === undefined && getEnvironment("NODE_USE_ENV_PROXY") === "1";
}
