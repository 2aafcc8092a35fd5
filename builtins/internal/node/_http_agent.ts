// node:_http_agent, a private module of Node that packages import.
import { Agent, globalAgent, setGlobalAgent } from "internal:node/http/agent";

const module = { Agent };
Object.defineProperty(module, "globalAgent", {
  get: () => globalAgent(),
  set: (value: Agent) => setGlobalAgent(value),
  enumerable: true,
  configurable: true,
});
export default module;
