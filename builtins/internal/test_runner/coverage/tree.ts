// The folders of covered files, for reports that show them as a tree. Folders with a single folder in them are joined with it.
import { type CoveredFile, type Summary, sumOf } from "internal:test_runner/coverage/model";
import { compareNames } from "internal:test_runner/coverage/order";

/** A folder with its files; `name` is relative to the folder around it. */
export interface FolderNode {
  name: string;
  folders: FolderNode[];
  files: { name: string; file: CoveredFile }[];
  summary: Summary;
}

/** The tree of files below `root`; files elsewhere keep their absolute paths. */
export function treeOf(files: readonly CoveredFile[], root: string): FolderNode {
  const groups = new Map<string, CoveredFile[]>();
  for (const file of files) {
    const name = file.path.startsWith(`${root}/`) ? file.path.slice(root.length + 1) : file.path;
    const folder = name.includes("/") ? name.slice(0, name.lastIndexOf("/")) : "";
    const group = groups.get(folder);
    if (group === undefined) groups.set(folder, [file]);
    else group.push(file);
  }
  const names = [...groups.keys()].sort(compareNames);
  // As in Istanbul, a common folder is not shown when there is only one.
  const common = names.length === 1 ? names[0]! : "";
  const node: FolderNode = { name: "", folders: [], files: [], summary: sumOf(files) };
  for (const folder of names) {
    const own = groups
      .get(folder)!
      .map((file) => ({ name: file.path.slice(file.path.lastIndexOf("/") + 1), file }))
      .sort((one, other) => compareNames(one.name, other.name));
    if (folder === common) node.files.push(...own);
    else node.folders.push({ name: folder, folders: [], files: own, summary: sumOf(own.map(({ file }) => file)) });
  }
  return node;
}
