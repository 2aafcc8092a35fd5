// nodemailer against a small SMTP server: plain and encrypted, signed in and not, attachments, and what is refused.
import net from "node:net";
import tls from "node:tls";
import nodemailer from "nodemailer";
import { authority, certificate, key } from "../shared/certificates.mjs";
import { close, listen, outcome, section } from "../shared/ask.mjs";

const sessions = [];
function speak(socket, session, encrypted) {
  let data = false;
  let pending = "";
  let message = "";
  const answer = (line) => socket.writable && socket.write(`${line}\r\n`);
  socket.on("error", () => undefined);
  socket.on("data", (chunk) => {
    pending += chunk;
    for (let end; (end = pending.indexOf("\r\n")) >= 0;) {
      const line = pending.slice(0, end);
      pending = pending.slice(end + 2);
      if (data && line === ".") {
        data = false;
        session.message = message;
        answer("250 2.0.0 taken as 42");
      } else if (data) message += `${line.startsWith("..") ? line.slice(1) : line}\n`;
      else if (command(line)) return;
    }
  });
  function command(line) {
    session.lines.push(line);
    const verb = line.split(" ")[0].toUpperCase();
    if (verb === "EHLO")
      answer(
        `250-test\r\n250-8BITMIME\r\n250-SIZE 100000\r\n${encrypted ? "" : "250-STARTTLS\r\n"}250 AUTH PLAIN LOGIN`,
      );
    else if (verb === "STARTTLS") {
      answer("220 go on");
      socket.removeAllListeners("data");
      speak(new tls.TLSSocket(socket, { isServer: true, key, cert: certificate }), session, true);
      return true;
    } else if (verb === "AUTH")
      answer(
        Buffer.from(line.split(" ")[2] ?? "", "base64").toString() === "\0ada\0right" ? "235 welcome" : "535 5.7.8 no",
      );
    else if (verb === "RCPT" && line.includes("nobody@")) answer("550 5.1.1 no such person");
    else if (verb === "DATA") {
      answer("354 go on");
      data = true;
    } else if (verb === "QUIT") {
      answer("221 bye");
      socket.end();
    } else answer("250 2.1.0 good");
    return false;
  }
}
const server = net.createServer((socket) => {
  const session = { lines: [], message: "" };
  sessions.push(session);
  socket.write("220 test ESMTP\r\n");
  speak(socket, session, false);
});
const port = await listen(server);
const at = { host: "127.0.0.1", port, name: "client.example" };
const mail = {
  from: '"Ada L." <ada@example.org>',
  to: ["bob@example.org", "Zoë <zoe@example.org>"],
  subject: "Grüße",
  text: "line one\n.starts with a dot\n",
  messageId: "<fixed@example.org>",
  date: new Date(0),
};
const info = ({ envelope, accepted, rejected, response }) => ({ envelope, accepted, rejected, response });

section("plain");
await outcome(
  "sent",
  nodemailer
    .createTransport({ ...at, ignoreTLS: true })
    .sendMail(mail)
    .then(info),
);
console.log(sessions[0].lines.join("\n"));
console.log(sessions[0].message);

section("encrypted and signed in");
const transport = nodemailer.createTransport({
  ...at,
  requireTLS: true,
  auth: { user: "ada", pass: "right" },
  tls: { ca: authority, servername: "localhost" },
});
await outcome("verified", transport.verify());
const attachments = [
  { filename: "a.txt", content: "attached ü" },
  { filename: "b.bin", content: Buffer.from([0, 255]), cid: "part@example.org" },
];
await outcome(
  "sent",
  transport.sendMail({ ...mail, html: '<img src="cid:part@example.org">', attachments }).then(info),
);
console.log(
  sessions
    .at(-1)
    .lines.map((line) => line.replace(/^AUTH.*/, "AUTH *"))
    .join("\n"),
);
console.log(sessions.at(-1).message.replace(/--_NmP-[\w-]+/g, "BOUNDARY"));

section("what goes wrong");
await outcome(
  "wrong password",
  nodemailer.createTransport({ ...at, ignoreTLS: true, auth: { user: "ada", pass: "wrong" } }).sendMail(mail),
);
await outcome("not trusted", nodemailer.createTransport({ ...at, requireTLS: true }).sendMail(mail));
await outcome(
  "nobody there",
  nodemailer.createTransport({ ...at, ignoreTLS: true }).sendMail({ ...mail, to: "nobody@example.org" }),
);
await outcome(
  "one of two",
  nodemailer
    .createTransport({ ...at, ignoreTLS: true })
    .sendMail({ ...mail, to: "nobody@example.org, bob@example.org" })
    .then(info),
);
await outcome("refused", nodemailer.createTransport({ ...at, port: 1 }).sendMail(mail));
await outcome("no recipients", nodemailer.createTransport({ ...at, ignoreTLS: true }).sendMail({ ...mail, to: [] }));

section("pool and other transports");
const pool = nodemailer.createTransport({ ...at, ignoreTLS: true, pool: true, maxConnections: 1 });
const before = sessions.length;
console.log((await Promise.all([1, 2, 3].map(() => pool.sendMail(mail)))).length, sessions.length - before);
pool.close();
const built = await nodemailer.createTransport({ streamTransport: true, buffer: true }).sendMail(mail);
console.log(built.message.toString());
console.log(JSON.parse((await nodemailer.createTransport({ jsonTransport: true }).sendMail(mail)).message).subject);
await close(server);
console.log("closed");
