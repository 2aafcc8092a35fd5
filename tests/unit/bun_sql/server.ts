// A server that speaks just enough of PostgreSQL's protocol for the tests: it answers statements from a function, and
// keeps what it was sent. https://www.postgresql.org/docs/current/protocol.html
import crypto from "node:crypto";
import net from "node:net";

export interface Answer {
  /** Types of the parameters. */
  types?: number[];
  columns?: [name: string, type: number][];
  rows?: (string | null)[][];
  tag?: string;
  /** A code and a message, or more fields. */
  error?: Record<string, string>;
  afterMs?: number;
  /** Ends the connection instead of answering. */
  hangsUp?: boolean;
  copies?: "G" | "H";
}

/** `values` is null for statements of the simple protocol. */
export type Respond = (text: string, values: (string | null)[] | null) => Answer;

export interface Sent {
  connection: number;
  type: string;
  text: string;
  values: (string | null)[] | null;
}

type Login = "trust" | "cleartext" | "md5" | "scram" | "false_scram" | "silent";

const INT4 = 23;
const int16 = (value: number): Buffer => Buffer.from([value >> 8, value & 255]);
const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};
const text = (value: string): Buffer => Buffer.from(`${value}\0`);
const message = (type: string, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body]);
};

function description(columns: [name: string, type: number][]): Buffer {
  if (columns.length === 0) return message("n");
  const fields = columns.map(([name, type]) =>
    Buffer.concat([text(name), int32(0), int16(0), int32(type), int16(4), int32(-1), int16(0)]),
  );
  return message("T", int16(columns.length), ...fields);
}

function dataRow(row: (string | null)[], columns: [name: string, type: number][], formats: number[]): Buffer {
  const values = row.map((value, index) => {
    if (value === null) return int32(-1);
    const isBinary = formats[index] === 1 && columns[index]![1] === INT4;
    const bytes = isBinary ? int32(Number(value)) : Buffer.from(value);
    return Buffer.concat([int32(bytes.length), bytes]);
  });
  return message("D", int16(row.length), ...values);
}

const failure = (fields: Record<string, string>): Buffer =>
  message("E", ...Object.entries(fields).map(([key, value]) => text(key + value)), Buffer.from([0]));

/** Checks a SCRAM-SHA-256 login. */
class Scram {
  #first = "";
  #nonce = "";
  #salt = crypto.randomBytes(16);

  challenge(first: string): string {
    this.#first = first.replace(/^n,,/, "");
    this.#nonce = `${/r=(.*)/.exec(first)![1]!}server`;
    return `r=${this.#nonce},s=${this.#salt.toString("base64")},i=4096`;
  }

  /** The server's signature, or null if the proof is wrong. */
  finish(final: string, password: string): string | null {
    const [, without, proof] = /^(.*),p=(.*)$/.exec(final)!;
    const challenge = `r=${this.#nonce},s=${this.#salt.toString("base64")},i=4096`;
    const signed = `${this.#first},${challenge},${without}`;
    const hmac = (key: Buffer, data: string): Buffer => crypto.createHmac("sha256", key).update(data).digest();
    const salted = crypto.pbkdf2Sync(password, this.#salt, 4096, 32, "sha256");
    const stored = crypto.createHash("sha256").update(hmac(salted, "Client Key")).digest();
    const signature = hmac(stored, signed);
    const key = Buffer.from(proof!, "base64").map((byte, index) => byte ^ signature[index]!);
    if (!crypto.createHash("sha256").update(key).digest().equals(stored)) return null;
    return hmac(hmac(salted, "Server Key"), signed).toString("base64");
  }
}

const words = (sql: string): string => /^\s*(\w+)/.exec(sql)?.[1]?.toUpperCase() ?? "";

export class FakePostgres {
  readonly sent: Sent[] = [];
  readonly startUps: Record<string, string>[] = [];
  cancels = 0;
  connections = 0;
  readonly sockets = new Set<net.Socket>();
  readonly #server: net.Server;
  readonly #respond: Respond;
  readonly #login: Login;

  constructor(respond: Respond, login: Login = "trust") {
    this.#respond = respond;
    this.#login = login;
    this.#server = net.createServer((socket) => this.#serve(socket));
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return `postgres://me:secret@127.0.0.1:${(this.#server.address() as net.AddressInfo).port}/db`;
  }

  close(): void {
    this.#server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  /** The texts of one type of messages: "P" for prepared statements, "Q" for simple ones, "B" for runs. */
  texts(type: string): string[] {
    return this.sent.filter((entry) => entry.type === type).map((entry) => entry.text);
  }

  /** A message of a channel, to all connections. */
  notify(channel: string, payload: string): void {
    for (const socket of this.sockets) socket.write(message("A", int32(7), text(channel), text(payload)));
  }

  #serve(socket: net.Socket): void {
    const connection = this.connections++;
    this.sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => this.sockets.delete(socket));
    let pending = Buffer.alloc(0);
    let hasStarted = false;
    let chain: Promise<void> = Promise.resolve();
    const session = new Session(connection, socket, this.sent, this.#respond);
    const login = (bytes: Buffer): void => {
      const parameters: Record<string, string> = {};
      const parts = bytes.toString("utf8", 8).split("\0");
      for (let index = 0; index + 1 < parts.length && parts[index] !== ""; index += 2)
        parameters[parts[index]!] = parts[index + 1]!;
      this.startUps.push(parameters);
      session.logIn(this.#login);
    };
    socket.on("data", (chunk) => {
      pending = Buffer.concat([pending, chunk as Buffer]);
      for (;;) {
        const header = hasStarted ? 1 : 0;
        if (pending.length < header + 4) return;
        const length = header + pending.readInt32BE(header);
        if (pending.length < length) return;
        const bytes = pending.subarray(0, length);
        pending = pending.subarray(length);
        if (hasStarted) {
          chain = chain.then(() => session.onMessage(String.fromCharCode(bytes[0]!), bytes.subarray(5)));
          continue;
        }
        const code = bytes.readInt32BE(4);
        if (code === 80877103) socket.write("N");
        else if (code === 80877102) {
          this.cancels++;
          socket.end();
        } else {
          hasStarted = true;
          login(bytes);
        }
      }
    });
  }
}

class Session {
  readonly #connection: number;
  readonly #socket: net.Socket;
  readonly #sent: Sent[];
  readonly #respond: Respond;
  readonly #statements = new Map<string, string>();
  #scram = new Scram();
  #login: Login = "trust";
  #step = 0;
  #status = "I";
  #skips = false;
  #copies = false;
  #isSimple = false;
  #portal: { text: string; values: (string | null)[]; formats: number[] } | null = null;

  constructor(connection: number, socket: net.Socket, sent: Sent[], respond: Respond) {
    this.#connection = connection;
    this.#socket = socket;
    this.#sent = sent;
    this.#respond = respond;
  }

  #write(...parts: Buffer[]): void {
    this.#socket.write(Buffer.concat(parts));
  }

  logIn(login: Login): void {
    this.#login = login;
    if (login === "trust") this.#welcome();
    else if (login === "cleartext") this.#write(message("R", int32(3)));
    else if (login === "md5") this.#write(message("R", int32(5), Buffer.from("salt")));
    else if (login !== "silent") this.#write(message("R", int32(10), text("SCRAM-SHA-256"), Buffer.from([0])));
  }

  #welcome(): void {
    this.#write(
      message("R", int32(0)),
      message("S", text("server_version"), text("15.0")),
      message("K", int32(7), int32(99)),
      message("Z", Buffer.from("I")),
    );
  }

  #refuse(): void {
    this.#write(failure({ S: "FATAL", V: "FATAL", C: "28P01", M: 'password authentication failed for user "me"' }));
    this.#socket.end();
  }

  #password(body: Buffer): void {
    const plain = body.toString("utf8").replace(/\0$/, "");
    if (this.#login === "cleartext") return plain === "secret" ? this.#welcome() : this.#refuse();
    if (this.#login === "md5") {
      const md5 = (data: string): string => crypto.createHash("md5").update(data).digest("hex");
      return plain === `md5${md5(`${md5("secretme")}salt`)}` ? this.#welcome() : this.#refuse();
    }
    if (this.#step++ === 0) {
      const first = body.toString("utf8", body.indexOf(0) + 5);
      this.#write(message("R", int32(11), Buffer.from(this.#scram.challenge(first))));
      return;
    }
    const signature = this.#scram.finish(body.toString("utf8"), "secret");
    if (signature === null) return this.#refuse();
    const shown = this.#login === "scram" ? signature : crypto.randomBytes(32).toString("base64");
    this.#write(message("R", int32(12), Buffer.from(`v=${shown}`)));
    if (this.#login === "scram") this.#welcome();
  }

  #track(sql: string): void {
    const word = words(sql);
    if (word === "BEGIN") this.#status = "T";
    else if (word === "COMMIT" || (word === "ROLLBACK" && !/rollback\s+to/i.test(sql))) this.#status = "I";
    else if (word === "ROLLBACK") this.#status = "T";
  }

  /** Runs a statement; true if it did not fail. */
  async #run(sql: string, values: (string | null)[] | null, formats: number[], describes: boolean): Promise<boolean> {
    if (this.#status === "E" && words(sql) === "COMMIT") {
      this.#status = "I";
      this.#write(message("C", text("ROLLBACK")));
      return true;
    }
    if (this.#status === "E" && words(sql) !== "ROLLBACK")
      return this.#fail({ C: "25P02", M: "current transaction is aborted" });
    const answer = this.#respond(sql, values);
    if (answer.afterMs !== undefined) await new Promise((resolve) => setTimeout(resolve, answer.afterMs));
    if (answer.hangsUp) {
      this.#socket.destroy();
      return false;
    }
    if (answer.error !== undefined) return this.#fail(answer.error);
    if (answer.copies !== undefined) {
      this.#write(message(answer.copies, Buffer.from([0]), int16(0)));
      if (answer.copies === "H")
        this.#write(message("d", Buffer.from("1\n")), message("c"), message("C", text("COPY 1")));
      this.#copies = answer.copies === "G";
      return answer.copies === "H";
    }
    this.#track(sql);
    const columns = answer.columns ?? [];
    if (describes && columns.length > 0) this.#write(description(columns));
    for (const row of answer.rows ?? []) this.#write(dataRow(row, columns, formats));
    this.#write(
      message("C", text(answer.tag ?? (columns.length > 0 ? `SELECT ${answer.rows?.length ?? 0}` : words(sql)))),
    );
    return true;
  }

  #fail(fields: Record<string, string>): false {
    if (this.#status === "T") this.#status = "E";
    this.#write(failure({ S: "ERROR", V: "ERROR", ...fields }));
    return false;
  }

  async onMessage(type: string, body: Buffer): Promise<void> {
    const log = (sql: string, values: (string | null)[] | null): void => {
      this.#sent.push({ connection: this.#connection, type, text: sql, values });
    };
    const strings = body.toString("utf8").split("\0");
    if (type === "p") return this.#password(body);
    if (type === "X") {
      this.#socket.end();
      return;
    }
    if (type === "f") {
      this.#copies = false;
      this.#fail({ C: "57014", M: "COPY from stdin failed" });
      if (this.#isSimple) this.#write(message("Z", Buffer.from(this.#status)));
      return;
    }
    // A Sync in a COPY is ignored.
    if (type === "S" && this.#copies) return;
    if (type === "S") {
      this.#skips = false;
      this.#write(message("Z", Buffer.from(this.#status)));
      return;
    }
    this.#isSimple = type === "Q";
    if (type === "Q") {
      log(strings[0]!, null);
      if (strings[0] === "") this.#write(message("I"));
      for (const sql of strings[0]!.split(";").filter((part) => part.trim() !== ""))
        if (!(await this.#run(sql.trim(), null, [], true))) break;
      if (!this.#copies) this.#write(message("Z", Buffer.from(this.#status)));
      return;
    }
    if (this.#skips) return;
    if (type === "P") {
      log(strings[1]!, null);
      if (/^selec /.test(strings[1]!)) {
        this.#skips = true;
        this.#fail({ C: "42601", M: 'syntax error at or near "selec"', P: "1", L: "1192", F: "scan.l" });
        return;
      }
      this.#statements.set(strings[0]!, strings[1]!);
      this.#write(message("1"));
    } else if (type === "D") {
      const isPortal = body[0] === 80;
      const sql = isPortal ? this.#portal!.text : this.#statements.get(body.toString("utf8", 1, body.length - 1))!;
      const answer = this.#respond(sql, []);
      const types = answer.types ?? [];
      if (!isPortal) this.#write(message("t", int16(types.length), ...types.map(int32)));
      this.#write(description(answer.columns ?? []));
    } else if (type === "B") this.#bind(body, log);
    else if (type === "E") {
      const { text: sql, values, formats } = this.#portal!;
      if (!(await this.#run(sql, values, formats, false))) this.#skips = true;
    }
  }

  #bind(body: Buffer, log: (sql: string, values: (string | null)[]) => void): void {
    const name = body.toString("utf8", 1, body.indexOf(0, 1));
    let at = name.length + 2;
    const next16 = (): number => {
      at += 2;
      return body.readInt16BE(at - 2);
    };
    const binary = Array.from({ length: next16() }, next16);
    const values = Array.from({ length: next16() }, (_, index) => {
      const length = body.readInt32BE(at);
      at += 4;
      if (length < 0) return null;
      at += length;
      return body.toString(binary[index] === 1 ? "hex" : "utf8", at - length, at);
    });
    const formats = Array.from({ length: next16() }, next16);
    const sql = this.#statements.get(name)!;
    this.#portal = { text: sql, values, formats };
    log(sql, values);
    this.#write(message("2"));
  }
}
