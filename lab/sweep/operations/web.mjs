// Web APIs: events, streams, fetch's classes, messages.
import { Buffer } from "node:buffer";
import { MessageChannel } from "node:worker_threads";

const kb = Buffer.alloc(1024, "abcdefghij");
const headers = { "content-type": "application/json", accept: "*/*", "x-a": "b" };
const target = new EventTarget();
target.addEventListener("x", () => {});
const source = (count) =>
  new ReadableStream({
    start(controller) {
      for (let index = 0; index < count; index++) controller.enqueue(kb);
      controller.close();
    },
  });
const pulled = (count) =>
  new ReadableStream({
    pull(controller) {
      if (count-- > 0) controller.enqueue(kb);
      else controller.close();
    },
  });
const drain = async (stream) => {
  let size = 0;
  for await (const chunk of stream) size += chunk.length;
  return size;
};
const pattern = new URLPattern({ pathname: "/users/:id" });
const form = new URLSearchParams("a=1&b=2").toString();

export const operations = {
  "new Event": () => new Event("x").type,
  "EventTarget dispatch": () => target.dispatchEvent(new Event("x")),
  CustomEvent: () => new CustomEvent("x", { detail: 1 }).detail,
  "EventTarget add and remove": () => {
    const listener = () => {};
    target.addEventListener("y", listener);
    target.removeEventListener("y", listener);
  },
  "Headers from object": () => new Headers(headers).get("accept"),
  "Headers iterate": () => [...new Headers(headers)].length,
  "Headers append and has": () => {
    const made = new Headers();
    made.append("a", "b");
    made.append("a", "c");
    return made.has("a") && made.get("a");
  },
  "new Request": () => new Request("http://a.com/b?c", { method: "POST", body: "x", headers }).method,
  "Request clone": () => new Request("http://a.com/").clone().url,
  "Request json": async () => new Request("http://a.com/", { method: "POST", body: '{"a":1}' }).json(),
  "Request formData": async () =>
    new Request("http://a.com/", { method: "POST", body: new URLSearchParams(form) }).formData(),
  "new Response": () => new Response("hello", { headers }).status,
  "Response.json": () => Response.json({ a: 1 }).status,
  "Response text": async () => new Response("hello").text(),
  "Response json": async () => new Response('{"a":1}').json(),
  "Response arrayBuffer": async () => new Response(kb).arrayBuffer(),
  "Response blob": async () => (await new Response(kb).blob()).size,
  "Response of stream text": async () => new Response(source(10)).text(),
  "Response clone both": async () => {
    const response = new Response("hello");
    return (await response.clone().text()) + (await response.text());
  },
  FormData: () => {
    const data = new FormData();
    data.append("a", "b");
    data.set("c", new Blob(["x"]));
    return data.get("a");
  },
  "FormData multipart text": async () => {
    const data = new FormData();
    data.append("a", "b");
    return new Response(data).text();
  },
  "URLPattern exec": () => pattern.exec("http://a.com/users/1").pathname.groups.id,
  "stream read 20": async () => drain(source(20)),
  "stream pull 20": async () => drain(pulled(20)),
  "stream getReader 20": async () => {
    const reader = pulled(20).getReader();
    let size = 0;
    for (let step = await reader.read(); !step.done; step = await reader.read()) size += step.value.length;
    return size;
  },
  "stream pipeTo 20": async () => source(20).pipeTo(new WritableStream({ write() {} })),
  "stream pipeThrough identity 20": async () => drain(source(20).pipeThrough(new TransformStream())),
  "stream pipeThrough transform 20": async () =>
    drain(source(20).pipeThrough(new TransformStream({ transform: (chunk, controller) => controller.enqueue(chunk) }))),
  "stream tee 20": async () => {
    const [left, right] = source(20).tee();
    return (await Promise.all([drain(left), drain(right)]))[0];
  },
  "stream from 20": async () => drain(ReadableStream.from(Array(20).fill(kb))),
  "stream bytes byob": async () => {
    const stream = new ReadableStream({
      type: "bytes",
      start(controller) {
        controller.enqueue(new Uint8Array(1024));
        controller.close();
      },
    });
    return (await stream.getReader({ mode: "byob" }).read(new Uint8Array(512))).value.length;
  },
  "stream writer 20": async () => {
    const writer = new WritableStream({ write() {} }).getWriter();
    for (let index = 0; index < 20; index++) await writer.write(kb);
    return writer.close();
  },
  TextDecoderStream: async () => drain(source(5).pipeThrough(new TextDecoderStream())),
  TextEncoderStream: async () => drain(ReadableStream.from(["a", "b"]).pipeThrough(new TextEncoderStream())),
  "CompressionStream gzip": async () => drain(source(5).pipeThrough(new CompressionStream("gzip"))),
  MessageChannel: () =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port2.on("message", (value) => {
        port1.close();
        resolve(value);
      });
      port1.postMessage({ a: 1 });
    }),
  "fetch data url": async () => (await fetch("data:text/plain,hello")).text(),
  "structuredClone error": () => structuredClone(new TypeError("x")).message,
  DOMException: () => new DOMException("x", "AbortError").code,
  navigator: () => navigator.hardwareConcurrency,
};
