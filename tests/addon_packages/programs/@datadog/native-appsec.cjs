const { DDWAF } = require("@datadog/native-appsec");

const rules = {
  version: "2.2",
  metadata: { rules_version: "1.0.0" },
  rules: [
    {
      id: "r1",
      name: "value",
      tags: { type: "test", category: "attack" },
      conditions: [{ operator: "match_regex", parameters: { inputs: [{ address: "path" }], regex: "^/admin" } }],
      transformers: [],
    },
  ],
};
console.log(DDWAF.version());
const waf = new DDWAF(rules, "recommended");
console.log(waf.diagnostics.rules, [...waf.knownAddresses]);
const context = waf.createContext();
const { duration, ...result } = context.run({ persistent: { path: "/admin/users" } }, 1e6);
console.log(JSON.stringify(result, null, 1), typeof duration);
const none = waf.createContext().run({ persistent: { path: "/" } }, 1e6);
console.log(none.status, none.timeout);
try {
  context.run({}, "x");
} catch (error) {
  console.log(error.name, error.message);
}
context.dispose();
waf.dispose();
console.log(context.disposed, waf.disposed);
try {
  waf.createContext();
} catch (error) {
  console.log(error.name, error.message);
}
