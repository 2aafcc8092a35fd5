// What Express offers, on either major version: routing, errors, replies of each kind, static files, views, sub-apps.
const path = require("node:path");
const { Readable } = require("node:stream");

/** Makes the application. `major` is 4 or 5: the two spell wildcards and optional parameters differently. */
exports.application = (express, major) => {
  const app = express();
  app.set("views", path.join(__dirname, "../views"));
  app.set("view engine", "ejs");
  app.set("trust proxy", "loopback");
  app.locals.title = "from locals";

  app.use((request, response, next) => {
    response.on("finish", () => request.app.emit("finished", request.originalUrl, response.statusCode));
    next();
  });

  routes(app, express, major);
  replies(app);
  bodies(app, express);

  app.use("/static", express.static(path.join(__dirname, "../public"), { maxAge: "1h", dotfiles: "deny" }));
  app.use(
    "/fallthrough",
    express.static(path.join(__dirname, "../public"), { index: false, fallthrough: false, redirect: false }),
  );
  app.get("/ejs", (request, response) => response.render("page", { items: ["<one>", "two"] }));
  app.get("/pug", (request, response) => response.render("page.pug", { title: "pug & co", items: ["a", "bb"] }));

  app.use((error, request, response, next) => {
    if (request.query.plain !== undefined) return next(error);
    response.status(error.status ?? 500).json({
      error: error.type === "entity.parse.failed" ? "unreadable" : error.message.replace(/'.*public/, "'DIR/public"),
      type: error.type,
      code: error.code,
    });
  });
  return app;
};

function routes(app, express, major) {
  app.get("/", (request, response) => response.send("hello"));
  app.get("/user/:id/book/:book", (request, response) =>
    response.json({ params: request.params, query: request.query }),
  );
  app.get(major === 4 ? "/optional/:a?" : "/optional{/:a}", (request, response) => response.json(request.params));
  app.get(major === 4 ? "/files/*" : "/files/*rest", (request, response) => response.json(request.params));
  app.get(/^\/number\/(\d+)$/, (request, response) => response.json({ number: request.params[0] }));
  app.param("thing", (request, response, next, value) => {
    if (value === "bad") return next(Object.assign(new Error("no such thing"), { status: 404 }));
    request.thing = value.toUpperCase();
    next();
  });
  app.get("/thing/:thing", (request, response) => response.send(request.thing));
  app
    .route("/many")
    .get((request, response) => response.send("got"))
    .post((request, response) => response.status(201).send("posted"))
    .delete((request, response) => response.sendStatus(204));
  app.all("/all", (request, response) => response.send(request.method));

  const router = express.Router({ mergeParams: true, strict: true });
  router.use((request, response, next) => {
    response.set("X-Router", request.baseUrl);
    next();
  });
  router.get("/one", (request, response, next) => next("route"));
  router.get("/one", (request, response) =>
    response.json({ url: request.url, base: request.baseUrl, original: request.originalUrl, params: request.params }),
  );
  app.use("/router/:area", router);

  const inner = express();
  inner.get("/where", (request, response) =>
    response.json({ mount: inner.mountpath, path: inner.path(), base: request.baseUrl }),
  );
  inner.on("mount", (parent) => app.set("mounted", parent === app));
  app.use("/inner", inner);
  app.get("/mounted", (request, response) => response.json(app.get("mounted")));

  app.get("/throw", () => {
    throw new TypeError("thrown");
  });
  app.get("/next-error", (request, response, next) => next(Object.assign(new Error("teapot"), { status: 418 })));
  app.get("/late-error", (request, response, next) => setTimeout(() => next(new Error("late")), 5));
  app.get("/async", async (request, response) => {
    await new Promise((resolve) => setTimeout(resolve, 2));
    response.send("async done");
  });
  // Express 5 handles the rejection; with Express 4 the handler has to pass it on itself.
  app.get("/reject", async (request, response, next) => {
    try {
      await null;
      throw new RangeError("rejected");
    } catch (error) {
      if (major === 5) throw error;
      next(error);
    }
  });
}

function replies(app) {
  const file = (name) => path.join(__dirname, "../public", name);
  app.get("/json", (request, response) => response.json({ date: new Date(0), nothing: undefined, list: [1, null] }));
  app.get("/jsonp", (request, response) => response.jsonp({ a: "\u2028</script>" }));
  app.get("/buffer", (request, response) => response.send(Buffer.from([1, 2, 3])));
  app.get("/type", (request, response) => response.type("svg").send("<svg/>"));
  app.get("/redirect", (request, response) => response.redirect("/user/ü/book/1?x=[]"));
  app.get("/redirect-301", (request, response) => response.redirect(301, "https://example.org/"));
  app.get("/cookie", (request, response) => {
    response
      .cookie("a", "b c", { httpOnly: true, expires: new Date(0), sameSite: "strict", path: "/x" })
      .cookie("list", { n: 1 })
      .clearCookie("old")
      .end();
  });
  app.get("/send-file", (request, response) =>
    response.sendFile(file("hello.txt"), { headers: { "X-Sent": "yes" }, lastModified: false }),
  );
  app.get("/send-missing", (request, response, next) =>
    response.sendFile(file("missing.txt"), (error) =>
      next(error && Object.assign(new Error("not sent"), { status: error.status, code: error.code })),
    ),
  );
  app.get("/download", (request, response) =>
    response.download(file("a file.txt"), "naïve name.txt", { lastModified: false }),
  );
  app.get("/format", (request, response) =>
    response.format({
      text: () => response.send("text"),
      html: () => response.send("<p>html</p>"),
      json: () => response.json({ kind: "json" }),
    }),
  );
  app.get("/links", (request, response) =>
    response
      .links({ next: "http://a/2", last: "http://a/5" })
      .append("Warning", "one")
      .append("Warning", "two")
      .vary("Accept")
      .location("/else")
      .end(),
  );
  app.get("/facts", (request, response) =>
    response.json({
      ip: request.ip,
      ips: request.ips,
      protocol: request.protocol,
      secure: request.secure,
      host: request.hostname,
      subdomains: request.subdomains,
      xhr: request.xhr,
      fresh: request.fresh,
      path: request.path,
      accepts: request.accepts(["json", "html"]),
      language: request.acceptsLanguages("de", "en"),
      is: request.is("json"),
      range: request.range(100),
    }),
  );
  app.get("/stream", (request, response) => Readable.from(["one,", "two,", "three"]).pipe(response.type("txt")));
  app.get("/pieces", (request, response) => {
    response.write("a");
    setTimeout(() => response.write("b"), 3);
    setTimeout(() => response.end("c"), 6);
  });
  app.get("/twice", (request, response, next) => {
    response.send("first");
    try {
      response.send("second");
    } catch (error) {
      app.emit("finished", `${error.code}: ${error.message}`, 0);
    }
  });
  app.get("/bad-header", (request, response) => response.set("X-Bad", "a\r\nSet-Cookie: x=1").send("x"));
}

function bodies(app, express) {
  app.post("/json", express.json({ limit: "1kb" }), (request, response) => response.json(request.body));
  app.post("/strict", express.json({ strict: false, type: "*/*" }), (request, response) =>
    response.json({ body: request.body }),
  );
  app.post("/form", express.urlencoded({ extended: true, parameterLimit: 5 }), (request, response) =>
    response.json(request.body),
  );
  app.post("/flat", express.urlencoded({ extended: false }), (request, response) => response.json(request.body));
  app.post("/text", express.text({ defaultCharset: "latin1" }), (request, response) =>
    response.send(`${request.body.length} ${request.body}`),
  );
  app.post("/raw", express.raw({ type: "application/octet-stream" }), (request, response) =>
    response.json({ bytes: [...request.body] }),
  );
}
