// A server that speaks just enough of MySQL's protocol for the tests: it answers statements from a function, and keeps
// what it was sent. https://dev.mysql.com/doc/dev/mysql-server/latest/PAGE_PROTOCOL.html
import crypto from "node:crypto";
import net from "node:net";
import tls from "node:tls";
import { certificate, key } from "../tls/certificates.ts";

export interface Column {
  name: string;
  type: number;
  flags?: number;
  charset?: number;
  length?: number;
  decimals?: number;
}

export interface Answer {
  columns?: Column[];
  /** Values as they go over the wire: text, or the bytes of the binary format. */
  rows?: (string | Buffer | null)[][];
  affectedRows?: number | bigint;
  insertId?: number | bigint;
  error?: { errno: number; state: string; message: string };
  /** More results follow. */
  then?: Answer;
  afterMs?: number;
  /** Ends the connection instead of answering. */
  hangsUp?: boolean;
  /** Asks for a file of the client. */
  asksForFile?: boolean;
}

/** `parameters` is null for statements that were not prepared. */
export type Respond = (text: string, parameters: Parameter[] | null) => Answer;

export interface Parameter {
  type: number;
  /** Hexadecimal digits, or null. */
  bytes: string | null;
}

export interface Sent {
  connection: number;
  command: "query" | "prepare" | "execute" | "close" | "quit";
  text: string;
  parameters: Parameter[] | null;
}

export interface Options {
  /** The plugin of the greeting, and that of the account. */
  plugin?: string;
  switchTo?: string;
  hasTls?: boolean;
  /** Ends of lists and results are EOF packets. */
  isOld?: boolean;
  isSilent?: boolean;
  /** The quick check of caching_sha2_password fails. */
  needsFullLogin?: boolean;
  version?: number;
  inTransaction?: () => boolean;
}

const PACKET_MAX = 0xff_ffff;
const CAPABILITIES = 0x1 | 0x2 | 0x8 | 0x200 | 0x8000 | 0x1_0000 | 0x2_0000 | 0x8_0000 | 0x10_0000;
const SSL = 0x800;
const DEPRECATE_EOF = 0x100_0000;
const MORE_RESULTS = 0x8;

export const int = (value: number | bigint, bytes: number): Buffer => {
  const buffer = Buffer.alloc(8);
  buffer.writeBigUInt64LE(BigInt.asUintN(64, BigInt(value)));
  return buffer.subarray(0, bytes);
};

function lengthOf(value: number | bigint): Buffer {
  if (value < 0xfb) return int(value, 1);
  if (value < 0x1_0000) return Buffer.concat([Buffer.from([0xfc]), int(value, 2)]);
  if (value < 0x100_0000) return Buffer.concat([Buffer.from([0xfd]), int(value, 3)]);
  return Buffer.concat([Buffer.from([0xfe]), int(value, 8)]);
}

const text = (value: string | Buffer): Buffer =>
  Buffer.concat([lengthOf(Buffer.byteLength(value)), Buffer.from(value)]);
/** The bytes of a value of the binary format whose type does not say its length. */
export const sized = text;

function packets(payload: Buffer, sequence: number): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; ; at += PACKET_MAX) {
    const part = payload.subarray(at, at + PACKET_MAX);
    parts.push(int(part.length, 3), int(sequence++ & 255, 1), part);
    if (part.length < PACKET_MAX) return Buffer.concat(parts);
  }
}

function definition({ name, type, flags = 0, charset = 45, length = 80, decimals = 0 }: Column): Buffer {
  return Buffer.concat([
    ...["def", "db", "table", "table", name, name].map(text),
    Buffer.from([0x0c]),
    int(charset, 2),
    int(length, 4),
    int(type, 1),
    int(flags, 2),
    int(decimals, 1),
    int(0, 2),
  ]);
}

const NULL_BITS_OFFSET = 2;

function binaryRow(row: (string | Buffer | null)[]): Buffer {
  const nulls = Buffer.alloc((row.length + 7 + NULL_BITS_OFFSET) >> 3);
  row.forEach((value, index) => {
    const bit = index + NULL_BITS_OFFSET;
    if (value === null) nulls[bit >> 3]! |= 1 << (bit & 7);
  });
  const values = row
    .filter((value) => value !== null)
    .map((value) => (typeof value === "string" ? text(value) : value));
  return Buffer.concat([Buffer.from([0]), nulls, ...values]);
}

const textRow = (row: (string | Buffer | null)[]): Buffer =>
  Buffer.concat(row.map((value) => (value === null ? Buffer.from([0xfb]) : text(value))));

const sha1 = (...parts: (string | Buffer)[]): Buffer => {
  const hash = crypto.createHash("sha1");
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const sha256 = (...parts: (string | Buffer)[]): Buffer => {
  const hash = crypto.createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const xor = (one: Buffer, other: Buffer): Buffer =>
  Buffer.from(one.map((byte, index) => byte ^ other[index % other.length]!));

const PASSWORD = "secret";
const makeKeys = () =>
  crypto.generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
let keys: ReturnType<typeof makeKeys> | null = null;
const keyPair = (): ReturnType<typeof makeKeys> => (keys ??= makeKeys());

export class FakeMysql {
  readonly sent: Sent[] = [];
  /** User, database and capabilities of each login. */
  readonly logins: { user: string; database: string; capabilities: number; isEncrypted: boolean }[] = [];
  /** What clients sent to prove the password, after the first proof. */
  readonly proofs: string[] = [];
  connections = 0;
  readonly sockets = new Set<net.Socket>();
  readonly #server: net.Server;

  constructor(respond: Respond, options: Options = {}) {
    this.#server = net.createServer((socket) => {
      this.sockets.add(socket);
      socket.on("close", () => this.sockets.delete(socket));
      const session = new Session(this, this.connections++, respond, options);
      if (!options.isSilent) session.greet(socket);
      socket.on("error", () => {});
    });
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return `mysql://me:${PASSWORD}@127.0.0.1:${(this.#server.address() as net.AddressInfo).port}/db`;
  }

  close(): void {
    this.#server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  texts(command: Sent["command"]): string[] {
    return this.sent
      .filter((entry) => entry.command === command && !entry.text.startsWith("SET time_zone"))
      .map((entry) => entry.text);
  }
}

class Session {
  readonly #server: FakeMysql;
  readonly #connection: number;
  readonly #respond: Respond;
  readonly #options: Options;
  readonly #nonce = Buffer.from("12345678abcdefghijkl");
  readonly #statements = new Map<number, { text: string; count: number }>();
  #socket!: net.Socket;
  #pending = Buffer.alloc(0);
  #chunks: Buffer[] = [];
  /** Bytes that have arrived and are not read, and those of the next packet. */
  #length = 0;
  #needed = 4;
  #parts: Buffer[] = [];
  #sequence = 0;
  #phase: "login" | "proof" | "commands" = "login";
  #plugin: string;
  #isEncrypted = false;
  #isOld = false;
  #chain: Promise<void> = Promise.resolve();

  constructor(server: FakeMysql, connection: number, respond: Respond, options: Options) {
    this.#server = server;
    this.#connection = connection;
    this.#respond = respond;
    this.#options = options;
    this.#plugin = options.plugin ?? "mysql_native_password";
  }

  #send(...parts: Buffer[]): void {
    const payload = Buffer.concat(parts);
    this.#socket.write(packets(payload, (this.#sequence + 1) & 255));
    this.#sequence += Math.floor(payload.length / PACKET_MAX) + 1;
  }

  greet(socket: net.Socket): void {
    this.#sequence = -1;
    const capabilities = CAPABILITIES | (this.#options.hasTls ? SSL : 0) | (this.#options.isOld ? 0 : DEPRECATE_EOF);
    this.#attach(socket);
    this.#send(
      Buffer.from([this.#options.version ?? 10]),
      Buffer.from("8.0.0\0"),
      int(7, 4),
      this.#nonce.subarray(0, 8),
      Buffer.from([0]),
      int(capabilities & 0xffff, 2),
      Buffer.from([45, 2, 0]),
      int(capabilities >>> 16, 2),
      Buffer.from([21]),
      Buffer.alloc(10),
      this.#nonce.subarray(8),
      Buffer.from(`\0${this.#plugin}\0`),
    );
  }

  #attach(socket: net.Socket): void {
    this.#socket = socket;
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      if (socket === this.#socket) this.#onData(chunk as Buffer);
    });
  }

  #onData(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    // A long message is joined once, when all of it is there.
    if (this.#length < this.#needed) return;
    this.#pending = Buffer.concat([this.#pending, ...this.#chunks]);
    this.#chunks = [];
    this.#split();
    this.#length = this.#pending.length;
    this.#needed = this.#length < 4 ? 4 : 4 + this.#pending.readUIntLE(0, 3);
  }

  #split(): void {
    while (this.#pending.length >= 4) {
      const length = this.#pending.readUIntLE(0, 3);
      if (this.#pending.length < 4 + length) return;
      const sequence = this.#pending[3]!;
      this.#parts.push(this.#pending.subarray(4, 4 + length));
      this.#pending = this.#pending.subarray(4 + length);
      if (length === PACKET_MAX) continue;
      const message = Buffer.concat(this.#parts);
      this.#parts = [];
      if (this.#phase === "commands") {
        this.#chain = this.#chain.then(async () => {
          this.#sequence = sequence;
          await this.#command(message);
        });
      } else {
        this.#sequence = sequence;
        if (this.#phase === "login") this.#login(message);
        else this.#proof(message);
      }
    }
  }

  #login(message: Buffer): void {
    const capabilities = message.readUInt32LE(0);
    if ((capabilities & SSL) !== 0 && !this.#isEncrypted) {
      this.#isEncrypted = true;
      this.#socket.removeAllListeners("data");
      this.#socket.pause();
      // The beginning of the TLS handshake can have arrived with the request.
      if (this.#pending.length > 0) this.#socket.unshift(this.#pending);
      this.#pending = Buffer.alloc(0);
      const server = tls.createServer({ key, cert: certificate }, (socket) => this.#attach(socket));
      server.on("tlsClientError", () => {});
      server.emit("connection", this.#socket);
      return;
    }
    this.#isOld = (capabilities & DEPRECATE_EOF) === 0;
    let at = 32;
    const string = (): string => {
      const end = message.indexOf(0, at);
      const value = message.toString("utf8", at, end);
      at = end + 1;
      return value;
    };
    const user = string();
    const proof = message.subarray(at + 1, at + 1 + message[at]!);
    at += 1 + proof.length;
    const database = (capabilities & 8) === 0 ? "" : string();
    const plugin = string();
    this.#server.logins.push({ user, database, capabilities, isEncrypted: this.#isEncrypted });
    const { switchTo } = this.#options;
    if (switchTo !== undefined) {
      this.#plugin = switchTo;
      this.#phase = "proof";
      this.#send(Buffer.from([0xfe]), Buffer.from(`${switchTo}\0`), this.#nonce, Buffer.from([0]));
    } else {
      this.#plugin = plugin;
      this.#check(proof);
    }
  }

  #check(proof: Buffer): void {
    const once = this.#plugin === "caching_sha2_password" ? sha256(PASSWORD) : sha1(PASSWORD);
    const expected =
      this.#plugin === "caching_sha2_password"
        ? xor(once, sha256(sha256(once), this.#nonce))
        : xor(sha1(this.#nonce, sha1(once)), once);
    if (!proof.equals(expected)) this.#refuse();
    else if (this.#plugin !== "caching_sha2_password") this.#welcome();
    else if (this.#options.needsFullLogin) {
      this.#phase = "proof";
      this.#send(Buffer.from([1, 4]));
    } else {
      this.#send(Buffer.from([1, 3]));
      this.#welcome();
    }
  }

  #proof(message: Buffer): void {
    if (message.length === 20 || (message.length === 32 && this.#plugin === "caching_sha2_password")) {
      this.#check(message);
      return;
    }
    this.#server.proofs.push(message.length < 20 ? message.toString("latin1") : "encrypted");
    if (message.length === 1) this.#send(Buffer.from([1]), Buffer.from(keyPair().publicKey));
    else if (message.length === 256) {
      const padding = crypto.constants.RSA_PKCS1_OAEP_PADDING;
      const plain = xor(crypto.privateDecrypt({ key: keyPair().privateKey, padding }, message), this.#nonce);
      if (plain.toString() === `${PASSWORD}\0`) this.#welcome();
      else this.#refuse();
    } else if (message.toString() === `${PASSWORD}\0`) this.#welcome();
    else this.#refuse();
  }

  #refuse(): void {
    this.#error({ errno: 1045, state: "28000", message: "Access denied for user 'me'" });
    this.#socket.end();
  }

  #welcome(): void {
    this.#phase = "commands";
    this.#ok({}, 0);
  }

  #error({ errno, state, message }: { errno: number; state: string; message: string }): void {
    this.#send(Buffer.from([0xff]), int(errno, 2), Buffer.from(`#${state}${message}`));
  }

  #status(more: boolean): number {
    return 2 | (more ? MORE_RESULTS : 0) | (this.#options.inTransaction?.() ? 1 : 0);
  }

  #ok({ affectedRows = 0, insertId = 0, then }: Answer, first: number): void {
    this.#send(
      Buffer.from([first]),
      lengthOf(affectedRows),
      lengthOf(insertId),
      int(this.#status(then !== undefined), 2),
      int(0, 2),
    );
  }

  #eof(more: boolean): void {
    this.#send(Buffer.from([0xfe]), int(0, 2), int(this.#status(more), 2));
  }

  async #command(message: Buffer): Promise<void> {
    const log = (command: Sent["command"], sql: string, parameters: Parameter[] | null): void => {
      this.#server.sent.push({ connection: this.#connection, command, text: sql, parameters });
    };
    const rest = message.subarray(1);
    switch (message[0]) {
      case 0x01:
        log("quit", "", null);
        this.#socket.end();
        return;
      case 0x03:
        log("query", rest.toString(), null);
        await this.#answer(
          rest.toString().startsWith("SET time_zone") ? {} : this.#respond(rest.toString(), null),
          false,
        );
        return;
      case 0x16:
        log("prepare", rest.toString(), null);
        this.#prepare(rest.toString());
        return;
      case 0x17: {
        const { text: sql, count } = this.#statements.get(rest.readUInt32LE(0))!;
        const parameters = readParameters(rest.subarray(9), count);
        log("execute", sql, parameters);
        await this.#answer(this.#respond(sql, parameters), true);
        return;
      }
      case 0x19:
        log("close", this.#statements.get(rest.readUInt32LE(0))!.text, null);
        return;
      default:
        this.#error({ errno: 1047, state: "08S01", message: "Unknown command" });
    }
  }

  #prepare(sql: string): void {
    if (sql.startsWith("selec ")) {
      this.#error({ errno: 1064, state: "42000", message: "You have an error in your SQL syntax" });
      return;
    }
    const count = (sql.match(/\?/g) ?? []).length;
    const id = this.#statements.size + 1;
    this.#statements.set(id, { text: sql, count });
    const columns = this.#respond(sql, []).columns ?? [];
    this.#send(Buffer.from([0]), int(id, 4), int(columns.length, 2), int(count, 2), Buffer.from([0]), int(0, 2));
    for (let index = 0; index < count; index++) this.#send(definition({ name: "?", type: 253 }));
    if (count > 0 && this.#isOld) this.#eof(false);
    for (const column of columns) this.#send(definition(column));
    if (columns.length > 0 && this.#isOld) this.#eof(false);
  }

  async #answer(answer: Answer, isBinary: boolean): Promise<void> {
    if (answer.afterMs !== undefined) await new Promise((resolve) => setTimeout(resolve, answer.afterMs));
    if (answer.hangsUp) {
      this.#socket.destroy();
      return;
    }
    if (answer.error !== undefined) {
      this.#error(answer.error);
      return;
    }
    if (answer.asksForFile) {
      this.#send(Buffer.from([0xfb]), Buffer.from("/etc/passwd"));
      return;
    }
    const { columns = [], rows = [] } = answer;
    if (columns.length === 0) this.#ok(answer, 0);
    else {
      this.#send(lengthOf(columns.length));
      for (const column of columns) this.#send(definition(column));
      if (this.#isOld) this.#eof(false);
      for (const row of rows) this.#send(isBinary ? binaryRow(row) : textRow(row));
      if (this.#isOld) this.#eof(answer.then !== undefined);
      else this.#ok({ then: answer.then }, 0xfe);
    }
    if (answer.then !== undefined) await this.#answer(answer.then, isBinary);
  }
}

/** Reads the values of a run: which are null, their types, their bytes. */
function readParameters(bytes: Buffer, count: number): Parameter[] {
  let at = (count + 7) >> 3;
  const types = Array.from({ length: count }, (_, index) => bytes.readUInt16LE(at + 1 + index * 2));
  at += 1 + count * 2;
  return types.map((type, index) => {
    if ((bytes[index >> 3]! & (1 << (index & 7))) !== 0) return { type, bytes: null };
    const widths: Record<number, number> = { 1: 1, 3: 4, 5: 8, 8: 8 };
    let length = widths[type & 0xff];
    if (length === undefined) {
      length = bytes[at++]!;
      if (length >= 0xfc) {
        const size = length === 0xfc ? 2 : length === 0xfd ? 3 : 6;
        length = bytes.readUIntLE(at, size);
        at += size === 6 ? 8 : size;
      }
    }
    at += length;
    return { type, bytes: bytes.toString("hex", at - length, at) };
  });
}
