// Files that are no modules in suites of Vitest, imported and by `import.meta.glob`. The same file passes in Vitest 4.1.
import assert from "node:assert";
import { test } from "../harness.ts";
import { runSuite } from "./run_suite.ts";

const SUITE = `import { expect, test } from "vitest";
import svg from "./src/i.svg";
import css from "./src/a.css";
import styles from "./src/b.module.css";
import raw from "./src/m.js?raw";
import text from "./src/t.txt";
import rawText from "./src/t.txt?raw";
import url from "./src/m.js?url";
import png from "./src/p.png";
const SVG = "data:image/svg+xml,%3csvg/%3e";
test("imports", () => {
  expect([svg, css, raw, text, rawText, url, png]).toEqual([SVG, "", "export default 1;", "/src/t.txt", "hello", "/src/m.js", "/src/p.png"]);
  expect(styles.name).toBe("_name_507e95");
});
test("style sheets by glob", async () => {
  const lazy = import.meta.glob("./src/a.css");
  expect({ ...(await lazy["./src/a.css"]()) }).toEqual({ default: "" });
  expect(import.meta.glob("./src/a.css", { eager: true, import: "default" })).toEqual({ "./src/a.css": "" });
  expect(import.meta.glob("./src/b.module.css", { eager: true, import: "default" })["./src/b.module.css"].x).toBe("_x_507e95");
});
test("other assets by glob", async () => {
  expect(import.meta.glob("./src/t.txt", { as: "raw", eager: true })).toEqual({ "./src/t.txt": "hello" });
  expect(await import.meta.glob("./src/t.txt", { as: "raw" })["./src/t.txt"]()).toBe("hello");
  expect(import.meta.glob("./src/i.svg", { as: "url", eager: true })).toEqual({ "./src/i.svg": SVG });
  expect({ ...(await import.meta.glob("./src/t.txt", { query: "?raw" })["./src/t.txt"]()) }).toEqual({ default: "hello" });
});
`;

test("assets have the values of Vite in files of Vitest", () => {
  const { statuses, messages, errors } = runSuite({
    "package.json": `{ "type": "module" }`,
    "src/i.svg": "<svg/>",
    "src/a.css": ".a {}",
    "src/b.module.css": ".b {}",
    "src/m.js": "export default 1;",
    "src/t.txt": "hello",
    "src/p.png": "x",
    "a.test.js": SUITE,
  });
  assert.deepStrictEqual(
    [statuses, messages, errors],
    [{ imports: "pass", "style sheets by glob": "pass", "other assets by glob": "pass" }, {}, []],
  );
});
