// node-postgres over TLS: trusted servers, and the errors of untrusted ones. Prepared statements run over it too.
import { readFileSync } from "node:fs";
import pg from "pg";
import { fails, print, step } from "./shared/report.cjs";

const ca = readFileSync(process.env.TLS_AUTHORITY, "utf8");
const connect = async (options) => {
  const client = new pg.Client(options);
  await client.connect();
  return client;
};

await step("with the authority", async () => {
  const client = await connect({ host: "localhost", ssl: { ca } });
  const { rows } = await client.query("select ssl, version from pg_stat_ssl where pid = pg_backend_pid()");
  const socket = client.connection.stream;
  const facts = {
    rows,
    authorized: socket.authorized,
    encrypted: socket.encrypted,
    subject: socket.getPeerCertificate().subject.CN,
  };
  await client.end();
  return facts;
});
await fails("an unknown authority", () => connect({ host: "localhost", ssl: true }));
await fails("another name", () => connect({ ssl: { ca } }), ["reason", "host"]);
await step("unchecked", async () => {
  const client = await connect({ ssl: { rejectUnauthorized: false } });
  const { authorized, authorizationError } = client.connection.stream;
  await client.end();
  return { authorized, authorizationError };
});
await step("a large result over TLS", async () => {
  const client = await connect({ ssl: { rejectUnauthorized: false } });
  const { rows } = await client.query("select repeat('abcdefghij', 500000) a");
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) => client.query("select $1::int a", [index])),
  );
  await client.end();
  return [rows[0].a.length, answers.every((answer, index) => answer.rows[0].a === index)];
});
await step("in the connection string", async () => {
  const client = await connect({
    connectionString: `postgres://brio:${process.env.PGPASSWORD}@localhost:${process.env.PGPORT}/${process.env.PGDATABASE}?sslmode=verify-full&sslrootcert=${process.env.TLS_AUTHORITY}&application_name=a%20b`,
  });
  const { rows } = await client.query("show application_name");
  await client.end();
  return rows;
});

await step("prepared statements", async () => {
  const client = await connect({ ssl: { rejectUnauthorized: false } });
  const query = { name: "double", text: "select $1::int * 2 a" };
  const answers = await Promise.all([1, 2, 3].map((value) => client.query({ ...query, values: [value] })));
  const known = await client.query("select name, statement from pg_prepared_statements");
  const failed = await client.query({ ...query, values: ["x"] }).catch((error) => error.code);
  const again = await client.query({ ...query, values: [21] });
  const other = await client.query({ name: "double", text: "select 1" }).catch((error) => error.message);
  await client.end();
  return [answers.map(({ rows }) => rows[0].a), known.rows, failed, again.rows, other];
});
print("ended", "yes");
