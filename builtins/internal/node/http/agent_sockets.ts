// How an agent assigns a socket to a request.
import type { Agent } from "internal:node/http/agent";
import type { ClientRequest } from "internal:node/http/client_request";
import type { ClientSocket } from "internal:node/http/message_socket";

/** Assigns a socket to a request, with the request's time-out if that differs from the agent's. */
export function setRequestSocket(agent: Agent, request: ClientRequest, socket: ClientSocket): void {
  request.onSocket(socket);
  const agentTimeout = agent.options.timeout || 0;
  if (request.timeout === undefined || request.timeout === agentTimeout) return;
  socket.setTimeout(request.timeout);
}
