//! The files that style sheets name by `url()`: small ones become part of the sheet, others outputs.

use std::path::Path;

use brio_style_sheets::Asset;

use crate::data_urls::{base64_url, media_type};
use crate::externals::Externals;
use crate::options::Loader;
use crate::source_errors::SourceError;

/// Files up to this size become part of the sheet, as in Bun.
const INLINED_BYTES_MAX: u64 = 128 << 10;

/// What a file that a style sheet names becomes.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Named {
    /// The address in the sheet stays.
    Address,
    /// The file is in the sheet, by this address.
    Inline(String),
    /// The file is an output.
    Output,
}

/// Decides what becomes of a file. `loader` is what the options name for it.
///
/// # Errors
/// A file that is missing, with the place where the sheet names it.
pub(crate) fn named(asset: &Asset, externals: &Externals, loader: Option<Loader>) -> Result<Named, SourceError> {
    let (sheet, line, column) = &asset.place;
    if asset.file.as_os_str().is_empty() || externals.has_in_sheet(&asset.url, sheet) {
        return Ok(Named::Address);
    }
    let metadata = std::fs::metadata(&asset.file).ok().filter(std::fs::Metadata::is_file);
    let Some(metadata) = metadata else {
        return Err(SourceError {
            message: format!("cannot find \"{}\"", asset.url),
            file: sheet.to_string_lossy().into_owned(),
            line: *line,
            column: column.saturating_sub(1),
        });
    };
    let is_named = matches!(loader, Some(Loader::File | Loader::Copy)) || asset.url.contains(['?', '#']);
    let is_small = loader == Some(Loader::Dataurl) || metadata.len() <= INLINED_BYTES_MAX;
    if !is_named
        && is_small
        && let Ok(contents) = std::fs::read(&asset.file)
    {
        return Ok(Named::Inline(data_url(&asset.file, &contents)));
    }
    Ok(Named::Output)
}

fn data_url(file: &Path, contents: &[u8]) -> String {
    let kind = media_type(&file.to_string_lossy());
    let kind = kind.split(';').next().unwrap_or(kind);
    base64_url(kind, contents)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Options;

    fn named_in(folder: &Path, url: &str, loader: Option<Loader>) -> Result<Named, SourceError> {
        let file = folder.join(url.split('?').next().unwrap_or_default());
        let place = (folder.join("a.css"), 1, 5);
        let asset = Asset { placeholder: String::new(), url: url.to_owned(), file, place, mark: None, inlined: None };
        named(&asset, &Externals::new(&Options::default()), loader)
    }

    #[test]
    fn small_files_are_inlined() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        std::fs::write(folder.path().join("a.txt"), "text").expect("it can be written");
        std::fs::write(folder.path().join("b.png"), vec![0; (128 << 10) + 1]).expect("it can be written");
        let inline = Named::Inline("data:text/plain;base64,dGV4dA==".to_owned());
        assert_eq!(named_in(folder.path(), "a.txt", None), Ok(inline));
        assert_eq!(named_in(folder.path(), "a.txt?v=1", None), Ok(Named::Output));
        assert_eq!(named_in(folder.path(), "a.txt", Some(Loader::File)), Ok(Named::Output));
        assert_eq!(named_in(folder.path(), "b.png", None), Ok(Named::Output));
        let error = named_in(folder.path(), "c.png", None).unwrap_err();
        assert_eq!((error.message.as_str(), error.column), ("cannot find \"c.png\"", 4));
    }
}
