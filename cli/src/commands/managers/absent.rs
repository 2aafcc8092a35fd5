//! Commands of other managers that Brio does not have. Without this list they would be taken for programs.

const OF_NPM: &str = "access adduser bin bugs deprecate diff dist-tag docs doctor edit explore fund home hook info login \
    logout org owner ping prefix profile query rb rebuild repo root search show shrinkwrap star \
    stars team token undeprecate unpublish unstar v view whoami";
const OF_PNPM: &str = "bin cat-file cat-index deploy dist-tag env fetch find-hash import info login logout owner \
    patch-remove prefix rb rebuild root search self-update server setup show store view \
    whoami";
const OF_YARN: &str = "bin constraints generate-lock-entry global import info login logout node-gyp npm owner plugin \
    policies rebuild search set stage tag team unplug versions whoami";

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
