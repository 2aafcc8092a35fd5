// http.setGlobalProxyFromEnv: the proxies of the global agents.
// https://nodejs.org/api/http.html#httpsetglobalproxyfromenvproxyenv
import { validateObject } from "internal:core/validators";
import { ERR_PROXY_INVALID_CONFIG } from "internal:core/errors";
import process from "internal:node/process";
import { Agent, globalAgent, setGlobalAgent } from "internal:node/http/agent";
import { checkProxies } from "internal:web/fetch/proxy_environment";
import * as targets from "internal:web/fetch/target_cache";
import * as https from "internal:node/https/agent";

/** Has the global agents of http and https use the proxies of `proxyEnv` (default: the environment). Returns how to undo it. */
export function setGlobalProxy(proxyEnv: any = process.env): () => void {
  validateObject(proxyEnv, "proxyEnv");
  checkForFetch(proxyEnv);
  const before = { http: globalAgent(), https: https.globalAgent() };
  const options = { keepAlive: true, scheduling: "lifo", timeout: 5000, proxyEnv };
  const agents = { http: new (Agent as any)(options), https: new (https.Agent as any)(options) };
  setGlobalAgent(agents.http);
  https.setGlobalAgent(agents.https);
  const fetchBefore = targets.setProxyEnvironment({ ...proxyEnv });
  return () => {
    targets.setProxyEnvironment(fetchBefore);
    setGlobalAgent(before.http);
    https.setGlobalAgent(before.https);
  };
}

function checkForFetch(env: any): void {
  try {
    checkProxies(env);
  } catch (error: any) {
    if (error.code === "ERR_INVALID_URL") throw new ERR_PROXY_INVALID_CONFIG(error.input);
    throw error;
  }
}
