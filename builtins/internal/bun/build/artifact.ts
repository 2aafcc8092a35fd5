// The outputs of `Bun.build`: Blobs that know their path.
import { Blob } from "web:blob";
import { typeOfPath } from "internal:web/mime_types";

/** An output of a build. */
export class BuildArtifact extends Blob {
  declare path: string;
  declare kind: string;
  declare hash: string | null;
  declare loader: string;
  declare sourcemap: BuildArtifact | null;
}

/** The loaders of outputs by their extensions. */
const LOADERS: Record<string, string> = {
  js: "js",
  mjs: "js",
  cjs: "js",
  css: "css",
  html: "html",
  json: "json",
  map: "file",
};

/** Makes an output of its description and contents. `folder` is where it is written, null for an output in memory. */
export function artifactOf(
  output: { path: string; kind: string; hash: string | null },
  contents: Uint8Array,
  folder: string | null,
): BuildArtifact {
  const artifact = new BuildArtifact([contents], { type: typeOfPath(output.path) });
  const extension = output.path.slice(output.path.lastIndexOf(".") + 1);
  return Object.assign(artifact, {
    path: folder === null ? `./${output.path}` : `${folder}/${output.path}`,
    kind: output.kind,
    hash: output.hash,
    loader: LOADERS[extension] ?? "file",
    sourcemap: null,
  });
}
