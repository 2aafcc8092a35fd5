// Reports the requests of node:http and node:https to the domain Network of the inspector.
import type { ClientRequest } from "internal:node/http/client_request";
import type { IncomingMessage } from "internal:node/http/incoming";
import { reportBody } from "internal:node/inspector/network_bodies";
import * as reports from "internal:node/inspector/network_reports";

interface Message {
  request: ClientRequest;
  response: IncomingMessage;
  error: unknown;
}

/** The channels of node:http that are reported. */
export const listeners: reports.Listener<Message>[] = [
  ["http.client.request.created", created],
  ["http.client.request.error", ({ request, error }) => reports.failed(request, "Other", error)],
  ["http.client.response.finish", responded],
];

function urlOf(request: ClientRequest): string {
  // Requests to a proxy have the whole address there.
  if (/^https?:\/\//.test(request.path)) return request.path;
  const host = request.getHeader("host") ?? request.host;
  const protocol = (request as unknown as { protocol: string }).protocol;
  return `${protocol}//${String(host)}${request.path}`;
}

function created({ request }: Message): void {
  const headers = request.getHeaders() as Record<string, unknown>;
  reports.begin(request, {
    url: urlOf(request),
    method: request.method,
    headers: reports.fieldsOf(headers),
    type: headers["content-type"],
    hasPostData: false,
  });
}

function responded({ request, response }: Message): void {
  if (!reports.isReported(request)) return;
  const { statusCode, statusMessage, headers } = response;
  reports.reportFor(request, "responseReceived", {
    timestamp: reports.timestamp(),
    type: "Other",
    response: {
      url: urlOf(request),
      status: statusCode ?? 0,
      statusText: statusMessage ?? "",
      headers: reports.fieldsOf(headers),
      ...reports.contentOf(headers["content-type"]),
    },
  });
  response.once("end", reportBody(request, response, headers["content-encoding"]));
  response.once("error", (error: unknown) => reports.failed(request, "Other", error));
}
