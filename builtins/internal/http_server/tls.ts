// TLS of the native HTTP server: makes contexts from the options of Bun.serve and Deno.serve.
import { createSecureContext } from "internal:node/tls/secure_context";
import { prepareRoots } from "internal:node/tls/certificates";
import type { SecureContextOptions } from "internal:node/tls/types";
import { addTlsName, setTls } from "native:http_server";
import { contextShare } from "native:tls";

/** Options of `tls.createSecureContext`, with those of the server. */
export interface TlsOptions extends SecureContextOptions {
  requestCert?: boolean;
  rejectUnauthorized?: boolean;
  serverName?: string;
}

/** A context, and the server name (SNI) that it is for. */
interface SharedContext {
  context: { id: number };
  name: string | undefined;
  requestsCertificate: boolean;
  requiresCertificate: boolean;
}

/** Makes contexts that the native server can use. Throws as `tls.createSecureContext`. */
export function sharedContexts(list: TlsOptions[]): SharedContext[] {
  prepareRoots();
  return list.map((options) => {
    const { context } = createSecureContext(options);
    contextShare(context.id);
    const requestsCertificate = Boolean(options.requestCert);
    return {
      context,
      name: options.serverName,
      requestsCertificate,
      requiresCertificate: requestsCertificate && options.rejectUnauthorized !== false,
    };
  });
}

/** Enables TLS for `server`: the first context is the default, those with a name are used for that server name. */
export function setContexts(server: number, contexts: SharedContext[]): void {
  const [first] = contexts as [SharedContext];
  setTls(server, first.context.id, first.requestsCertificate, first.requiresCertificate);
  for (const { name, context } of contexts) if (name !== undefined && name !== "") addTlsName(server, name, context.id);
}
