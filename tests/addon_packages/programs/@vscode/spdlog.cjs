const spdlog = require("@vscode/spdlog");
const fs = require("node:fs");
const path = require("node:path");
const folder = fs.mkdtempSync(path.join(require("node:os").tmpdir(), "spdlog-"));
(async () => {
  const logger = await spdlog.createRotatingLogger("a", path.join(folder, "a.log"), 1024 * 5, 2);
  logger.setPattern("%l %v");
  logger.info("one");
  logger.error("zwei ä");
  logger.flush();
  console.log(fs.readFileSync(path.join(folder, "a.log"), "utf8"), logger.getLevel());
  logger.drop();
  fs.rmSync(folder, { recursive: true });
})();
