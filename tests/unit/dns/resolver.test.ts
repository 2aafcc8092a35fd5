// https://nodejs.org/api/dns.html#class-dnsresolver
import assert from "node:assert";
import dns from "node:dns";
import promises from "node:dns/promises";
import { test } from "../harness.ts";

test("servers are read and written with their ports", () => {
  const resolver = new dns.Resolver();
  assert.ok(resolver.getServers().length > 0);
  resolver.setServers(["1.1.1.1", "[::1]:99", "::2", "1.2.3.4:53", "1.2.3.4:5353"]);
  assert.deepStrictEqual(resolver.getServers(), ["1.1.1.1", "[::1]:99", "::2", "1.2.3.4", "1.2.3.4:5353"]);
  assert.throws(() => resolver.setServers(["example.com"]), {
    code: "ERR_INVALID_IP_ADDRESS",
    name: "TypeError",
    message: "Invalid IP address: example.com",
  });
  assert.throws(() => resolver.setServers("1.1.1.1" as any), { code: "ERR_INVALID_ARG_TYPE" });
  assert.throws(() => resolver.setServers([5 as any]), {
    code: "ERR_INVALID_ARG_TYPE",
    message: 'The "servers[0]" argument must be of type string. Received type number (5)',
  });
});

test("arguments are checked", async () => {
  assert.throws(() => new dns.Resolver({ tries: 0 }), { code: "ERR_OUT_OF_RANGE" });
  assert.throws(() => new dns.Resolver({ timeout: "1" as any }), { code: "ERR_INVALID_ARG_TYPE" });
  assert.throws(() => dns.resolve4(5 as any, () => {}), {
    code: "ERR_INVALID_ARG_TYPE",
    message: 'The "name" argument must be of type string. Received type number (5)',
  });
  assert.throws(() => (dns as any).resolve4("example.com"), { code: "ERR_INVALID_ARG_TYPE" });
  assert.throws(() => (dns as any).resolve("example.com", "XX", () => {}), {
    code: "ERR_INVALID_ARG_VALUE",
    message: "The argument 'rrtype' is invalid. Received 'XX'",
  });
  assert.throws(() => dns.reverse("example.com", () => {}), { code: "EINVAL", syscall: "getHostByAddr" });
});

test("a closed port is ECONNREFUSED", async () => {
  const resolver = new promises.Resolver({ timeout: 500, tries: 1 });
  resolver.setServers(["127.0.0.1:1"]);
  await assert.rejects(resolver.resolveMx("example.com"), {
    code: "ECONNREFUSED",
    syscall: "queryMx",
    hostname: "example.com",
    message: "queryMx ECONNREFUSED example.com",
  });
});

test("names of Tor and names with blanks are not sent to any server", async () => {
  const resolver = new promises.Resolver({ timeout: 500, tries: 1 });
  resolver.setServers(["127.0.0.1:1"]);
  await assert.rejects(resolver.resolve4("example.onion"), {
    code: "ENOTFOUND",
    message: "queryA ENOTFOUND example.onion",
  });
  await assert.rejects(resolver.resolve4("a b"), { code: "EBADNAME" });
  await assert.rejects(resolver.resolveMx("::1"), { code: "EBADNAME" });
});

test("the local address of each family can be set", () => {
  const resolver = new dns.Resolver();
  resolver.setLocalAddress("::1", "127.0.0.1");
  const error = (message: string) => ({ name: "TypeError", code: "ERR_INVALID_ARG_VALUE", message });
  assert.throws(() => resolver.setLocalAddress("127.0.0.1", "127.0.0.1"), error("Cannot specify two IPv4 addresses."));
  assert.throws(() => resolver.setLocalAddress("::1", "::2"), error("Cannot specify two IPv6 addresses."));
  assert.throws(() => resolver.setLocalAddress("::1", "x"), error("Invalid IP address."));
});

test("holes in a list of servers are skipped", () => {
  const resolver = new dns.Resolver();
  const servers = ["1.1.1.1"];
  servers[2] = "2.2.2.2";
  resolver.setServers(servers);
  assert.deepStrictEqual(resolver.getServers(), ["1.1.1.1", "2.2.2.2"]);
});

test("both modules have the codes and the functions", () => {
  assert.strictEqual(dns.NOTFOUND, "ENOTFOUND");
  assert.strictEqual(promises.CANCELLED, "ECANCELLED");
  assert.strictEqual(dns.promises, promises);
  for (const name of [
    "resolve",
    "resolve4",
    "resolve6",
    "resolveAny",
    "resolveCaa",
    "resolveCname",
    "resolveMx",
    "resolveNaptr",
    "resolveNs",
    "resolvePtr",
    "resolveSoa",
    "resolveSrv",
    "resolveTlsa",
    "resolveTxt",
    "reverse",
    "lookup",
    "lookupService",
  ]) {
    assert.strictEqual(typeof (dns as any)[name], "function", name);
    assert.strictEqual(typeof (promises as any)[name], "function", name);
  }
});

test("lookupService names a port", async () => {
  const { service } = await promises.lookupService("127.0.0.1", 22);
  assert.strictEqual(service, "ssh");
  assert.throws(() => dns.lookupService("localhost", 22, () => {}), {
    code: "ERR_INVALID_ARG_VALUE",
    message: "The argument 'address' is invalid. Received 'localhost'",
  });
  assert.throws(() => (dns as any).lookupService("127.0.0.1", 22), { code: "ERR_MISSING_ARGS" });
});

test("setServers stores each server once and refuses invalid ports", () => {
  const resolver = new dns.Resolver();
  resolver.setServers(["1.2.3.4", "1.2.3.4:53", "1.2.3.4:54"]);
  assert.deepStrictEqual(resolver.getServers(), ["1.2.3.4", "1.2.3.4:54"]);
  for (const server of ["1.2.3.4:99999", "[::1]:65536"]) {
    assert.throws(() => resolver.setServers([server]), {
      name: "RangeError",
      code: "ERR_SOCKET_BAD_PORT",
      message: /^Port should be >= 0 and < 65536\. Received type number/,
    });
  }
});

test("errors name the query as Node does, and reverse finds no name without a response", async () => {
  const resolver = new promises.Resolver({ timeout: 500, tries: 1 });
  resolver.setServers(["127.0.0.1:1"]);
  await assert.rejects(resolver.resolve6("example.com"), {
    code: "ECONNREFUSED",
    syscall: "queryAaaa",
    message: "queryAaaa ECONNREFUSED example.com",
  });
  await assert.rejects(resolver.reverse("203.0.113.7"), {
    code: "ENOTFOUND",
    syscall: "getHostByAddr",
    message: "getHostByAddr ENOTFOUND 203.0.113.7",
  });
});
