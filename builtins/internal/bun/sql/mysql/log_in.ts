// The start of a connection: what the server says first, who connects to which database, and the proof of the password.
// https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_connection_phase.html
import { Buffer } from "internal:node/buffer";
import process from "internal:node/process";
import type { Socket } from "internal:node/net/types";
import { type Dialing, encrypt, openSocket, tlsOptions } from "internal:bun/sql/dial";
import { clientError } from "internal:bun/sql/errors";
import { SSL_DISABLE, SSL_PREFER, type Settings } from "internal:bun/sql/settings";
import { NATIVE, type Policy, Proof, isCommon } from "internal:bun/sql/mysql/authenticate";
import { type Bytes, type Reader, Splitter, Writer } from "internal:bun/sql/mysql/packets";
import { serverError } from "internal:bun/sql/mysql/server_error";

const PROTOCOL_VERSION = 10;
const NONCE_FIRST_BYTES = 8;
const NONCE_REST_BYTES = 13;
const UTF8MB4_GENERAL_CI = 45;
const OK = 0x00;
const MORE_DATA = 0x01;
const SWITCH = 0xfe;
const ERROR = 0xff;

const Capability = {
  /** Of MySQL itself; MariaDB has more capabilities in its place. */
  MYSQL: 0x1,
  FOUND_ROWS: 0x2,
  CONNECT_WITH_DB: 0x8,
  PROTOCOL_41: 0x200,
  SSL: 0x800,
  SECURE_CONNECTION: 0x8000,
  MULTI_STATEMENTS: 0x1_0000,
  MULTI_RESULTS: 0x2_0000,
  PLUGIN_AUTH: 0x8_0000,
  CONNECT_ATTRS: 0x10_0000,
  DEPRECATE_EOF: 0x100_0000,
} as const;
const NEEDED = Capability.PROTOCOL_41 | Capability.SECURE_CONNECTION;
/** Used where the server has them. No LOCAL_FILES: a server must not read files of the client. */
const WANTED =
  Capability.MULTI_STATEMENTS |
  Capability.MULTI_RESULTS |
  Capability.PLUGIN_AUTH |
  Capability.CONNECT_ATTRS |
  Capability.DEPRECATE_EOF;

/** MariaDB says which columns are JSON, which are text for it. */
const MARIADB_EXTENDED_METADATA = 0x8;

/** The handshake of the server. */
interface Greeting {
  capabilities: number;
  /** Those of MariaDB alone. */
  more: number;
  nonce: Bytes;
  plugin: string;
}

const closedEarly = (): Error =>
  clientError("mysql", "CONNECTION_FAILED", "Connection closed before the connection was established");

function readGreeting(message: Reader): Greeting {
  if (message.first === ERROR) throw serverError(message);
  if (message.uint8() !== PROTOCOL_VERSION)
    throw clientError("mysql", "UNSUPPORTED_PROTOCOL_VERSION", "Server is using an unsupported protocol version");
  // The version and the number of the connection.
  message.string();
  message.uint32();
  const first = Uint8Array.from(message.slice(NONCE_FIRST_BYTES));
  message.skip(1);
  let capabilities = message.uint16();
  // The character set and the status.
  message.skip(3);
  capabilities |= message.uint16() << 16;
  const length = message.uint8();
  message.skip(6);
  const more = (capabilities & Capability.MYSQL) === 0 ? message.uint32() : (message.skip(4), 0);
  const rest = message.slice(Math.min(message.left, Math.max(NONCE_REST_BYTES, length - NONCE_FIRST_BYTES)));
  const nonce = Buffer.concat([first, rest]);
  const plugin = (capabilities & Capability.PLUGIN_AUTH) === 0 ? NATIVE : message.string();
  if ((capabilities & NEEDED) !== NEEDED)
    throw clientError("mysql", "UNSUPPORTED_PROTOCOL_VERSION", "Server is using an unsupported protocol version");
  return { capabilities, more, nonce, plugin };
}

/** Waits for the first message. Nothing may come after it before the client has answered. */
function receiveGreeting(socket: Socket): Promise<Reader> {
  return new Promise((resolve, reject) => {
    const splitter = new Splitter();
    const finish = (): void => {
      socket.removeListener("data", onData);
      socket.removeListener("close", onClose);
      socket.removeListener("error", onClose);
      socket.pause();
    };
    const onClose = (): void => {
      finish();
      reject(closedEarly());
    };
    const onData = (chunk: Uint8Array): void => {
      let greeting: Reader | null = null;
      splitter.push(chunk as Bytes, (message) => {
        greeting ??= message;
        return true;
      });
      if (greeting === null) return;
      finish();
      if (splitter.isEmpty) resolve(greeting);
      else reject(clientError("mysql", "UNEXPECTED_PACKET", "The server sent more than its greeting"));
    };
    socket.on("data", onData);
    socket.on("close", onClose);
    socket.on("error", onClose);
    socket.resume();
  });
}

function writeHead(capabilities: number, more: number, sequence: number): Writer {
  const writer = new Writer().begin(sequence).uint32(capabilities).uint32(0).uint8(UTF8MB4_GENERAL_CI);
  return writer.zeros(19).uint32(more);
}

/** What the session has agreed on. */
export interface Session {
  readonly socket: Socket;
  /** Ends of results are OK packets. */
  readonly deprecatesEof: boolean;
  readonly hasMetadata: boolean;
  readonly login: Login;
}

/** Connects and sends who connects; the rest of the login is the `login` of the result. */
export async function logIn(settings: Settings, dialing: Dialing, onConnect: () => void): Promise<Session> {
  // What takes time comes first: from the greeting on, the server waits for the client.
  const given = settings.password;
  const password = typeof given === "function" ? `${await given()}` : given;
  // A unix socket has no TLS.
  const options = settings.sslMode === SSL_DISABLE || settings.path !== undefined ? null : await tlsOptions(settings);
  let socket = await openSocket("mysql", settings, dialing);
  onConnect();
  const { capabilities: offered, more: offeredMore, nonce, plugin } = readGreeting(await receiveGreeting(socket));
  let capabilities = NEEDED | (WANTED & offered);
  if (settings.database !== "") capabilities |= Capability.CONNECT_WITH_DB;
  if (settings.foundRows) capabilities |= Capability.FOUND_ROWS;
  const more = offeredMore & MARIADB_EXTENDED_METADATA;
  let sequence = 1;
  let isEncrypted = false;
  if (options !== null) {
    if ((offered & Capability.SSL) !== 0) {
      capabilities |= Capability.SSL;
      socket.write(writeHead(capabilities, more, sequence++).end().take());
      socket = await encrypt("mysql", socket, options, dialing);
      isEncrypted = true;
    } else if (settings.sslMode !== SSL_PREFER)
      throw clientError("mysql", "TLS_NOT_AVAILABLE", "The server does not support TLS");
  }
  const policy = {
    isPrivate: isEncrypted || settings.path !== undefined,
    isEncrypted,
    allowsKey: settings.allowPublicKeyRetrieval,
  };
  const login = new Login(socket, password, policy);
  // A server whose first choice is another one asks for the account's own.
  login.begin(isCommon(plugin) ? plugin : NATIVE, nonce);
  const writer = writeHead(capabilities, more, sequence).string(settings.username);
  const proof = login.first();
  writer.uint8(proof.length).bytes(proof);
  if (settings.database !== "") writer.string(settings.database);
  if ((capabilities & Capability.PLUGIN_AUTH) !== 0) writer.string(login.plugin);
  if ((capabilities & Capability.CONNECT_ATTRS) !== 0) {
    const attributes = new Writer().begin();
    for (const text of ["_client_name", "Brio", "_client_version", process.versions.brio ?? ""]) attributes.value(text);
    writer.value(attributes.end().take().subarray(4));
  }
  socket.write(writer.end().take());
  return {
    socket,
    deprecatesEof: (capabilities & Capability.DEPRECATE_EOF) !== 0,
    hasMetadata: more !== 0,
    login,
  };
}

/** The second half of a login: the server's questions about the password. */
export class Login {
  readonly #socket: Socket;
  readonly #password: string;
  readonly #policy: Policy;
  #proof: Proof | null = null;
  plugin = NATIVE;

  constructor(socket: Socket, password: string, policy: Policy) {
    this.#socket = socket;
    this.#password = password;
    this.#policy = policy;
  }

  begin(plugin: string, nonce: Bytes): void {
    this.plugin = plugin;
    this.#proof = new Proof(plugin, nonce, this.#password, this.#policy);
  }

  first(): Bytes {
    return this.#proof!.first();
  }

  /** Answers a message; true once the server has let the client in. */
  answer(message: Reader): boolean {
    const send = (bytes: Bytes): void => {
      this.#socket.write(
        new Writer()
          .begin(message.sequence + 1)
          .bytes(bytes)
          .end()
          .take(),
      );
    };
    switch (message.first) {
      case OK:
        return true;
      case ERROR:
        throw serverError(message);
      case SWITCH: {
        message.skip(1);
        if (message.left === 0)
          throw clientError(
            "mysql",
            "UNSUPPORTED_AUTH_PLUGIN",
            "Unsupported authentication plugin: mysql_old_password",
          );
        const plugin = message.string();
        this.begin(plugin, Buffer.from(message.rest()));
        send(this.first());
        return false;
      }
      case MORE_DATA: {
        message.skip(1);
        const reply = this.#proof!.next(message.rest());
        if (reply !== null) send(reply);
        return false;
      }
      default:
        throw clientError("mysql", "UNEXPECTED_PACKET", "The server sent an unexpected packet in the login");
    }
  }
}
