//! Which commands other managers have: those that Brio lacks would be taken for programs without this list, and scripts
//! would be hidden by commands that only Brio has.

const OF_NPM: &str = "access bugs diff docs doctor edit explore home hook org ping profile query repo \
    shrinkwrap star stars team token unstar";
const OF_PNPM: &str = "cat-file cat-index deploy env fetch find-hash import patch-remove \
    self-update server setup";
const OF_YARN: &str = "constraints generate-lock-entry import node-gyp npm plugin policies set stage \
    team unplug versions";

/// Commands that pnpm and yarn have, too. A script with the name of any other one is the script.
const SHARED_WITH_PNPM: &str = "add audit bin cache ci config create dedupe deprecate dist-tag exec i info init install \
    licenses link list ln login logout ls outdated owner pack patch patch-commit pkg prefix prune publish rb rebuild \
    remove rm root sbom search show un uninstall unlink unpublish up update upgrade version view whoami why";
const SHARED_WITH_YARN: &str = "add audit bin cache config create dedupe exec info init install licenses link list login \
    logout outdated owner pack patch patch-commit publish rebuild remove unlink up upgrade version why";

/// Whether a manager that runs scripts by their names alone has a command of this name.
pub fn is_shared(manager: &str, name: &str) -> bool {
    let list = match manager {
        "pnpm" => SHARED_WITH_PNPM,
        "yarn" => SHARED_WITH_YARN,
        _ => return true,
    };
    list.split(' ').any(|known| known == name)
}

/// Whether a manager has a command of this name, which Brio lacks. Those of both are found before.
pub fn is_absent(manager: &str, name: &str) -> bool {
    let list = match manager {
        "npm" => OF_NPM,
        "pnpm" => OF_PNPM,
        "yarn" => OF_YARN,
        _ => "",
    };
    list.split(' ').any(|known| known == name)
}
