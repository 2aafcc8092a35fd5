//! Dependencies from git repositories, through the `git` program.

use crate::spec::Repository;

/// Whether an address of a lockfile is that of the repository.
pub fn is_same_repository(address: &str, repository: &Repository) -> bool {
    let plain = |text: &str| {
        let text = text.strip_prefix("git+").unwrap_or(text);
        let text = text.split_once("://").map_or(text, |(_, rest)| rest);
        let text = text.rsplit_once('@').map_or(text, |(_, rest)| rest);
        text.trim_end_matches(".git").replace("github.com:", "github.com/").trim_end_matches('/').to_string()
    };
    plain(address) == plain(&repository.address)
}
