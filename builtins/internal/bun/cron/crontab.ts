// Jobs of `Bun.cron` that the system runs: lines in the user's crontab, each after a comment with the job's title. The comment
// is that of Bun, so that a job has one line whichever of the two wrote it.
import { execFile } from "internal:node/child_process/async";
import process from "internal:node/process";

const MARK = "# bun-cron: ";

/** Adds a job, or replaces the one with this title. */
export async function addJob(title: string, schedule: string, file: string): Promise<void> {
  const lines = without(await readTable(), title);
  await writeTable([...lines, `${MARK}${title}`, `${schedule} ${commandOf(schedule, file)}`]);
}

/** Removes the job with this title, if there is one. */
export async function removeJob(title: string): Promise<void> {
  const lines = await readTable();
  const rest = without(lines, title);
  if (rest.length < lines.length) await writeTable(rest);
}

/** The command that imports the file and calls its `scheduled`. */
function commandOf(schedule: string, file: string): string {
  const controller = `{ cron: ${JSON.stringify(schedule)}, type: "scheduled", scheduledTime: Date.now() }`;
  const code =
    `const m = await import(Bun.pathToFileURL(${JSON.stringify(file)}).href), d = m.default ?? m; ` +
    `if (typeof d.scheduled !== "function") throw new Error("Module does not export default.scheduled()"); ` +
    `await d.scheduled(${controller});`;
  return `${quote(process.execPath)} --as bun -e ${quote(code)}`;
}

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function without(lines: string[], title: string): string[] {
  const index = lines.indexOf(`${MARK}${title}`);
  return index === -1 ? lines : lines.toSpliced(index, 2);
}

async function readTable(): Promise<string[]> {
  const { code, stdout, stderr } = await crontab(["-l"], null);
  // A user without a crontab gets a failure and a message.
  if (code !== 0 && (stdout !== "" || !/^(?:crontab: )?no crontab|^$/i.test(stderr.trim())))
    throw new Error(`Failed to read the crontab: ${stderr.trim()}`);
  const lines = stdout.split("\n");
  while (lines.at(-1) === "") lines.pop();
  return lines;
}

async function writeTable(lines: string[]): Promise<void> {
  const { code, stderr } = await crontab(["-"], lines.map((line) => `${line}\n`).join(""));
  if (code !== 0) throw new Error(`Failed to write the crontab: ${stderr.trim()}`);
}

interface Result {
  code: number;
  stdout: string;
  stderr: string;
}

function crontab(args: string[], input: string | null): Promise<Result> {
  return new Promise((resolve, reject) => {
    const done = (error: { code?: unknown } | null, stdout: string, stderr: string): void => {
      if (error?.code === "ENOENT") reject(new Error("crontab not found in PATH"));
      else if (error !== null && typeof error.code !== "number") reject(error);
      else resolve({ code: error === null ? 0 : (error.code as number), stdout, stderr });
    };
    const child = execFile("crontab", args, { encoding: "utf8" }, done as never);
    child.stdin?.on("error", () => {});
    child.stdin?.end(input ?? "");
  });
}
