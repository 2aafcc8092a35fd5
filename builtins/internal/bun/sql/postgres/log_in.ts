// The start of a connection: who connects to which database, and the proof of the password.
// https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-START-UP
import { clientError } from "internal:bun/sql/errors";
import type { Settings } from "internal:bun/sql/settings";
import { type Reader, Writer, startUp } from "internal:bun/sql/postgres/messages";
import defer * as scram from "internal:bun/sql/postgres/scram";

const OK = 0;
const CLEARTEXT = 3;
const MD5 = 5;
const SASL = 10;
const SASL_CONTINUE = 11;
const SASL_FINAL = 12;
/** Kerberos, SCM, GSSAPI and SSPI. */
const UNSUPPORTED = [2, 6, 7, 8, 9];
const SALT_BYTES = 4;

/** The first message. */
export function greeting(settings: Settings): Uint8Array {
  return startUp({
    user: settings.username,
    database: settings.database,
    client_encoding: "UTF8",
    ...settings.connection,
  });
}

/** One login; answers the server's questions in turn. */
export class Login {
  readonly #settings: Settings;
  readonly #send: (bytes: Uint8Array) => void;
  #scram: InstanceType<typeof scram.Scram> | null = null;
  #isProven = false;

  constructor(settings: Settings, send: (bytes: Uint8Array) => void) {
    this.#settings = settings;
    this.#send = send;
  }

  async #password(): Promise<string> {
    const { password } = this.#settings;
    return typeof password === "function" ? `${await password()}` : password;
  }

  #answer(text: string): void {
    this.#send(new Writer().begin("p").string(text).end().take());
  }

  /** Answers an authentication message. */
  async authenticate(message: Reader): Promise<void> {
    const kind = message.int32();
    switch (kind) {
      case OK:
        // A server that skips its own proof may not know the password.
        if (this.#scram !== null && !this.#isProven)
          throw clientError(
            "postgres",
            "SASL_SIGNATURE_MISMATCH",
            "The server did not prove that it knows the password",
          );
        return;
      case CLEARTEXT:
        this.#answer(await this.#password());
        return;
      case MD5: {
        const salt = message.slice(SALT_BYTES);
        this.#answer(scram.md5Answer(this.#settings.username, await this.#password(), salt));
        return;
      }
      case SASL: {
        const mechanisms = message.rest().toString("latin1").split("\0");
        if (!mechanisms.includes(scram.MECHANISM))
          throw clientError("postgres", "SASL_NO_KNOWN_MECHANISM", "The server offers no known SASL mechanism");
        this.#scram = new scram.Scram();
        this.#send(new Writer().begin("p").string(scram.MECHANISM).value(this.#scram.first()).end().take());
        return;
      }
      case SASL_CONTINUE: {
        if (this.#scram === null) break;
        const text = await this.#scram.answer(message.rest().toString("utf8"), await this.#password());
        this.#send(
          new Writer()
            .begin("p")
            .bytes(new Uint8Array(bytesOf(text)))
            .end()
            .take(),
        );
        return;
      }
      case SASL_FINAL:
        if (this.#scram === null) break;
        this.#scram.check(message.rest().toString("utf8"));
        this.#isProven = true;
        return;
      default:
        if (UNSUPPORTED.includes(kind))
          throw clientError(
            "postgres",
            "UNSUPPORTED_AUTHENTICATION_METHOD",
            `The server asks for an unsupported authentication method (${kind})`,
          );
        throw clientError(
          "postgres",
          "UNKNOWN_AUTHENTICATION_METHOD",
          `The server asks for an unknown authentication method (${kind})`,
        );
    }
    throw clientError("postgres", "UNEXPECTED_MESSAGE", "The server answered a login that was not begun");
  }
}

const bytesOf = (ascii: string): number[] => Array.from(ascii, (letter) => letter.charCodeAt(0));
