// 10,000 requests with fetch, 64 at a time.
let left = 10_000;

async function ask() {
  while (left-- > 0) {
    const response = await fetch(process.env.SERVICE_URL);
    if ((await response.text()) !== "hello") throw new Error("another answer");
  }
}

await Promise.all(Array.from({ length: 64 }, ask));
