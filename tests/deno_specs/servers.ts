// The servers that Deno's specs name by their ports: the test data, redirects to it, and a registry of JSR.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { extname, join, relative } from "node:path";

const TYPES: Record<string, string> = {
  ".css": "text/css",
  ".js": "application/javascript",
  ".json": "application/json",
  ".jsx": "text/jsx",
  ".mjs": "application/javascript",
  ".mts": "application/typescript",
  ".ts": "application/typescript",
  ".tsx": "text/tsx",
  ".wasm": "application/wasm",
};

/** Where each port that only redirects leads to. */
const REDIRECTS: Record<number, string> = {
  4546: "http://localhost:4545",
  4547: "http://localhost:4545/subdir",
  4548: "http://localhost:4546",
  4549: "http://localhost:4549",
};
const DATA_PORT = 4545;
const REGISTRY_PORT = 4250;

/**
 * Starts them all on loopback, on both of its addresses, as the specs name `localhost`.
 *
 * @param tests The folder `tests` of a checkout of denoland/deno.
 */
export async function startServers(tests: string): Promise<void> {
  await listen(DATA_PORT, (request, response) => sendFile(response, join(tests, "testdata"), pathOf(request)));
  for (const [port, target] of Object.entries(REDIRECTS)) {
    await listen(Number(port), (request, response) => {
      response.writeHead(301, { location: `${target}${pathOf(request)}` }).end();
    });
  }
  await listen(REGISTRY_PORT, (request, response) => sendOfRegistry(response, join(tests, "registry/jsr"), request));
}

async function listen(
  port: number,
  handler: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<void> {
  for (const host of ["127.0.0.1", "::1"]) {
    const server: Server = createServer(handler);
    await new Promise<void>((resolve, reject) => server.on("error", reject).listen(port, host, resolve));
    server.unref();
  }
}

function pathOf(request: IncomingMessage): string {
  return decodeURIComponent((request.url ?? "/").split("?")[0] ?? "/");
}

function sendFile(response: ServerResponse, folder: string, path: string): void {
  const file = join(folder, path);
  if (!existsSync(file) || !statSync(file).isFile()) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "text/plain" }).end(readFileSync(file));
}

/** Lists of a version's files get their checksums here, as the data has none. */
function sendOfRegistry(response: ServerResponse, folder: string, request: IncomingMessage): void {
  const path = pathOf(request);
  const version = /^(.*)_meta\.json$/.exec(path)?.[1];
  if (version === undefined || !existsSync(join(folder, path))) {
    sendFile(response, folder, path);
    return;
  }
  const meta = JSON.parse(readFileSync(join(folder, path), "utf8")) as { manifest?: Record<string, unknown> };
  meta.manifest = { ...manifestOf(join(folder, version), join(folder, version)), ...meta.manifest };
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(meta));
}

function manifestOf(root: string, folder: string): Record<string, unknown> {
  const manifest: Record<string, unknown> = {};
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      Object.assign(manifest, manifestOf(root, path));
    } else {
      const bytes = readFileSync(path);
      const checksum = `sha256-${createHash("sha256").update(bytes).digest("hex")}`;
      manifest[`/${relative(root, path)}`] = { size: bytes.length, checksum };
    }
  }
  return manifest;
}
