// http.setGlobalProxyFromEnv: the proxies of the global agents.
// https://nodejs.org/api/http.html#httpsetglobalproxyfromenvproxyenv
import { validateObject } from "internal:core/validators";
import { ERR_PROXY_INVALID_CONFIG } from "internal:core/errors";
import type { NodeError } from "internal:core/errors/node_error";
import process from "internal:node/process";
import { Agent, type AgentOptions, globalAgent, setGlobalAgent } from "internal:node/http/agent";
import type { ProxyEnvironment } from "internal:node/http/proxy_config";
import { checkProxies } from "internal:web/fetch/proxy_environment";
import * as targets from "internal:web/fetch/target_cache";
import * as https from "internal:node/https/agent";

/** Makes the global agents use the proxies of `proxyEnv` (default: the environment). Returns a function that restores them. */
export function setGlobalProxy(proxyEnv: ProxyEnvironment = process.env): () => void {
  validateObject(proxyEnv, "proxyEnv");
  checkForFetch(proxyEnv);
  const before = { http: globalAgent(), https: https.globalAgent() };
  const options: AgentOptions = { keepAlive: true, scheduling: "lifo", timeout: 5000, proxyEnv };
  const agents = { http: new Agent(options), https: new https.Agent(options) };
  setGlobalAgent(agents.http);
  https.setGlobalAgent(agents.https);
  const fetchBefore = targets.setProxyEnvironment({ ...proxyEnv });
  return () => {
    targets.setProxyEnvironment(fetchBefore);
    setGlobalAgent(before.http);
    https.setGlobalAgent(before.https);
  };
}

// `fetch` uses the same proxies.
function checkForFetch(env: ProxyEnvironment): void {
  try {
    checkProxies(env);
  } catch (thrown) {
    const error = thrown as NodeError & { input: string };
    if (error.code === "ERR_INVALID_URL") throw new ERR_PROXY_INVALID_CONFIG(error.input);
    throw error;
  }
}
