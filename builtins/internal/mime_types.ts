// Media types by file extension, for responses made of files (the IANA registry's types, as servers use them).

const TYPES: Record<string, string> = {
  aac: "audio/aac", avif: "image/avif", bin: "application/octet-stream", bmp: "image/bmp", cjs: "text/javascript;charset=utf-8",
  css: "text/css;charset=utf-8", csv: "text/csv;charset=utf-8", eot: "application/vnd.ms-fontobject", gif: "image/gif", gz: "application/gzip",
  htm: "text/html;charset=utf-8", html: "text/html;charset=utf-8", ico: "image/x-icon", jpeg: "image/jpeg", jpg: "image/jpeg",
  js: "text/javascript;charset=utf-8", json: "application/json;charset=utf-8", jsx: "text/javascript;charset=utf-8", map: "application/json;charset=utf-8",
  md: "text/markdown;charset=utf-8", mjs: "text/javascript;charset=utf-8", mp3: "audio/mpeg", mp4: "video/mp4", mpeg: "video/mpeg", oga: "audio/ogg",
  ogg: "audio/ogg", ogv: "video/ogg", otf: "font/otf", pdf: "application/pdf", png: "image/png", svg: "image/svg+xml", tar: "application/x-tar",
  tif: "image/tiff", tiff: "image/tiff", ts: "text/javascript;charset=utf-8", tsx: "text/javascript;charset=utf-8", ttf: "font/ttf",
  txt: "text/plain;charset=utf-8", wasm: "application/wasm", wav: "audio/wav", weba: "audio/webm", webm: "video/webm", webp: "image/webp",
  woff: "font/woff", woff2: "font/woff2", xhtml: "application/xhtml+xml", xml: "application/xml", yaml: "text/yaml;charset=utf-8",
  yml: "text/yaml;charset=utf-8", zip: "application/zip",
};

/** The media type of a file name; `application/octet-stream` when it is not known. */
export function typeOfPath(path: string): string {
  const dot = path.lastIndexOf(".");
  return (dot === -1 ? undefined : TYPES[path.slice(dot + 1).toLowerCase()]) ?? "application/octet-stream";
}
