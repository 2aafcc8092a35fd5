// A small service as it is deployed: Express 5 with sessions, uploads, security headers and a log, one process of many.
const crypto = require("node:crypto");
const express = require("express");
const helmet = require("helmet");
const morgan = require("morgan");
const multer = require("multer");
const session = require("express-session");
const winston = require("winston");

/**
 * Makes the application.
 * @param {object} options `log` (file that the log is appended to), `version` (what GET /version answers)
 */
exports.noteService = ({ log, version }) => {
  const logger = winston.createLogger({
    format: winston.format.combine(
      winston.format.errors({ stack: true }),
      winston.format.printf(({ level, message }) => `${level}: ${message}`),
    ),
    transports: [new winston.transports.File({ filename: log })],
  });
  const upload = multer({ storage: multer.memoryStorage(), limits: { fileSize: 200_000, files: 3 } });
  const app = express();
  app.locals.logger = logger;
  app.disable("x-powered-by");
  app.use(helmet(), morgan(":method :url :status", { stream: { write: (line) => logger.info(line.trim()) } }));
  app.use(session({ secret: "a secret", resave: false, saveUninitialized: false, name: "sid" }));
  app.use(express.json());

  app.get("/version", (request, response) => response.json({ version }));
  app.post("/notes", (request, response) => {
    const notes = (request.session.notes ??= []);
    notes.push(request.body.text);
    response.status(201).json({ count: notes.length });
  });
  app.get("/notes", (request, response) => response.json(request.session.notes ?? []));
  app.post("/files", upload.array("files"), async (request, response) => {
    const digest = (bytes) => crypto.createHash("sha256").update(bytes).digest("hex").slice(0, 12);
    response.json(
      request.files.map(({ originalname, size, buffer }) => ({ name: originalname, size, digest: digest(buffer) })),
    );
  });
  // An answer that takes a while, as a database would; it must arrive whole even when the process is told to end.
  app.get("/slow/:ms", async (request, response) => {
    await new Promise((resolve) => setTimeout(resolve, Number(request.params.ms)));
    response.json({ slow: Number(request.params.ms), pid: process.pid });
  });
  app.get("/long", async (request, response) => {
    response.type("text/plain");
    for (let index = 0; index < 20; index++) {
      response.write(`line ${index}\n`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    response.end("end\n");
  });
  app.get("/fail", async () => {
    throw Object.assign(new Error("out of notes"), { status: 503 });
  });
  app.use((error, request, response, next) => {
    if (response.headersSent) return next(error);
    logger.error(`${request.path}: ${error.message}`);
    response
      .status(error.status ?? (error instanceof multer.MulterError ? 413 : 500))
      .json({ error: error.message, code: error.code });
  });
  return app;
};
