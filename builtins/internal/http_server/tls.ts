// TLS of the native HTTP server: contexts out of the options of Bun.serve and Deno.serve.
import { createSecureContext } from "internal:node/tls/secure_context";
import { prepareRoots } from "internal:node/tls/certificates";
import { addTlsName, setTls } from "native:http_server";
import { contextShare } from "native:tls";

/** A context, and for whom it is. */
interface SharedContext {
  context: any;
  name: string | undefined;
  requestsCertificate: boolean;
  requiresCertificate: boolean;
}

/** Makes contexts that the native server finds. Throws as `tls.createSecureContext`. */
export function sharedContexts(list: any[]): SharedContext[] {
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

/** Has `server` speak TLS: the first context is the default, those with a name are for it. */
export function setContexts(server: number, contexts: SharedContext[]): void {
  const [first] = contexts as [SharedContext];
  setTls(server, first.context.id, first.requestsCertificate, first.requiresCertificate);
  for (const { name, context } of contexts) if (name !== undefined && name !== "") addTlsName(server, name, context.id);
}
