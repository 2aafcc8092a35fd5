const dns = require("os-dns-native");
dns.resolve4("localhost", (error, addresses) => {
  console.log(error && error.code, addresses);
  dns.resolve("name.invalid", "TXT", (error, records) => console.log(error instanceof Error, records));
});
