// One fetch from a server whose certificate the default roots do not trust.
import https from "node:https";
import { certificate, key } from "../tls/certificates.ts";

/** The result of a fetch from a new server: its body, or the message of the error. */
export async function attempt(): Promise<string> {
  const server = https.createServer({ key, cert: certificate }, (_request, response) => response.end("trusted"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    return await (await fetch(`https://localhost:${(server.address() as any).port}/`)).text();
  } catch (error: any) {
    return error.message;
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
