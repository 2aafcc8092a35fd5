//! What `add NAME` without a version means in a project that has the package already, or whose catalog has it. npm and
//! pnpm leave the request as it is; yarn and Bun take the newest version.

use super::{Context, saving};
use crate::error::{Error, Result};
use crate::semver::Range;
use crate::spec::{Source, Spec};
use crate::workspace::catalog_name;
use brio_lockfile::Format;

/// A request that `package.json` has or gets as it is.
pub struct Known {
    pub spec: Spec,
    /// The version that is found is not saved.
    pub is_kept: bool,
}

/// The request that an argument stands for. None when it says itself what it wants.
///
/// # Errors
/// `ECATALOG` with `catalogMode: strict`, when the catalog has another range.
pub fn of(context: &Context, argument: &Spec) -> Result<Option<Known>> {
    let is_update = context.options.operators.iter().any(|(name, _)| *name == argument.name);
    if argument.name.is_empty() || is_update {
        return Ok(None);
    }
    let is_bare = argument.raw.is_empty();
    let written = is_bare.then(|| written(context, &argument.name)).flatten();
    match context.format {
        Format::Npm | Format::NpmShrinkwrap => {
            let spec = written.and_then(|raw| Spec::parse(&argument.name, &raw, &context.edited().folder).ok());
            Ok(spec.map(|spec| Known { spec, is_kept: false }))
        }
        Format::Pnpm => match written {
            Some(raw) => Ok(Some(kept(&argument.name, raw))),
            None => of_catalog(context, argument),
        },
        _ => Ok(None),
    }
}

/// What `package.json` says; npm looks into the list only that it saves to.
fn written(context: &Context, name: &str) -> Option<String> {
    let project = context.edited();
    let list = project.list_of(name)?;
    let is_elsewhere = context.options.save_to.is_some_and(|wanted| wanted != list);
    if is_elsewhere && context.format != Format::Pnpm {
        return None;
    }
    project.json.get(list)?.get(name)?.as_str().map(str::to_string)
}

fn kept(name: &str, raw: String) -> Known {
    // The source is not used: what `package.json` says is resolved.
    Known { spec: Spec { name: name.to_string(), raw, source: Source::Tag("latest".to_string()) }, is_kept: true }
}

/// The catalog that has a range for the package which the argument accepts.
fn of_catalog(context: &Context, argument: &Spec) -> Result<Option<Known>> {
    let chosen = saving::catalog_to_save(context);
    let request = saving::catalog_request(chosen.unwrap_or("default"));
    let Some(entry) = context.workspace.of_catalog(&argument.name, &request) else { return Ok(None) };
    if argument.raw.is_empty() || chosen.is_some() && is_accepted(argument, entry) {
        return Ok(Some(kept(&argument.name, request)));
    }
    if context.session.config.get("catalog-mode") == Some("strict") {
        let name = catalog_name(&request).unwrap_or_default();
        let message = format!("{}@{} is not within {entry}, which the catalog {name} has", argument.name, argument.raw);
        let hint = "`brio update --latest NAME` changes the catalog; `catalogMode` in pnpm-workspace.yaml is strict";
        return Err(Error::new("ECATALOG", message).with_hint(hint));
    }
    Ok(None)
}

fn is_accepted(argument: &Spec, entry: &str) -> bool {
    let Some(accepted) = Range::parse(entry) else { return false };
    match &argument.source {
        Source::Version(version) => accepted.contains(version),
        Source::Range(range) => range.is_within(&accepted),
        _ => false,
    }
}
