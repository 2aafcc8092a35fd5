//! The entrance: detect, read, write.

use crate::conflict::{self, Shape};
use crate::detect::{self, Detected};
use crate::error::{Error, ErrorKind};
use crate::json::{self, Layout};
use crate::model::Graph;
use crate::tree::Node;
use crate::{bun, deno, integrity, npm, pnpm, yaml, yarn_berry, yarn_classic};
use std::path::{Path, PathBuf};

/// The lockfile formats, one per file name and grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// `package-lock.json`, versions 2 and 3.
    Npm,
    /// `npm-shrinkwrap.json`: the same contents, and it is published with the package.
    NpmShrinkwrap,
    /// `pnpm-lock.yaml`, version 9.
    Pnpm,
    /// `yarn.lock` of yarn 1.
    YarnClassic,
    /// `yarn.lock` of yarn 2 and later.
    YarnBerry,
    /// `bun.lock`, versions 0 to 3.
    Bun,
    /// `deno.lock`, versions 4 and 5.
    Deno,
}

impl Format {
    /// The file's name.
    pub fn file_name(self) -> &'static str {
        match self {
            Format::Npm => "package-lock.json",
            Format::NpmShrinkwrap => "npm-shrinkwrap.json",
            Format::Pnpm => "pnpm-lock.yaml",
            Format::YarnClassic | Format::YarnBerry => "yarn.lock",
            Format::Bun => "bun.lock",
            Format::Deno => "deno.lock",
        }
    }

    /// The package manager's name, as `packageManager` in a manifest spells it.
    pub fn manager(self) -> &'static str {
        match self {
            Format::Npm | Format::NpmShrinkwrap => "npm",
            Format::Pnpm => "pnpm",
            Format::YarnClassic | Format::YarnBerry => "yarn",
            Format::Bun => "bun",
            Format::Deno => "deno",
        }
    }

    /// True if the file says where each package is placed ([`Graph::placements`]).
    pub fn is_hoisted(self) -> bool {
        matches!(self, Format::Npm | Format::NpmShrinkwrap | Format::Bun)
    }

    /// True if the file lists the importers with their dependencies.
    pub fn has_importers(self) -> bool {
        self != Format::YarnClassic
    }
}

/// A lockfile that was read, or a new one.
#[derive(Clone, Debug)]
pub struct Lockfile {
    format: Format,
    path: Option<PathBuf>,
    /// With `\n` at the end of lines. With conflict markers: our side.
    text: String,
    /// The text as it was, if its lines end with `\r\n` or it has an older version.
    original: Option<String>,
    document: Node,
    graph: Graph,
    merged: bool,
    is_new: bool,
    /// It was of an older version, which is written in the newer one when it changes.
    upgraded: bool,
}

impl Lockfile {
    /// A new, empty lockfile.
    pub fn new(format: Format) -> Lockfile {
        Lockfile {
            format,
            path: None,
            text: String::new(),
            original: None,
            document: Node::object(),
            graph: Graph::default(),
            merged: false,
            is_new: true,
            upgraded: false,
        }
    }

    /// Finds the lockfile of a folder. Two of different managers: the one that `packageManager` in `package.json`
    /// names. `None`: there is none.
    ///
    /// # Errors
    /// [`ErrorKind::Ambiguous`] if there are several and `packageManager` names none of them; [`ErrorKind::Io`];
    /// [`ErrorKind::Version`] if there is only the binary `bun.lockb`.
    pub fn detect(folder: &Path) -> Result<Option<Detected>, Error> {
        detect::detect(folder)
    }

    /// Reads a lockfile; the format follows from the file's name and contents. Conflict markers of git are resolved:
    /// both sides are read and merged, see [`Lockfile::was_merged`].
    ///
    /// # Errors
    /// [`ErrorKind::Io`], and those of [`Lockfile::parse`], with the path.
    pub fn read(path: &Path) -> Result<Lockfile, Error> {
        let bytes =
            std::fs::read(path).map_err(|error| Error::new(ErrorKind::Io, error.to_string()).with_path(path))?;
        let text = String::from_utf8(bytes).map_err(|error| {
            let valid = String::from_utf8_lossy(&error.as_bytes()[..error.utf8_error().valid_up_to()]).into_owned();
            Error::at(ErrorKind::Syntax, "the file is not UTF-8", &valid, valid.len()).with_path(path)
        })?;
        let format = detect::format_of(path, &text).ok_or_else(|| {
            Error::new(ErrorKind::Invalid, "this is not the name of a lockfile that Brio knows").with_path(path)
        })?;
        let mut lockfile = Lockfile::parse(format, &text).map_err(|error| error.with_path(path))?;
        lockfile.path = Some(path.to_path_buf());
        Ok(lockfile)
    }

    /// Reads a lockfile's text.
    ///
    /// # Errors
    /// [`ErrorKind::Syntax`] and [`ErrorKind::Invalid`] with line and column; [`ErrorKind::Version`] for a file of a
    /// version that is not known.
    pub fn parse(format: Format, text: &str) -> Result<Lockfile, Error> {
        if text.contains("\r\n") && text.matches('\n').count() == text.matches("\r\n").count() {
            let lockfile = Lockfile::parse(format, &text.replace("\r\n", "\n"))?;
            return Ok(Lockfile { original: Some(text.to_string()), ..lockfile });
        }
        let Some((ours, theirs)) = conflict::split(text)? else {
            let document = parse_document(format, text)?;
            if let Some(upgraded) = (format == Format::Pnpm).then(|| pnpm::upgraded(&document)).flatten() {
                let lockfile = Lockfile::parse(format, &yaml::print(&upgraded, ""))?;
                return Ok(Lockfile { original: Some(text.to_string()), upgraded: true, ..lockfile });
            }
            let graph = read_graph(format, &document, text)?;
            let text = text.to_string();
            return Ok(Lockfile {
                format,
                path: None,
                text,
                original: None,
                document,
                graph,
                merged: false,
                is_new: false,
                upgraded: false,
            });
        };
        let document =
            conflict::merge(&parse_document(format, &ours)?, &parse_document(format, &theirs)?, &shape_of(format));
        let graph = read_graph(format, &document, &ours)?;
        let (path, original, is_new, upgraded) = (None, None, false, false);
        Ok(Lockfile { format, path, text: ours, original, document, graph, merged: true, is_new, upgraded })
    }

    /// The format it was read in.
    pub fn format(&self) -> Format {
        self.format
    }

    /// Where it was read.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// What the file says.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// True if the text had conflict markers. The graph is then the union of both sides (the higher version where
    /// they differ): an installer checks it against the manifests, as after every change of a manifest.
    pub fn was_merged(&self) -> bool {
        self.merged
    }

    /// True if the file has an older version than the one that it is written in when it changes.
    pub fn was_upgraded(&self) -> bool {
        self.upgraded
    }

    /// The text for a graph, in this lockfile's format, with what did not change as it was. An equal graph yields the
    /// text that was read (with conflict markers: the merged text).
    ///
    /// Flags (npm's `dev`, `optional`, `peer`), order and derived keys are computed; packages that nothing reaches are
    /// written all the same ([`Graph::prune`] removes them).
    ///
    /// # Errors
    /// [`ErrorKind::Integrity`] if a package that stays would lose its integrity, get a weaker algorithm or, from a
    /// registry, another hash; [`ErrorKind::Graph`] if the format cannot say the graph: an edge to a package that is
    /// not there, a package without a placement in a hoisted format.
    pub fn write(&self, graph: &Graph) -> Result<String, Error> {
        if *graph == self.graph && !self.merged && !self.is_new {
            return Ok(self.original.as_ref().unwrap_or(&self.text).clone());
        }
        integrity::check(&self.graph, graph)?;
        let text = self.print(graph, &self.document)?;
        let has_returns = self.original.as_ref().is_some_and(|text| text.contains("\r\n"));
        Ok(if has_returns { text.replace('\n', "\r\n") } else { text })
    }

    /// As [`Lockfile::write`], but every node is printed anew: what is written is as the format's own manager formats
    /// it, also where the text was formatted otherwise. The tests compare it with the text.
    ///
    /// # Errors
    /// Those of [`Lockfile::write`].
    pub fn write_anew(&self, graph: &Graph) -> Result<String, Error> {
        integrity::check(&self.graph, graph)?;
        let mut document = self.document.clone();
        document.forget_text();
        self.print(graph, &document)
    }

    fn print(&self, graph: &Graph, document: &Node) -> Result<String, Error> {
        match self.format {
            Format::Npm | Format::NpmShrinkwrap => {
                let document = npm::changed(document, &self.graph, graph)?;
                Ok(json::print(&document, &self.text, &Layout::of(&self.text)))
            }
            Format::Pnpm => {
                let mut document = document.clone();
                pnpm::write(&mut document, &self.graph, graph)?;
                Ok(format!(
                    "{}{}",
                    &self.text[..pnpm::start_of_document(&self.text)],
                    yaml::print(&document, &self.text)
                ))
            }
            Format::YarnClassic => {
                let mut document = document.clone();
                let start = document.offset;
                yarn_classic::write(&mut document, &self.graph, graph)?;
                Ok(yarn_classic::print(&document, &self.text, start))
            }
            Format::Bun => {
                let mut document = document.clone();
                bun::write(&mut document, &self.graph, graph)?;
                Ok(bun::print(&document, &self.text))
            }
            Format::YarnBerry => {
                let mut document = document.clone();
                let start = document.offset;
                yarn_berry::write(&mut document, &self.graph, graph)?;
                Ok(yarn_berry::print(&document, &self.text, start))
            }
            Format::Deno => {
                let mut document = document.clone();
                deno::write(&mut document, &self.graph, graph)?;
                Ok(deno::print(&document, &self.text))
            }
        }
    }
}

fn parse_document(format: Format, text: &str) -> Result<Node, Error> {
    match format {
        Format::Npm | Format::NpmShrinkwrap => npm::parse(text),
        Format::Pnpm => pnpm::parse(text),
        Format::Deno => deno::parse(text),
        Format::YarnBerry => yarn_berry::parse(text),
        Format::Bun => bun::parse(text),
        Format::YarnClassic => yarn_classic::parse(text),
    }
}

fn read_graph(format: Format, document: &Node, text: &str) -> Result<Graph, Error> {
    match format {
        Format::Npm | Format::NpmShrinkwrap => npm::read(document, text),
        Format::Pnpm => pnpm::read(document, text),
        Format::Deno => deno::read(document, text),
        Format::YarnBerry => yarn_berry::read(document, text),
        Format::Bun => bun::read(document, text),
        Format::YarnClassic => yarn_classic::read(document, text),
    }
}

fn shape_of(format: Format) -> Shape {
    match format {
        Format::Npm | Format::NpmShrinkwrap => npm::SHAPE,
        Format::Pnpm => pnpm::SHAPE,
        Format::Deno => deno::SHAPE,
        Format::YarnBerry => yarn_berry::SHAPE,
        Format::Bun => bun::SHAPE,
        Format::YarnClassic => yarn_classic::SHAPE,
    }
}
