// `react-scripts test` as the script: Jest with the configuration that the project's react-scripts makes, for which a small package
// with the same files stands here. https://create-react-app.dev/docs/running-tests
import assert from "node:assert/strict";
import { test } from "../harness.ts";
import { runSuite } from "./run_suite.ts";

const PACKAGE = {
  "node_modules/react-scripts/package.json": '{"name":"react-scripts","version":"5.0.1"}',
  "node_modules/react-scripts/config/env.js": `if (process.env.NODE_ENV !== "test") throw new Error("NODE_ENV"); process.env.REACT_APP_NAME = "of a file";`,
  "node_modules/react-scripts/config/paths.js": `exports.appSrc = require("node:path").resolve("src");`,
  "node_modules/react-scripts/config/jest/text.js":
    "exports.process = (source) => ({ code: `module.exports = ${JSON.stringify(source)}` });",
  "node_modules/react-scripts/scripts/utils/createJestConfig.js": `module.exports = (resolve, rootDir, isEjecting) => ({
    rootDir, roots: ["<rootDir>/src"], testMatch: ["<rootDir>/src/**/*.{spec,test}.js"], setupFilesAfterEnv: ["<rootDir>/src/setupTests.js"],
    transform: { "\\\\.txt$": resolve("config/jest/text.js") }, resetMocks: !isEjecting, watchPlugins: ["jest-watch-typeahead/filename"] });`,
};

test("react-scripts test runs Jest with the configuration of react-scripts", () => {
  const { statuses, messages, errors, stderr } = runSuite({
    ...PACKAGE,
    "package.json": '{"scripts":{"test":"cross-env CI=true react-scripts test --watchAll=false --env=node"}}',
    "jest.config.js": 'throw new Error("react-scripts ignores this file");',
    "src/setupTests.js": "globalThis.isSetUp = true; globalThis.mocked = jest.fn(() => 1);",
    "src/a.txt": "text",
    "src/App.test.js": `const text = require("./a.txt");
test("has the configuration", () => { expect([text, isSetUp, process.env.REACT_APP_NAME, process.env.PUBLIC_URL]).toEqual(["text", true, "of a file", ""]); });
test("resets mocks", () => { expect(mocked()).toBe(undefined); });`,
    "other.test.js": 'throw new Error("it is in no root");',
  });
  assert.deepEqual(
    statuses,
    { "has the configuration": "pass", "resets mocks": "pass" },
    JSON.stringify(messages) + errors.join() + stderr,
  );
});

test("react-scripts that is not installed fails the run with its name", () => {
  const { code, stderr } = runSuite({
    "package.json": '{"scripts":{"test":"react-scripts test"}}',
    "src/a.test.js": 'test("a", () => {});',
  });
  assert.match(stderr, /^brio test: the configuration of react-scripts cannot be read: it is not installed; /m);
  assert.equal(code, 1);
});
