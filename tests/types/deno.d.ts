// The part of the global `Deno` that the tests use, written for them. Loose where a test checks a call at run time anyway.

declare namespace Deno {
  const pid: number;
  const version: { deno: string; v8: string; typescript: string };
  const permissions: Permissions;
  const env: { get(name: string): string | undefined; set(name: string, value: string): void };
  const SeekMode: { Start: number; Current: number; End: number };
  const errors: Record<ErrorName, new (message?: string) => Error>;

  type ErrorName = "AddrInUse" | "BadResource" | "ConnectionRefused" | "Interrupted" | "InvalidData" | "NotFound";
  type Path = string | URL;
  type Time = number | Date;

  function execPath(): string;
  function chdir(folder: Path): void;
  function umask(mask?: number): number;
  function inspect(value: unknown, options?: object): string;

  // Files.

  interface FileInfo {
    isFile: boolean;
    isDirectory: boolean;
    isSymlink: boolean;
    size: number;
    mode: number | null;
    atime: Date | null;
    mtime: Date | null;
  }

  interface FsFile {
    read(target: Uint8Array): Promise<number | null>;
    readSync(target: Uint8Array): number | null;
    write(source: Uint8Array): Promise<number>;
    seek(offset: number, mode: number): Promise<number>;
    seekSync(offset: number, mode: number): number;
    truncate(length?: number): Promise<void>;
    sync(): Promise<void>;
    syncData(): Promise<void>;
    utime(atime: Time, mtime: Time): Promise<void>;
    stat(): Promise<FileInfo>;
    writeSync(source: Uint8Array): number;
    readonly readable: ReadableStream<Uint8Array<ArrayBuffer>>;
    readonly writable: WritableStream<Uint8Array>;
    [Symbol.dispose](): void;
    isTerminal(): boolean;
    lock(exclusive?: boolean): Promise<void>;
    tryLock(exclusive?: boolean): Promise<boolean>;
    tryLockSync(exclusive?: boolean): boolean;
    unlock(): Promise<void>;
    close(): void;
  }

  interface FsEvent {
    kind: string;
    paths: string[];
    flag: string | null;
  }

  interface FsWatcher extends AsyncIterable<FsEvent> {
    close(): void;
  }

  interface TemporaryOptions {
    dir?: string;
    prefix?: string;
    suffix?: string;
  }

  interface WriteOptions {
    create?: boolean;
    createNew?: boolean;
    mode?: number;
  }

  function open(path: Path, options?: Record<string, boolean>): Promise<FsFile>;
  function openSync(path: Path, options?: Record<string, boolean>): FsFile;
  function stat(path: Path): Promise<FileInfo>;
  function statSync(path: Path): FileInfo;
  function lstat(path: Path): Promise<FileInfo>;
  function lstatSync(path: Path): FileInfo;
  function mkdir(path: Path, options?: { recursive?: boolean }): Promise<void>;
  function mkdirSync(path: Path, options?: { recursive?: boolean }): void;
  function makeTempDirSync(options?: TemporaryOptions): string;
  function makeTempFile(options?: TemporaryOptions): Promise<string>;
  function makeTempFileSync(options?: TemporaryOptions): string;
  function remove(path: Path, options?: { recursive?: boolean }): Promise<void>;
  function removeSync(path: Path, options?: { recursive?: boolean }): void;
  function renameSync(oldPath: Path, newPath: Path): void;
  function rename(from: Path, to: Path): Promise<void>;
  function copyFile(from: Path, to: Path): Promise<void>;
  function readTextFile(path: Path, options?: { signal?: AbortSignal }): Promise<string>;
  function readTextFileSync(path: Path): string;
  function writeFile(path: Path, data: Uint8Array | ReadableStream<Uint8Array>, options?: WriteOptions): Promise<void>;
  function writeFileSync(path: Path, data: Uint8Array, options?: WriteOptions): void;
  function writeTextFile(path: Path, text: string, options?: WriteOptions): Promise<void>;
  function writeTextFileSync(path: Path, text: string, options?: WriteOptions): void;
  function readLink(path: Path): Promise<string>;
  function readLinkSync(path: Path): string;
  function symlink(target: Path, path: Path): Promise<void>;
  function symlinkSync(target: Path, path: Path): void;
  function truncate(path: string, length?: number): Promise<void>;
  function utime(path: Path, atime: Time, mtime: Time): Promise<void>;
  function utimeSync(path: Path, atime: Time, mtime: Time): void;
  function chown(path: Path, uid: number | null, gid: number | null): Promise<void>;
  function watchFs(paths: string | string[]): FsWatcher;

  // The machine, permissions, signals and processes.

  interface NetworkInterface {
    name: string;
    family: string;
    address: string;
  }

  class PermissionStatus extends EventTarget {
    readonly state: string;
    readonly partial: boolean;
    onchange: ((event: Event) => unknown) | null;
  }

  interface PermissionDescriptor {
    name: "read" | "write" | "net" | "env" | "run" | "sys" | "ffi" | "import";
    path?: Path;
  }

  interface Permissions {
    query(descriptor: PermissionDescriptor): Promise<PermissionStatus>;
    querySync(descriptor: PermissionDescriptor): PermissionStatus;
    request(descriptor: PermissionDescriptor): Promise<PermissionStatus>;
  }

  interface CommandOptions {
    args?: string[];
    env?: Record<string, string>;
    stdin?: string;
    stdout?: string;
    stderr?: string;
  }

  interface CommandOutput {
    code: number;
    success: boolean;
    signal: string | null;
    stdout: Uint8Array;
    stderr: Uint8Array;
  }

  class Command {
    constructor(program: Path, options?: CommandOptions);
    output(): Promise<CommandOutput>;
    outputSync(): CommandOutput;
  }

  function hostname(): string;
  function osRelease(): string;
  function osUptime(): number;
  function loadavg(): number[];
  function systemMemoryInfo(): { total: number; free: number };
  function networkInterfaces(): NetworkInterface[];
  function addSignalListener(signal: NodeJS.Signals, listener: () => void): void;
  function removeSignalListener(signal: NodeJS.Signals, listener: () => void): void;
  function kill(pid: number, signal?: NodeJS.Signals): void;
  function test(name: string, body: () => unknown): void;
  function bench(name: string, body: () => unknown): void;

  // Connections. Tests pass wrong options on purpose, so that these are objects of any shape.

  interface NetAddr {
    transport: "tcp" | "udp";
    hostname: string;
    port: number;
  }

  interface Conn extends Disposable {
    readonly localAddr: NetAddr;
    readonly remoteAddr: NetAddr;
    readonly readable: ReadableStream<Uint8Array<ArrayBuffer>>;
    readonly writable: WritableStream<Uint8Array>;
    read(target: Uint8Array): Promise<number | null>;
    write(source: Uint8Array): Promise<number>;
    closeWrite(): Promise<void>;
    ref(): void;
    unref(): void;
    close(): void;
  }

  interface TlsConn extends Conn {
    handshake(): Promise<{ alpnProtocol: string | null }>;
  }

  interface Listener<Connection = Conn> extends AsyncIterable<Connection> {
    readonly addr: NetAddr;
    accept(): Promise<Connection>;
    ref(): void;
    unref(): void;
    close(): void;
  }

  function connect(options: object): Promise<Conn>;
  function connectTls(options: object): Promise<TlsConn>;
  function startTls(connection: object, options?: object): Promise<TlsConn>;
  function listen(options: object): Listener;
  function listenTls(options: object): Listener<TlsConn>;

  // HTTP.

  interface ServeInfo {
    remoteAddr: NetAddr;
    completed: Promise<void>;
  }

  interface HttpServer {
    readonly addr: NetAddr;
    readonly finished: Promise<void>;
    shutdown(): Promise<void>;
  }

  interface HttpClient extends Disposable {
    close(): void;
  }

  interface CreateHttpClientOptions {
    allowHost?: boolean;
    http1?: boolean;
    http2?: boolean;
    localAddress?: string;
    poolMaxIdlePerHost?: number;
    poolIdleTimeout?: number | false;
    proxy?: {
      transport?: "http" | "https" | "socks5" | "tcp";
      url?: string;
      hostname?: string;
      port?: number;
      basicAuth?: { username: string; password: string };
    };
  }

  /** A handler may return what is not a Response: tests check what the server makes of that. */
  function serve(options: object, handler: (request: Request, info: ServeInfo) => unknown): HttpServer;
  function upgradeWebSocket(
    request: Request,
    options?: { protocol?: string },
  ): { socket: WebSocket; response: Response };
  function createHttpClient(options: CreateHttpClientOptions): HttpClient;
}
