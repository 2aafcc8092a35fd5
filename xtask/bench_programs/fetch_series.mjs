// 10,000 requests with fetch, one after the other.
for (let count = 0; count < 10_000; count++) {
  const response = await fetch(process.env.SERVICE_URL);
  if ((await response.text()) !== "hello") throw new Error("another answer");
}
