// A registry of npm's protocol on the loopback interface, with packages that a test describes, and a folder to install
// into. Everything that a test does not say is as an honest registry does it.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { gzipSync } from "node:zlib";

/** A file of a tarball: its content, or an entry in detail. */
export type TarEntry = string | { content?: string; kind?: string; mode?: number };

/** A version of a package: what its `package.json` says beside name and version, and its files. */
export interface Version {
  manifest?: Record<string, unknown>;
  files?: Record<string, TarEntry>;
  /** Replaces the integrity that the tarball has. */
  integrity?: string;
  /** Beside the address and the integrity of the tarball. */
  dist?: Record<string, unknown>;
  /** When it was published; a year ago unless a test says otherwise. */
  published?: string;
}

/** What a run of Brio printed, and how it ended. */
export interface Run {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** How a program is run. */
export interface RunOptions {
  cwd?: string;
  env?: Record<string, string>;
  killAfterMs?: number;
  /** The program gets SIGTERM once this is true of what it printed. */
  terminateOnce?: (stdout: string) => boolean;
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A tar archive (POSIX ustar) of the entries, whose paths are taken as they are. */
export function tar(entries: Record<string, TarEntry>): Buffer {
  const blocks: Buffer[] = [];
  for (const [path, entry] of Object.entries(entries)) {
    const { content = "", kind = "0", mode = 0o644 } = typeof entry === "string" ? { content: entry } : entry;
    const hasBody = "0xgL".includes(kind);
    const body = Buffer.from(hasBody ? content : "");
    const header = Buffer.alloc(512);
    header.write(path, 0, 100);
    header.write(mode.toString(8).padStart(7, "0"), 100);
    header.write(body.length.toString(8).padStart(11, "0"), 124);
    header.write("        ", 148);
    header.write(kind, 156);
    if (!hasBody) {
      header.write(content, 157, 100);
    }
    header.write("ustar", 257);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
    blocks.push(header, body, Buffer.alloc((512 - (body.length % 512)) % 512));
  }
  blocks.push(Buffer.alloc(1024));
  return Buffer.concat(blocks);
}

/** The subresource integrity of bytes. */
export function integrityOf(bytes: Buffer): string {
  return `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
}

/** A registry with the folder of a project and a store of its own. */
export class TestRegistry {
  readonly requests: { path: string; authorization: string | undefined }[] = [];
  /** Replaces what the registry answers for a path. */
  readonly answers = new Map<string, Answer>();
  readonly folder = mkdtempSync(join(tmpdir(), "brio-packages-"));
  readonly project = join(this.folder, "project");
  private readonly packages = new Map<string, Map<string, Version>>();
  private readonly tarballs = new Map<string, Buffer>();
  private readonly server: Server;

  constructor() {
    mkdirSync(this.project);
    this.server = createServer((request, response) => this.answer(request, response));
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    this.write(".npmrc", `registry=${this.address}\n`);
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  get address(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }

  /** Publishes versions of a package. */
  publish(name: string, versions: Record<string, Version>): void {
    const known = this.packages.get(name) ?? new Map<string, Version>();
    for (const [version, said] of Object.entries(versions)) {
      known.set(version, said);
      const manifest = { name, version, ...said.manifest };
      const files = { "package/package.json": JSON.stringify(manifest), ...said.files };
      this.tarballs.set(tarballPath(name, version), gzipSync(tar(files)));
    }
    this.packages.set(name, known);
  }

  /** The compressed tarball of a version. */
  tarball(name: string, version: string): Buffer {
    return this.tarballs.get(tarballPath(name, version)) as Buffer;
  }

  /** Writes a file of the project. */
  write(path: string, content: string | Record<string, unknown>): void {
    const full = join(this.project, path);
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, typeof content === "string" ? content : `${JSON.stringify(content, null, 2)}\n`);
  }

  /** Runs Brio in the project, or in a folder of it, until it ends. */
  brio(args: string[], options: RunOptions = {}): Promise<Run> {
    return this.run(process.execPath, args, options);
  }

  /** Runs a program in the project with Brio's folders in the one of the test. */
  run(program: string, args: string[], options: RunOptions = {}): Promise<Run> {
    const env: Record<string, string | undefined> = { ...process.env, ...options.env };
    for (const name of Object.keys(env)) {
      if (/^npm_/i.test(name)) {
        delete env[name];
      }
    }
    Object.assign(env, { BRIO_PACKAGES: join(this.folder, "store"), HOME: this.folder, NODE_ENV: "" }, options.env);
    const child = spawn(program, args, { cwd: options.cwd ?? this.project, env });
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (chunk) => (stdout += chunk));
    child.stderr.on("data", (chunk) => (stderr += chunk));
    const timer =
      options.killAfterMs === undefined ? undefined : setTimeout(() => child.kill("SIGKILL"), options.killAfterMs);
    const poll = setInterval(() => {
      if (options.terminateOnce?.(stdout) === true) {
        clearInterval(poll);
        child.kill("SIGTERM");
      }
    }, 20);
    return new Promise((resolve) => {
      child.on("close", (code) => {
        clearTimeout(timer);
        clearInterval(poll);
        resolve({ code, stdout, stderr });
      });
    });
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    const path = decodeURIComponent(request.url ?? "/");
    this.requests.push({ path, authorization: request.headers.authorization });
    const special = this.answers.get(path);
    if (special) {
      return special(request, response);
    }
    const tarball = this.tarballs.get(path);
    if (tarball) {
      response.end(tarball);
      return;
    }
    const name = path.slice(1);
    const versions = this.packages.get(name);
    if (!versions) {
      response.statusCode = 404;
      response.end("{}");
      return;
    }
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(this.record(name, versions)));
  }

  private record(name: string, versions: Map<string, Version>): unknown {
    const old = "2020-01-01T00:00:00.000Z";
    const time: Record<string, string> = { created: old, modified: new Date().toISOString() };
    const documents: Record<string, unknown> = {};
    for (const [version, said] of versions) {
      const path = tarballPath(name, version);
      const integrity = said.integrity ?? integrityOf(this.tarballs.get(path) as Buffer);
      time[version] = said.published ?? old;
      documents[version] = {
        name,
        version,
        ...said.manifest,
        dist: { tarball: `${this.address}${path.slice(1)}`, integrity, ...said.dist },
      };
    }
    return { name, "dist-tags": { latest: [...versions.keys()].at(-1) }, versions: documents, time };
  }
}

function tarballPath(name: string, version: string): string {
  return `/${name}/-/${name.split("/").at(-1)}-${version}.tgz`;
}

/** Runs a body with a registry that is there for it alone. */
export function withRegistry(body: (registry: TestRegistry) => Promise<void>): () => Promise<void> {
  return async () => {
    const registry = new TestRegistry();
    await registry.start();
    try {
      await body(registry);
    } finally {
      registry.stop();
    }
  };
}
