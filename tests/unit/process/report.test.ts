import assert from "node:assert";
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import inspector from "node:inspector";
import net from "node:net";
import { once } from "node:events";
import traceEvents from "node:trace_events";
import { test } from "../harness.ts";

test("getReport describes the process", () => {
  const report: any = (process as any).report.getReport();
  assert.strictEqual(report.header.processId, process.pid);
  assert.strictEqual(report.header.nodejsVersion, process.version);
  assert.strictEqual(report.header.trigger, "GetReport");
  assert.strictEqual(report.header.cwd, process.cwd());
  assert.ok(report.javascriptHeap.totalMemory > 0);
  assert.strictEqual(report.environmentVariables.PATH, process.env.PATH);
  assert.ok("open_files" in report.userLimits);
  assert.strictEqual((process as any).report.getReport(new Error("given")).javascriptStack.message, "Error: given");
});

test("writeReport writes a file and gives its name", () => {
  const folder = mkdtempSync("/tmp/report-");
  const report: any = process.report;
  report.directory = folder;
  try {
    assert.strictEqual(report.writeReport("named.json"), "named.json");
    assert.strictEqual(JSON.parse(readFileSync(`${folder}/named.json`, "utf8")).header.filename, "named.json");
    assert.match(report.writeReport(), /^report\.\d{8}\.\d{6}\.\d+\.\d+\.\d{3}\.json$/);
  } finally {
    report.directory = "";
    rmSync(folder, { recursive: true });
  }
});

test("report refuses wrong arguments", () => {
  const report: any = process.report;
  assert.throws(() => report.getReport(5), { code: "ERR_INVALID_ARG_TYPE" });
  assert.throws(() => report.writeReport(5), { code: "ERR_INVALID_ARG_TYPE" });
  assert.throws(
    () => {
      report.directory = 5;
    },
    { code: "ERR_INVALID_ARG_TYPE" },
  );
});

test("getActiveResourcesInfo names the resources that keep the process alive", async () => {
  const info = (name: string): number =>
    (process as any).getActiveResourcesInfo().filter((each: string) => each === name).length;
  const timers = info("Timeout");
  const timer = setTimeout(() => {}, 1000);
  assert.strictEqual(info("Timeout"), timers + 1);
  clearTimeout(timer);
  assert.strictEqual(info("Timeout"), timers);
  const server = net.createServer().listen(0);
  await once(server, "listening");
  assert.strictEqual(info("TCPServerWrap"), 1);
  assert.ok((process as any)._getActiveHandles().includes(server));
  server.close();
  await once(server, "close");
  await new Promise((resolve) => setTimeout(resolve, 1));
  assert.strictEqual(info("TCPServerWrap"), 0);
  const child = spawn("sleep", ["1"], { stdio: "ignore" });
  assert.strictEqual(info("ProcessWrap"), 1);
  child.kill();
  await once(child, "close");
  await new Promise((resolve) => setTimeout(resolve, 1));
  assert.strictEqual(info("ProcessWrap"), 0);
});

test("resourceUsage and threadCpuUsage count", () => {
  const usage: any = process.resourceUsage();
  for (const name of ["userCPUTime", "maxRSS", "minorPageFault"]) assert.ok(usage[name] > 0, name);
  assert.ok((process as any).threadCpuUsage().user > 0);
  assert.throws(() => (process as any).threadCpuUsage({ user: -1 }), {
    name: "RangeError",
    code: "ERR_INVALID_ARG_VALUE",
    message: "The property 'prevValue.user' is invalid. Received -1",
  });
});

test("a process that is not debugged has no inspector's URL, and createTracing checks its categories", () => {
  assert.strictEqual(inspector.url(), undefined);
  assert.strictEqual(traceEvents.createTracing({ categories: ["node", "v8"] }).categories, "node,v8");
  assert.throws(() => traceEvents.createTracing({ categories: [] }), {
    code: "ERR_TRACE_EVENTS_CATEGORY_REQUIRED",
    message: "At least one category is required",
  });
});

test("a report has the numbers of the heap and of the process by Node's names", () => {
  const { javascriptHeap, resourceUsage }: any = process.report.getReport();
  for (const name of [
    "totalMemory",
    "executableMemory",
    "availableMemory",
    "usedMemory",
    "memoryLimit",
    "mallocedMemory",
    "externalMemory",
    "nativeContextCount",
  ]) {
    assert.ok(Number.isSafeInteger(javascriptHeap[name]), name);
  }
  assert.deepStrictEqual(Object.keys(javascriptHeap.heapSpaces.old_space).sort(), [
    "available",
    "capacity",
    "committedMemory",
    "memorySize",
    "used",
  ]);
  for (const name of ["userCpuConsumptionPercent", "kernelCpuConsumptionPercent"])
    assert.strictEqual(typeof resourceUsage[name], "number");
  assert.ok(
    Number.isSafeInteger(resourceUsage.pageFaults.IORequired) && Number.isSafeInteger(resourceUsage.fsActivity.reads),
  );
});

test("a report counts what its thread used, and sizes are numbers", () => {
  const { resourceUsage, uvthreadResourceUsage }: any = process.report.getReport();
  for (const name of ["free_memory", "total_memory", "rss", "constrained_memory", "available_memory", "maxRss"])
    assert.strictEqual(typeof resourceUsage[name], "number", name);
  assert.deepStrictEqual(Object.keys(uvthreadResourceUsage), [
    "userCpuSeconds",
    "kernelCpuSeconds",
    "cpuConsumptionPercent",
    "userCpuConsumptionPercent",
    "kernelCpuConsumptionPercent",
    "fsActivity",
  ]);
  assert.ok(uvthreadResourceUsage.userCpuSeconds <= resourceUsage.userCpuSeconds + 0.1);
  assert.ok(Number.isSafeInteger(uvthreadResourceUsage.fsActivity.reads));
});

test("reports go to standard output and error, and a file that cannot be opened is reported", () => {
  const run = (code: string) =>
    spawnSync(process.execPath, ["-e", `const { report } = process; report.compact = true; ${code}`], {
      encoding: "utf8",
    });
  const out = run("report.writeReport('stdout')");
  assert.strictEqual(JSON.parse(out.stdout).header.filename, "stdout");
  assert.match(out.stderr, /Node\.js report completed/);
  assert.strictEqual(JSON.parse(run("report.writeReport('stderr')").stderr.split("\n")[0]!).header.trigger, "API");
  const failed = run("report.directory = '/missing/folder'; console.log([report.writeReport('a.json')])");
  assert.strictEqual(failed.stdout, "[ '' ]\n");
  assert.match(failed.stderr, /Failed to open Node\.js report file: a\.json directory: \/missing\/folder \(errno: 2\)/);
});

test("an uncaught exception is reported after 'exit', whatever was thrown, and one that is handled is not", () => {
  const run = (code: string) => {
    const folder = mkdtempSync("/tmp/report-");
    const settings = `report.reportOnUncaughtException = true; report.filename = "a.json"; report.directory = ${JSON.stringify(folder)};`;
    const exit = "process.on('exit', () => console.log(fs.existsSync(`${report.directory}/a.json`)));";
    const program = `${folder}.cjs`;
    writeFileSync(program, `const { report } = process, fs = require("fs"); ${settings} ${exit} ${code}`);
    const { stdout } = spawnSync(process.execPath, [program], { encoding: "utf8" });
    rmSync(program);
    const written = readdirSync(folder).map((name) => JSON.parse(readFileSync(`${folder}/${name}`, "utf8")));
    rmSync(folder, { recursive: true });
    return { stdout, written };
  };
  for (const [thrown, message] of [
    ["new Error('x')", "Error: x"],
    ["1", "1"],
    ["Symbol('s')", "Symbol(s)"],
  ]) {
    const {
      stdout,
      written: [report],
    } = run(`throw ${thrown}`);
    assert.strictEqual(stdout, "false\n");
    assert.deepStrictEqual([report.header.trigger, report.javascriptStack.message], ["Exception", message]);
  }
  assert.deepStrictEqual(run("process.on('uncaughtException', () => {}); throw 1").written, []);
});

test("a signal writes a report while that is switched on", () => {
  const folder = mkdtempSync("/tmp/report-");
  const code =
    `const { report } = process, fs = require("fs"); report.directory = ${JSON.stringify(folder)}; report.filename = "a.json"; ` +
    "report.reportOnSignal = true; report.signal = 'SIGHUP'; console.log(process.listenerCount('SIGUSR2'), process.listenerCount('SIGHUP'));" +
    "process.kill(process.pid, 'SIGHUP'); setInterval(() => { if (fs.existsSync(`${report.directory}/a.json`)) process.exit(); }, 10);";
  const { stdout } = spawnSync(process.execPath, ["-e", code], { encoding: "utf8", timeout: 8000 });
  assert.strictEqual(stdout, "0 1\n");
  const { header } = JSON.parse(readFileSync(`${folder}/a.json`, "utf8"));
  rmSync(folder, { recursive: true });
  assert.deepStrictEqual([header.event, header.trigger], ["SIGHUP", "Signal"]);
});

test("--report-on-signal writes a report", () => {
  const folder = mkdtempSync("/tmp/report-");
  try {
    const code =
      "setTimeout(() => require('node:fs').writeSync(1, String(process.kill(process.pid, 'SIGUSR2'))), 20); setTimeout(() => {}, 200);";
    const { stderr, status } = spawnSync(
      process.execPath,
      ["--report-on-signal", `--report-dir=${folder}`, "-e", code],
      { encoding: "utf8" },
    );
    assert.strictEqual(status, 0, stderr);
    const files = readdirSync(folder);
    assert.strictEqual(files.length, 1);
    assert.strictEqual(JSON.parse(readFileSync(`${folder}/${files[0]}`, "utf8")).header.trigger, "Signal");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
