// What the import of an HTML file is in a bundled server: `brio build` and `bun build` write it.

/** A file of a page. Paths are relative to the output folder. */
export interface ManifestFile {
  path: string;
  headers?: Record<string, string>;
}

/** The files of a page; `index` is the path of the document. */
export interface Manifest {
  index: string;
  files: ManifestFile[];
}

/** Whether a route is a manifest. */
export function isManifest(route: unknown): route is Manifest {
  if (typeof route !== "object" || route === null) return false;
  const { index, files } = route as Partial<Manifest>;
  return typeof index === "string" && Array.isArray(files) && files.every((file) => typeof file?.path === "string");
}
