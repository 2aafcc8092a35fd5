// `brio publish -r`: which members are sent, and in which order.
import assert from "node:assert";
import { test } from "../harness.ts";
import { withRegistry } from "./registry.ts";

const SECONDS_MAX = 60_000;

test(
  "dependencies are published first, and versions that are there already are left out",
  withRegistry(async (registry) => {
    const host = new URL(registry.address).host;
    registry.write(".npmrc", `registry=${registry.address}\n//${host}/:_authToken=token\n`);
    registry.write("package.json", { name: "root", private: true, workspaces: ["packages/*"] });
    const member = (name: string, dependencies = {}) =>
      registry.write(`packages/${name}/package.json`, { name, version: "1.0.0", dependencies });
    member("a", { b: "workspace:^", there: "workspace:^" });
    member("b", { c: "workspace:^" });
    member("c");
    member("there");
    registry.publish("there", { "1.0.0": {} });
    const sent: string[] = [];
    for (const name of ["a", "b", "c"]) {
      registry.answers.set(`/${name}`, (request, response) => {
        if (request.method === "PUT") sent.push(name);
        else response.statusCode = 404;
        request.resume().on("end", () => response.end("{}"));
      });
    }
    const run = await registry.brio(["publish", "-r"]);
    assert.deepStrictEqual([run.code, sent], [0, ["c", "b", "a"]], run.stderr);
  }),
  SECONDS_MAX,
);

test(
  "ls does not show a folder that nothing depends on any more",
  withRegistry(async (registry) => {
    registry.write("package.json", { name: "app", version: "1.0.0" });
    registry.write("../lib/package.json", { name: "lib", version: "1.0.0" });
    assert.strictEqual((await registry.brio(["add", "../lib"])).code, 0);
    assert.match((await registry.brio(["ls"])).stdout, /lib/);
    assert.strictEqual((await registry.brio(["remove", "lib"])).code, 0);
    assert.doesNotMatch((await registry.brio(["ls"])).stdout, /lib/);
  }),
  SECONDS_MAX,
);
