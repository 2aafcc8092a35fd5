// The uncovered lines with their source, as `deno coverage --detailed` prints them.
import { type CoveredFile, percent } from "internal:test_runner/coverage/model";
import { fileUrl } from "internal:core/file_url";

/** The lines of each file that did not run. */
export function detailed(files: readonly CoveredFile[], hasColors: boolean): string {
  const red = hasColors ? "\u001b[31m" : "";
  const gray = hasColors ? "\u001b[38;5;245m" : "";
  const none = hasColors ? "\u001b[0m" : "";
  return files
    .map((file) => {
      const { lines } = file.summary;
      const title = `cover ${fileUrl(file.path)} ... ${percent(lines).toFixed(3)}% (${lines.covered}/${lines.total})\n`;
      const missing = [...file.lines].filter(([, count]) => count === 0).sort(([one], [other]) => one - other);
      let last = 0;
      let text = title;
      for (const [line] of missing) {
        if (last !== 0 && line !== last + 1) text += `${gray}-----|-----${none}\n`;
        text += `${String(line).padStart(4)} ${gray}|${none} ${red}${file.source.line(line)}${none}\n`;
        last = line;
      }
      return text;
    })
    .join("");
}
