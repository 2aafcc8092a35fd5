// Runs one program of `jobs/` and prints the peak memory of the process. usage: run_job.mjs FOLDER NAME. FOLDER has node_modules.
import process from "node:process";

process.on("exit", () => console.log(`peak memory: ${process.resourceUsage().maxRSS}`));
await import(`./jobs/${process.argv[3]}.mjs`);
