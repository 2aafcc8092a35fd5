// The media types of files, which become the content type of responses. The values are those of Bun 1.4.
import assert from "node:assert";
import { test } from "../harness.ts";

test("a file has the type of its extension, as a response has", async () => {
  for (const [type, ...extensions] of [
    ["text/html;charset=utf-8", "html", "htm", "HTML", "shtml"],
    ["text/plain;charset=utf-8", "txt", "log", "conf", "ini"],
    ["text/javascript;charset=utf-8", "js", "ts", "mts", "cts", "tsx"],
    ["text/csv", "csv"],
    ["text/markdown", "md", "markdown"],
    ["text/yaml", "yaml", "yml"],
    ["application/toml", "toml"],
    ["application/manifest+json", "webmanifest"],
    ["application/rss+xml", "rss"],
    ["application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "xlsx"],
    ["application/vnd.openxmlformats-officedocument.wordprocessingml.document", "docx"],
    ["application/msword", "doc"],
    ["application/vnd.apple.mpegurl", "m3u8"],
    ["application/epub+zip", "epub"],
    ["video/quicktime", "mov"],
    ["video/x-matroska", "mkv"],
    ["audio/x-m4a", "m4a"],
    ["audio/x-flac", "flac"],
    ["audio/ogg", "ogg", "oga", "opus"],
    ["image/heic", "heic"],
    ["image/apng", "apng"],
    ["text/calendar", "ics"],
    ["text/vtt", "vtt"],
    ["application/octet-stream", "bin", "unheard-of"],
  ] as [string, ...string[]][]) {
    for (const extension of extensions) {
      const file = Bun.file(`name.${extension}`);
      assert.strictEqual(file.type, type, extension);
      assert.strictEqual(new Response(file).headers.get("content-type"), type, extension);
    }
  }
  assert.strictEqual(Bun.file("LICENSE").type, "application/octet-stream");
  assert.strictEqual(Bun.file("a.csv", { type: "text/x" }).type, "text/x");
});
