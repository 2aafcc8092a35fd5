// What an agent does with the socket that a request gets; apart, since requests without an agent do it too.

/** Gives a request its socket, with the request's time limit when that is not the agent's. */
export function setRequestSocket(agent: any, request: any, socket: any): void {
  request.onSocket(socket);
  const agentTimeout: number = agent.options.timeout || 0;
  if (request.timeout === undefined || request.timeout === agentTimeout) return;
  socket.setTimeout(request.timeout);
}
