// http.setGlobalProxyFromEnv: the proxies of the global agents.
// https://nodejs.org/api/http.html#httpsetglobalproxyfromenvproxyenv
import { validateObject } from "internal:validators";
import process from "node:process";
import { Agent, globalAgent, setGlobalAgent } from "internal:http/agent";
import * as https from "internal:https/agent";

/** Has the global agents of http and https use the proxies of `proxyEnv` (default: the environment). Returns how to undo it. */
export function setGlobalProxy(proxyEnv: any = process.env): () => void {
  validateObject(proxyEnv, "proxyEnv");
  const before = { http: globalAgent(), https: https.globalAgent() };
  const options = { keepAlive: true, scheduling: "lifo", timeout: 5000, proxyEnv };
  setGlobalAgent(new (Agent as any)(options));
  https.setGlobalAgent(new (https.Agent as any)(options));
  return () => {
    setGlobalAgent(before.http);
    https.setGlobalAgent(before.https);
  };
}
