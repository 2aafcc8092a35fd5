// axios, got, node-fetch and superagent: the same operations, and the errors of each.
import fs from "node:fs";
import http from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import axios, { AxiosError } from "axios";
import got from "got";
import fetch, { AbortError, Blob, FormData, Headers } from "node-fetch";
import superagent from "superagent";
import { close, outcome, section } from "../shared/ask.mjs";
import { target } from "./lib/target.mjs";

const { server, base } = await target();

section("axios");
const api = axios.create({ baseURL: base, headers: { "X-Own": "1" } });
api.interceptors.request.use((config) => ({ ...config, params: { ...config.params, added: 1 } }));
api.interceptors.response.use((response) => ({ ...response, data: { ...response.data, seen: true } }));
const data = (promise) => promise.then((response) => response.data);
await outcome("get", data(axios.get(`${base}/json`, { params: { a: [1, 2], b: "ü &" } })));
await outcome("instance", data(api.get("/json")));
await outcome("post json", data(axios.post(`${base}/echo`, { a: 1 })));
await outcome("post form", data(axios.post(`${base}/echo`, new URLSearchParams({ a: "1", b: "ü" }))));
await outcome("post multipart", data(axios.postForm(`${base}/echo`, { text: "t", list: [1, 2] })));
await outcome(
  "post stream",
  data(axios.post(`${base}/echo`, Readable.from(["a", "b"]), { headers: { "Content-Type": "text/plain" } })),
);
await outcome("put buffer", data(axios.put(`${base}/echo`, Buffer.alloc(5000))));
await outcome("auth", data(axios.get(`${base}/json`, { auth: { username: "ada", password: "pass" } })));
for (const path of ["redirect", "gzip", "br", "204", "bad-json", "pieces"])
  await outcome(path, data(axios.get(`${base}/${path}`)));
for (const path of ["404", "500", "bad-gzip", "cut", "cut-chunks", "hang-up", "loop", "nonsense"])
  await outcome(path, data(axios.get(`${base}/${path}`, { maxRedirects: 3 })));
await outcome(
  "404 allowed",
  axios
    .get(`${base}/404`, { validateStatus: () => true })
    .then((response) => [response.status, response.statusText, response.data]),
);
await outcome("timeout", data(axios.get(`${base}/slow`, { timeout: 30 })));
await outcome("too large", data(axios.get(`${base}/large`, { maxContentLength: 1000 })));
await outcome("signal", data(axios.get(`${base}/slow`, { signal: AbortSignal.timeout(30) })));
await outcome(
  "array buffer",
  data(axios.get(`${base}/pieces`, { responseType: "arraybuffer" })).then((body) => [
    Buffer.isBuffer(body),
    body.length,
  ]),
);
await outcome(
  "stream",
  data(axios.get(`${base}/pieces`, { responseType: "stream" })).then(async (body) =>
    (await Array.fromAsync(body)).join(""),
  ),
);
await outcome(
  "refused",
  data(axios.get("http://127.0.0.1:1/")).catch((error) => {
    throw error instanceof AxiosError
      ? Object.assign(new Error(error.message || error.code), { name: error.name, code: error.code })
      : error;
  }),
);
await outcome("fetch adapter", data(axios.post(`${base}/echo`, { by: "fetch" }, { adapter: "fetch" })));
let progress = 0;
await axios.get(`${base}/large`, { onDownloadProgress: (event) => (progress = event.loaded) });
console.log("progress", progress);

section("got");
const patient = got.extend({ prefixUrl: base, retry: { limit: 0 } });
await outcome("json", patient("json", { searchParams: { a: 1 } }).json());
await outcome("post json", patient.post("echo", { json: { a: 1 } }).json());
await outcome("post form", patient.post("echo", { form: { a: 1 } }).json());
await outcome("stream", async () => {
  await pipeline(patient.stream("pieces"), fs.createWriteStream("got.txt"));
  return fs.readFileSync("got.txt", "utf8");
});
await outcome("upload", async () => {
  const parts = await Array.fromAsync(Readable.from(["streamed ", "up"]).pipe(patient.stream.post("echo")));
  return JSON.parse(Buffer.concat(parts)).body;
});
await outcome(
  "retries",
  got(`${base}/flaky`, { retry: { limit: 3, calculateDelay: ({ computedValue }) => computedValue && 1 } }).then(
    (response) => [response.body, response.retryCount],
  ),
);
for (const path of ["redirect", "gzip", "br"]) await outcome(path, patient(path).json());
for (const path of ["404", "500", "bad-gzip", "cut", "cut-chunks", "hang-up", "loop", "nonsense"])
  await outcome(path, patient(path, { maxRedirects: 3 }).text());
await outcome(
  "bad-json",
  patient("bad-json")
    .json()
    .catch((error) => {
      throw Object.assign(new Error(error.name), { name: error.name, code: error.code });
    }),
);
await outcome("timeout", patient("slow", { timeout: { request: 30 } }).text());
await outcome("response timeout", patient("slow-body", { timeout: { response: 5000, request: 60 } }).text());
await outcome(
  "aborted",
  patient("slow", { signal: AbortSignal.timeout(30) })
    .text()
    .catch((error) => {
      throw Object.assign(new Error("aborted"), { name: error.name, code: error.code });
    }),
);
await outcome(
  "hooks",
  patient("json", {
    hooks: {
      beforeRequest: [(options) => void (options.headers["x-own"] = "hook")],
      afterResponse: [(response) => Object.assign(response, { body: response.body.replace("hook", "hooked") })],
    },
  }).text(),
);
await outcome("refused", got("http://127.0.0.1:1/", { retry: { limit: 0 } }).text());
const pages = [];
for await (const page of got.paginate(`${base}/json?page=1`, {
  responseType: "json",
  pagination: {
    transform: (response) => [response.body.url],
    paginate: ({ response }) =>
      response.body.url.endsWith("3")
        ? false
        : { url: new URL(`${base}/json?page=${Number(response.body.url.slice(-1)) + 1}`) },
  },
}))
  pages.push(page);
console.log(pages.join(" "));

section("node-fetch");
await outcome(
  "get",
  fetch(`${base}/json`, { headers: new Headers({ "X-Own": "1" }) }).then((response) => response.json()),
);
const form = new FormData();
form.set("text", "t");
form.set("file", new Blob(["blob"], { type: "text/plain" }), "a.txt");
await outcome(
  "form",
  fetch(`${base}/echo`, { method: "POST", body: form })
    .then((response) => response.json())
    .then(({ method, type }) => [method, type]),
);
await outcome(
  "stream",
  fetch(`${base}/echo`, { method: "POST", body: Readable.from(["a", "b"]) }).then((response) => response.json()),
);
for (const path of ["redirect", "gzip", "br", "404", "pieces", "bad-json"])
  await outcome(
    path,
    fetch(`${base}/${path}`).then(async (response) => [
      response.status,
      response.ok,
      response.redirected,
      await response.text(),
    ]),
  );
for (const path of ["bad-gzip", "cut", "cut-chunks", "hang-up", "loop", "nonsense"])
  await outcome(
    path,
    fetch(`${base}/${path}`, { follow: 3 })
      .then((response) => response.text())
      .catch((error) => {
        throw Object.assign(error, { message: error.message.replace(base, "BASE") });
      }),
  );
await outcome(
  "manual",
  fetch(`${base}/redirect`, { redirect: "manual" }).then((response) => [
    response.status,
    response.headers.get("location").replace(base, "BASE"),
  ]),
);
await outcome(
  "cookies",
  fetch(`${base}/cookies`).then((response) => response.headers.raw()["set-cookie"]),
);
await outcome(
  "aborted",
  fetch(`${base}/slow`, { signal: AbortSignal.timeout(30) }).catch((error) => {
    throw error instanceof AbortError ? error : new Error("another error");
  }),
);
await outcome(
  "data",
  fetch("data:text/plain,hello").then((response) => response.text()),
);

section("superagent");
await outcome(
  "get",
  superagent
    .get(`${base}/json`)
    .query({ a: 1 })
    .set("X-Own", "1")
    .then((response) => response.body),
);
await outcome(
  "form",
  superagent
    .post(`${base}/echo`)
    .type("form")
    .send({ a: 1 })
    .send({ b: 2 })
    .then((response) => response.body),
);
await outcome(
  "attach",
  superagent
    .post(`${base}/echo`)
    .field("text", "t")
    .attach("file", Buffer.from("bytes"), "a.bin")
    .then((response) => response.body.type),
);
await outcome(
  "gzip",
  superagent.get(`${base}/gzip`).then((response) => response.body),
);
await outcome("404", superagent.get(`${base}/404`));
await outcome("cut", superagent.get(`${base}/cut`));
await outcome("timeout", superagent.get(`${base}/slow`).timeout(30));
await outcome(
  "retry",
  superagent
    .get(`${base}/flaky`)
    .retry(3)
    .buffer(true)
    .then((response) => response.text),
);

section("connections that are kept");
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
let connections = 0;
server.on("connection", () => connections++);
for (let index = 0; index < 5; index++) await axios.get(`${base}/json`, { httpAgent: agent });
await Promise.all([1, 2, 3].map(() => axios.get(`${base}/json`, { httpAgent: agent })));
console.log("connections", connections);
agent.destroy();
await close(server);
console.log("closed");
