// The middleware that the papers' applications use, on Express 5: security headers, logs, compression, validation,
// uploads, sessions and sign-in.
const { Writable } = require("node:stream");
const fs = require("node:fs");
const net = require("node:net");
const path = require("node:path");
const express = require("express5");
const helmet = require("helmet");
const morgan = require("morgan");
const compression = require("compression");
const winston = require("winston");
const Joi = require("joi");
const cors = require("cors");
const cookieParser = require("cookie-parser");
const multer = require("multer");
const session = require("express-session");
const bodyParser = require("body-parser");
const passport = require("passport");
const { Strategy } = require("passport-local");
const { ask, raw, section, until } = require("../shared/ask.mjs");

const logged = [];
const inFile = () => fs.readFileSync("combined.log", "utf8").trim().split("\n").length;
const sink = new Writable({ write: (chunk, encoding, done) => done(null, logged.push(chunk.toString().trim())) });
const logger = winston.createLogger({
  level: "debug",
  format: winston.format.combine(winston.format.errors(), winston.format.splat(), winston.format.json()),
  defaultMeta: { service: "test" },
  transports: [
    new winston.transports.Stream({ stream: sink }),
    new winston.transports.File({ filename: "combined.log" }),
  ],
});

const app = express();
app.use(
  morgan(":method :url :status :res[content-length] :req[x-id] :remote-user", {
    stream: { write: (line) => logger.info(line.trim()) },
  }),
);

app.use("/helmet", helmet(), (request, response) => response.send("safe"));
app.use(
  "/helmet-own",
  helmet({
    contentSecurityPolicy: { directives: { "script-src": ["'self'", "example.com"] } },
    frameguard: { action: "deny" },
    hsts: false,
  }),
  (request, response) => response.send("own"),
);

app.use("/big", compression({ threshold: 100 }), (request, response) => {
  if (request.query.type) response.type(request.query.type);
  response.send("0123456789".repeat(Number(request.query.n ?? 100)));
});
app.use("/flushed", compression(), (request, response) => {
  response.type("txt").write("first,");
  response.flush();
  setTimeout(() => response.end("last"), 5);
});

app.use(
  "/cors",
  cors({
    origin: ["http://a.example", /\.b\.example$/],
    methods: ["GET", "PUT"],
    credentials: true,
    maxAge: 60,
    exposedHeaders: "X-Own",
  }),
  (request, response) => response.json({ shared: true }),
);
app.use("/cors-any", cors(), (request, response) => response.json({ any: true }));

app.get("/cookies", cookieParser("a secret"), (request, response) =>
  response.json({ cookies: request.cookies, signed: request.signedCookies }),
);
app.get("/sign", cookieParser("a secret"), (request, response) =>
  response.cookie("name", "value", { signed: true }).end(),
);

app.post("/parsed", bodyParser.json({ limit: 50 }), bodyParser.urlencoded({ extended: false }), (request, response) =>
  response.json(request.body ?? null),
);

const schema = Joi.object({
  name: Joi.string().alphanum().min(3).required(),
  age: Joi.number().integer().min(0),
  mail: Joi.string().email({ tlds: false }),
  born: Joi.date().iso(),
  role: Joi.valid("a", "b").default("a"),
}).xor("age", "born");
app.post("/joi", express.json(), (request, response) => {
  const { error, value } = schema.validate(request.body, { abortEarly: false });
  if (error)
    return response.status(422).json(error.details.map((detail) => [detail.type, detail.path, detail.message]));
  response.json(value);
});

const upload = multer({ limits: { fileSize: 1000, files: 2 }, storage: multer.memoryStorage() });
app.post(
  "/upload",
  upload.fields([
    { name: "one", maxCount: 1 },
    { name: "many", maxCount: 2 },
  ]),
  (request, response) => {
    const facts = (file) => [file.originalname, file.mimetype, file.size, file.buffer.toString("hex", 0, 8)];
    response.json({
      body: request.body,
      files: Object.fromEntries(Object.entries(request.files).map(([name, files]) => [name, files.map(facts)])),
    });
  },
);
const onDisk = multer({ dest: "uploads" });
app.post("/disk", onDisk.single("one"), (request, response) =>
  response.json({ size: request.file.size, there: fs.readFileSync(request.file.path, "utf8") }),
);

const sessions = new session.MemoryStore();
app.use(
  "/session",
  session({
    secret: ["new", "old"],
    name: "sid",
    resave: false,
    saveUninitialized: false,
    store: sessions,
    cookie: { maxAge: null },
  }),
);
app.get("/session/count", (request, response) => {
  request.session.count = (request.session.count ?? 0) + 1;
  response.json({ count: request.session.count });
});
app.get("/session/look", (request, response) => response.json({ has: request.session.count !== undefined }));
app.get("/session/again", (request, response, next) =>
  request.session.regenerate((error) =>
    error ? next(error) : response.json({ count: request.session.count ?? null }),
  ),
);
app.get("/session/end", (request, response, next) =>
  request.session.destroy((error) => (error ? next(error) : response.json({ ended: true }))),
);

passport.use(
  new Strategy((name, password, done) => {
    if (name === "broken") return done(new Error("the store is gone"));
    return password === "right" ? done(null, { name }) : done(null, false, { message: "wrong password" });
  }),
);
passport.serializeUser((user, done) => done(null, user.name));
passport.deserializeUser((name, done) => done(null, { name, again: true }));
app.use("/session/user", passport.session(), express.urlencoded({ extended: false }));
app.post("/session/user/in", passport.authenticate("local", { failWithError: true }), (request, response) =>
  response.json(request.user),
);
app.get("/session/user/me", (request, response) =>
  response.json({ user: request.user ?? null, in: request.isAuthenticated() }),
);
app.post("/session/user/out", (request, response, next) =>
  request.logout((error) => (error ? next(error) : response.json({ out: true }))),
);

app.use((error, request, response, next) => {
  logger.error("failed with %s", error.message, { code: error.code });
  response.status(error.status ?? 400).json({ name: error.name, code: error.code, message: error.message });
});

const parts = (...list) =>
  Buffer.concat([
    ...list.flatMap(([head, body]) => [
      Buffer.from(`--XX\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
      Buffer.from(body),
      Buffer.from("\r\n"),
    ]),
    Buffer.from("--XX--\r\n"),
  ]);
const multipart = { "Content-Type": "multipart/form-data; boundary=XX" };

async function questions(port) {
  section("helmet");
  await ask(port, "GET /helmet");
  await ask(port, "GET /helmet-own");

  section("compression");
  for (const encoding of ["gzip", "deflate", "br", "identity", "gzip;q=0.5, br;q=0.1", "*"])
    await ask(port, "GET /big", { headers: { "Accept-Encoding": encoding }, bytes: true });
  await ask(port, "GET /big?n=5", { headers: { "Accept-Encoding": "gzip" } });
  await ask(port, "GET /big?type=png", { headers: { "Accept-Encoding": "gzip" }, bytes: true });
  await ask(port, "HEAD /big", { headers: { "Accept-Encoding": "gzip" } });
  await ask(port, "GET /big?n=50000", { headers: { "Accept-Encoding": "gzip" }, bytes: true });
  await ask(port, "GET /flushed", { headers: { "Accept-Encoding": "gzip" } });

  section("cors");
  for (const origin of ["http://a.example", "http://x.b.example", "http://evil.example"])
    await ask(port, "GET /cors", { headers: { Origin: origin } });
  await ask(port, "OPTIONS /cors", {
    headers: {
      Origin: "http://a.example",
      "Access-Control-Request-Method": "PUT",
      "Access-Control-Request-Headers": "X-A, X-B",
    },
  });
  await ask(port, "GET /cors-any");

  section("cookies");
  const signed = (await ask(port, "GET /sign")).headers.get("set-cookie").split(";")[0];
  await ask(port, "GET /cookies", { headers: { Cookie: `plain=1; json=j:{"a":1}; coded=%E2%82%AC; ${signed}` } });
  await ask(port, "GET /cookies", { headers: { Cookie: `${signed}x; bad=%E0%A4%A; quoted="q"` } });

  section("body-parser and joi");
  const json = { "Content-Type": "application/json" };
  await ask(port, "POST /parsed", { headers: json, body: '{"a":1}' });
  await ask(port, "POST /parsed", { headers: json, body: `{"a":"${"x".repeat(60)}"}` });
  await ask(port, "POST /joi", { headers: json, body: '{"name":"ada","age":"36","mail":"a@b.de"}' });
  await ask(port, "POST /joi", {
    headers: json,
    body: '{"name":"a!","age":1.5,"born":"x","mail":"none","role":"c","more":1}',
  });

  section("multer");
  await ask(port, "POST /upload", {
    headers: multipart,
    body: parts(
      ['name="text"', "ü"],
      ['name="one"; filename="a.txt"\r\nContent-Type: text/plain', "file one"],
      ['name="many"; filename="b.bin"', Buffer.from([0, 1, 13, 10, 255])],
      ['name="many"; filename="empty"', ""],
    ),
  });
  await ask(port, "POST /disk", { headers: multipart, body: parts(['name="one"; filename="a.txt"', "on disk"]) });
  await ask(port, "POST /upload", {
    headers: multipart,
    body: parts(['name="one"; filename="a.txt"', "x".repeat(1001)]),
  });
  await ask(port, "POST /upload", { headers: multipart, body: parts(['name="other"; filename="a.txt"', "x"]) });
  await ask(port, "POST /upload", { headers: { "Content-Type": "multipart/form-data" }, body: "x" });
  await ask(port, "POST /upload", {
    headers: multipart,
    body: '--XX\r\nContent-Disposition: form-data; name="text"\r\n\r\ncut short',
  });
  await new Promise((resolve) => {
    const socket = net.connect(port, "127.0.0.1", () => {
      socket.write(
        'POST /disk HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=XX\r\nContent-Length: 9999\r\n\r\n--XX\r\nContent-Disposition: form-data; name="one"; filename="a"\r\n\r\npart',
      );
      until(() => fs.readdirSync("uploads").length === 2).then(() => socket.destroy());
    });
    socket.on("close", resolve);
  });
  await until(() => fs.readdirSync("uploads").length === 1);
  console.log(`left after an aborted upload: ${fs.readdirSync("uploads").length}`);

  section("sessions");
  const look = { hide: ["set-cookie"] };
  const first = await ask(port, "GET /session/count", look);
  const cookie = first.headers.get("set-cookie").split(";")[0];
  await ask(port, "GET /session/count", { headers: { Cookie: cookie }, ...look });
  await ask(port, "GET /session/look", { headers: { Cookie: `${cookie.slice(0, -1)}_` }, ...look });
  await ask(port, "GET /session/again", { headers: { Cookie: cookie }, ...look });
  await ask(port, "GET /session/look", { headers: { Cookie: cookie }, ...look });
  await ask(port, "GET /session/end", { headers: { Cookie: cookie }, ...look });

  section("passport");
  const form = { "Content-Type": "application/x-www-form-urlencoded" };
  const entered = await ask(port, "POST /session/user/in", {
    headers: form,
    body: "username=ada&password=right",
    ...look,
  });
  const user = entered.headers.get("set-cookie").split(";")[0];
  await ask(port, "GET /session/user/me", { headers: { Cookie: user } });
  await ask(port, "POST /session/user/in", { headers: form, body: "username=ada&password=wrong", ...look });
  await ask(port, "POST /session/user/in", { headers: form, body: "username=broken&password=x", ...look });
  await ask(port, "POST /session/user/in", { headers: form, body: "", ...look });
  await ask(port, "POST /session/user/out", { headers: { Cookie: user }, ...look });
  await ask(port, "GET /session/user/me", { headers: { Cookie: user }, ...look });
}

const server = app.listen(0, "127.0.0.1", async () => {
  await questions(server.address().port);
  await new Promise((resolve) => server.close(resolve));
  logger.on("finish", () =>
    until(() => inFile() === logged.length).then(() => {
      section("logged");
      console.log(logged.map((line) => line.replace(/tmp[^ "]*/g, "TMP")).join("\n"));
      console.log(`in the file: ${inFile() === logged.length}`);
    }),
  );
  logger.end();
});
