// The connections of fetch in programs that have replaced `net.Socket.prototype.connect` (`internal:node/http/fetch_dispatcher`). They
// are apart from those of the global agents, which a program may replace and trace.
import { Agent, type AgentOptions, proxyEnvironment } from "internal:node/http/agent";
import { kOfFetch } from "internal:node/http/symbols";
import { givenProxyEnvironment } from "internal:web/fetch/target_cache";
import type { ProxyEnvironment } from "internal:node/http/proxy_config";
import defer * as https from "internal:node/https/agent";

const agents = new Map<"http" | "https", { agent: Agent; proxyEnv: ProxyEnvironment | undefined }>();

/** The agent of requests of fetch. */
export function fetchAgent(isSecure: boolean): Agent {
  const kind = isSecure ? "https" : "http";
  const proxyEnv = (givenProxyEnvironment() as ProxyEnvironment | undefined) ?? proxyEnvironment();
  let known = agents.get(kind);
  if (known === undefined || known.proxyEnv !== proxyEnv) {
    const options: AgentOptions = { keepAlive: true, scheduling: "lifo", timeout: 5000, proxyEnv };
    known = { agent: isSecure ? (new https.Agent(options) as Agent) : (new Agent(options) as Agent), proxyEnv };
    known.agent[kOfFetch] = true;
    agents.set(kind, known);
  }
  return known.agent;
}
