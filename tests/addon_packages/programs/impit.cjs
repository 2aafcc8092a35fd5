const { createServer } = require("node:http");
const { Impit, HttpMethod } = require("impit");

const server = createServer((request, response) => {
  let body = "";
  request.on("data", (chunk) => (body += chunk));
  request.on("end", () =>
    response.end(JSON.stringify({ method: request.method, agent: request.headers["user-agent"], body })),
  );
}).listen(0, "127.0.0.1", async () => {
  const url = `http://127.0.0.1:${server.address().port}/`;
  const impit = new Impit({ browser: "firefox" });
  const response = await impit.fetch(url);
  console.log(response.status, response.ok, await response.json());
  const posted = await impit.fetch(url, { method: HttpMethod.Post ?? "POST", body: "text" });
  console.log(await posted.text());
  server.closeAllConnections();
  server.close();
  await impit.fetch("http://127.0.0.1:1/").catch((error) => console.log(error.name));
});
