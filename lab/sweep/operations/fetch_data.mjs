// URLSearchParams, Headers, FormData, Blob and the bodies made of them.
import { Buffer } from "node:buffer";

const kb = Buffer.alloc(1024, "abcdefghij");
const entries = Array.from({ length: 20 }, (_, index) => [`key${index}`, `value ${index} é`]);
const query = new URLSearchParams(entries).toString();
const params = new URLSearchParams(entries);
const headers = new Headers(entries.map(([name]) => [name, "value"]));
const form = new FormData();
for (const [name, value] of entries) form.append(name, value);
form.append("file", new File([kb], "a.bin", { type: "application/octet-stream" }));
const multipart = await new Response(form).bytes();
const type = `multipart/form-data; boundary=${Buffer.from(multipart).toString("latin1").split("\r\n")[0].slice(2)}`;
const blob = new Blob([kb, "text", kb], { type: "text/plain" });
const large = new Blob([Buffer.alloc(1 << 20, "line of text\n")]);

export const operations = {
  "URLSearchParams parse 20": () => new URLSearchParams(query).size,
  "URLSearchParams toString 20": () => params.toString(),
  "URLSearchParams from entries": () => new URLSearchParams(entries).size,
  "URLSearchParams from Map": (() => {
    const map = new Map(entries);
    return () => new URLSearchParams(map).size;
  })(),
  "URLSearchParams copy": () => new URLSearchParams(params).size,
  "URLSearchParams get, has, getAll": () =>
    params.get("key7").length + params.getAll("key9").length + params.has("key19"),
  "URLSearchParams set and delete": () => {
    params.set("key3", "other");
    params.append("more", "1");
    params.delete("more");
  },
  "URLSearchParams sort": () => {
    const copy = new URLSearchParams("z=1&b=2&a=3&b=1");
    copy.sort();
    return copy.toString();
  },
  "URLSearchParams forEach": () => {
    let length = 0;
    params.forEach((value, name) => (length += value.length + name.length));
    return length;
  },
  "URLSearchParams Object.fromEntries": () => Object.fromEntries(params).key1,
  "URL searchParams append": () => {
    const url = new URL("http://a.com/b?c=d");
    url.searchParams.append("e", "f g");
    return url.href;
  },
  "Headers from entries 20": () => new Headers(headers).get("key4"),
  "Headers get and has": () => headers.get("KEY7").length + headers.has("Key9"),
  "Headers set and delete": () => {
    headers.set("x-new", "value");
    headers.delete("x-new");
  },
  "Headers Object.fromEntries": () => Object.fromEntries(headers).key1,
  "Headers forEach": () => {
    let length = 0;
    headers.forEach((value, name) => (length += value.length + name.length));
    return length;
  },
  "Headers getSetCookie": () => {
    const made = new Headers([
      ["set-cookie", "a=b"],
      ["set-cookie", "c=d"],
    ]);
    return made.getSetCookie().length;
  },
  "FormData append 20": () => {
    const made = new FormData();
    for (const [name, value] of entries) made.append(name, value);
    return made.get("key19");
  },
  "FormData iterate": () => [...form].length,
  "FormData encode 20 and a file": async () => (await new Response(form).arrayBuffer()).byteLength,
  "FormData decode 20 and a file": async () =>
    (await new Response(multipart, { headers: { "content-type": type } }).formData()).get("key3"),
  "Blob of parts": () => new Blob([kb, "text", kb, blob]).size,
  "Blob bytes": async () => (await new Response(blob).bytes()).length,
  "Blob arrayBuffer 1 MB": async () => (await large.arrayBuffer()).byteLength,
  "Blob text 1 MB": async () => (await large.text()).length,
  "Blob slice text": async () => large.slice(1000, 2000).text(),
  "Blob stream 1 MB": async () => {
    let size = 0;
    for await (const chunk of large.stream()) size += chunk.length;
    return size;
  },
  "Blob of Response": async () => (await new Response(blob).blob()).type,
  "Blob object URL": () => URL.revokeObjectURL(URL.createObjectURL(blob)),
  "Blob structuredClone": () => structuredClone(blob).size,
  "Response of URLSearchParams": async () => new Response(params).text(),
};
