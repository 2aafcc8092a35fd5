//! `add NAME` where a member of the workspace has the name: it is linked, and saved as the lockfile's manager saves it.

use super::Context;
use crate::error::{Error, Result};
use crate::semver::satisfies;
use crate::spec::{Source, Spec};
use crate::workspace::{Member, YamlSubset};
use brio_lockfile::Format;

/// The spec of an argument that means a member. None when it does not.
///
/// # Errors
/// `ENOWORKSPACE` for `workspace:` with a name that no member has.
pub fn spec_of(context: &Context, argument: &str) -> Result<Option<Spec>> {
    let at = argument.get(1..).and_then(|rest| rest.find('@')).map(|at| at + 1);
    let (name, wanted) = at.map_or((argument, ""), |at| (&argument[..at], &argument[at + 1..]));
    let by_name = |name: &str| {
        let is_other = |member: &&Member| member.folder != context.edited().folder;
        context.workspace.members.iter().filter(is_other).find(|member| member.name == name)
    };
    let spec = |member: &Member, raw: String| {
        Some(Spec { name: name.to_string(), raw, source: Source::Folder(member.folder.clone()) })
    };
    if let Some(rest) = wanted.strip_prefix("workspace:").filter(|rest| !rest.starts_with(['.', '/'])) {
        // `alias@workspace:member@^`.
        let target = rest.rsplit_once('@').filter(|(target, _)| !target.is_empty()).map_or(name, |(target, _)| target);
        let unknown = || {
            let names: Vec<&str> = context.workspace.members.iter().map(|member| member.name.as_str()).collect();
            Error::new("ENOWORKSPACE", format!("no other member of the workspace is called {target}"))
                .with_hint(format!("the members are {}", names.join(", ")))
        };
        let member = by_name(target).ok_or_else(unknown)?;
        return Ok(spec(member, wanted.to_string()));
    }
    let is_accepted = |member: &&Member| wanted.is_empty() || satisfies(&member.manifest.version, wanted);
    let found = by_name(name).filter(is_accepted);
    Ok(found.and_then(|member| spec(member, saved_as(context, member, wanted)?)))
}

/// What `package.json` is to say; None when the manager looks into the registry first.
fn saved_as(context: &Context, member: &Member, wanted: &str) -> Option<String> {
    let version = &member.manifest.version;
    let (protocol, range) = match context.options.is_exact {
        true => ("workspace:*", version.clone()),
        false => ("workspace:^", format!("{}{version}", context.session.config.get("save-prefix").unwrap_or("^"))),
    };
    match context.format {
        Format::Npm | Format::NpmShrinkwrap if !wanted.is_empty() => Some(wanted.to_string()),
        Format::Npm | Format::NpmShrinkwrap if version.is_empty() => Some("*".to_string()),
        Format::Npm | Format::NpmShrinkwrap => Some(range),
        Format::Bun if wanted.is_empty() => Some("workspace:*".to_string()),
        Format::YarnBerry if wanted.is_empty() => Some(protocol.to_string()),
        Format::Pnpm => links_members(context).then(|| protocol.to_string()),
        _ => Some(wanted.to_string()).filter(|wanted| !wanted.is_empty()),
    }
}

/// pnpm's `link-workspace-packages`.
fn links_members(context: &Context) -> bool {
    let text = std::fs::read_to_string(context.project.folder.join("pnpm-workspace.yaml")).unwrap_or_default();
    let said = YamlSubset::parse(&text).word("linkWorkspacePackages");
    said.is_some_and(|said| said != "false") || context.session.config.is_set("link-workspace-packages")
}
