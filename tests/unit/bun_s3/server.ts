// A service that stores objects in memory and checks the signature of each request (AWS Signature Version 4).
import { createHash, createHmac } from "node:crypto";
import { type IncomingMessage, createServer } from "node:http";
import type { AddressInfo } from "node:net";

export const ACCESS_KEY = "AKIDEXAMPLE";
export const SECRET = "wJalrXUtnFEMI/K7MDENG";

/** The signature of a request, by the names of the headers that are signed. */
export function signatureOf(
  method: string,
  url: URL,
  header: (name: string) => string,
  names: string,
  date: string,
  region: string,
): string {
  const encode = (text: string): string =>
    encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
  const query = [...url.searchParams]
    .filter(([name]) => name !== "X-Amz-Signature")
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .join("&");
  const headers = names.split(";").map((name) => `${name}:${header(name)}\n`);
  const request = [method, url.pathname, query, headers.join(""), names, "UNSIGNED-PAYLOAD"].join("\n");
  const scope = `${date.slice(0, 8)}/${region}/s3/aws4_request`;
  let key: string | Buffer = `AWS4${SECRET}`;
  for (const part of scope.split("/")) key = createHmac("sha256", key).update(part).digest();
  const digest = createHash("sha256").update(request).digest("hex");
  return createHmac("sha256", key).update(`AWS4-HMAC-SHA256\n${date}\n${scope}\n${digest}`).digest("hex");
}

function isSigned(request: IncomingMessage, url: URL): boolean {
  const header = (name: string): string => String(request.headers[name] ?? "");
  const { method } = request;
  const presigned = url.searchParams.get("X-Amz-Signature");
  if (presigned !== null) {
    const region = url.searchParams.get("X-Amz-Credential")!.split("/")[2]!;
    const date = url.searchParams.get("X-Amz-Date")!;
    return signatureOf(method!, url, header, "host", date, region) === presigned;
  }
  const found = /Credential=([^/]+)\/\d+\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=(\w+)/.exec(
    header("authorization"),
  );
  if (found === null || found[1] !== ACCESS_KEY) return false;
  return signatureOf(method!, url, header, found[3]!, header("x-amz-date"), found[2]!) === found[4];
}

interface Stored {
  body: Buffer;
  headers: IncomingMessage["headers"];
}

export interface Service {
  endpoint: string;
  objects: Map<string, Stored>;
  /** The requests: method, path, number of bytes. */
  log: string[];
  close(): void;
}

/** Starts the service. `list` is what it says to a request for a list. */
export async function startService(list = ""): Promise<Service> {
  const objects = new Map<string, Stored>();
  const parts = new Map<string, Buffer>();
  const log: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => void chunks.push(chunk));
    request.on("end", () => {
      const url = new URL(request.url!, `http://${request.headers.host}`);
      const body = Buffer.concat(chunks);
      log.push(`${request.method} ${url.pathname} ${body.length}`);
      if (!isSigned(request, url)) {
        response.writeHead(403);
        return void response.end("<Error><Code>SignatureDoesNotMatch</Code><Message>No &amp; no</Message></Error>");
      }
      const name = decodeURIComponent(url.pathname.replace(/^\/bucket\//, ""));
      const number = url.searchParams.get("partNumber");
      if (url.searchParams.has("list-type")) return void response.end(list);
      if (url.searchParams.has("uploads"))
        return void response.end(
          "<InitiateMultipartUploadResult><UploadId>upload1</UploadId></InitiateMultipartUploadResult>",
        );
      if (number !== null) {
        parts.set(number, body);
        return void response.setHeader("ETag", `"part${number}"`).end();
      }
      switch (request.method) {
        case "POST":
          objects.set(name, {
            body: Buffer.concat([...parts.keys()].sort().map((one) => parts.get(one)!)),
            headers: {},
          });
          return void response.end("<CompleteMultipartUploadResult></CompleteMultipartUploadResult>");
        case "PUT":
          objects.set(name, { body, headers: request.headers });
          return void response.end();
        case "DELETE":
          objects.delete(name);
          response.writeHead(204);
          return void response.end();
      }
      const stored = objects.get(name);
      if (stored === undefined) {
        response.writeHead(404);
        const text = "<Error><Code>NoSuchKey</Code><Message>The key does not exist.</Message></Error>";
        return void response.end(request.method === "HEAD" ? "" : text);
      }
      response.setHeader("ETag", '"tag"').setHeader("Last-Modified", "Wed, 01 Jan 2020 00:00:00 GMT");
      response.setHeader("Content-Type", stored.headers["content-type"] ?? "");
      const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? "");
      if (range === null) {
        response.setHeader("Content-Length", stored.body.length);
        return void response.end(request.method === "HEAD" ? "" : stored.body);
      }
      response.writeHead(206);
      response.end(stored.body.subarray(Number(range[1]), range[2] === "" ? undefined : Number(range[2]) + 1));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve());
  });
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    log,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
