// 200 MB from a child's standard output, and 100 MB through `cat`.
import { spawn } from "node:child_process";
import { check } from "../job_support.mjs";

const source = spawn("head", ["-c", "200000000", "/dev/zero"], { stdio: ["ignore", "pipe", "inherit"] });
let length = 0;
for await (const chunk of source.stdout) length += chunk.length;
check(length === 200_000_000, "output is missing");

const cat = spawn("cat", { stdio: ["pipe", "pipe", "inherit"] });
const block = Buffer.alloc(64 * 1024, "x");
let returned = 0;
cat.stdout.on("data", (chunk) => (returned += chunk.length));
const ended = new Promise((resolve) => cat.stdout.on("end", resolve));
for (let sent = 0; sent < 100_000_000; sent += block.length)
  if (!cat.stdin.write(block)) await new Promise((resolve) => cat.stdin.once("drain", resolve));
cat.stdin.end();
await ended;
check(returned >= 100_000_000, "bytes are missing");
