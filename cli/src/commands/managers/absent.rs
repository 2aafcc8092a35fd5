//! Which commands other managers have: those that Brio lacks would be taken for programs without this list, and scripts
//! would be hidden by commands that only Brio has.

const OF_NPM: &str = "access bin bugs diff docs doctor edit explore fund home hook org ping prefix profile query rb \
    rebuild repo root shrinkwrap star stars team token unstar";
const OF_PNPM: &str = "bin cat-file cat-index deploy env fetch find-hash import patch-remove prefix rb rebuild root \
    self-update server setup store";
const OF_YARN: &str = "bin constraints generate-lock-entry global import node-gyp npm plugin policies rebuild set stage \
    team unplug versions";

/// Commands that pnpm and yarn have, too. A script with the name of any other one is the script.
const SHARED_WITH_PNPM: &str = "add audit cache ci config create dedupe deprecate dist-tag exec i info init install \
    licenses link list ln login logout ls outdated owner pack patch patch-commit pkg prune publish remove rm sbom search \
    show un uninstall unlink unpublish up update upgrade version view whoami why";
const SHARED_WITH_YARN: &str = "add audit cache config create dedupe exec info init install licenses link list login \
    logout outdated owner pack patch patch-commit publish remove unlink up upgrade version why";

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
