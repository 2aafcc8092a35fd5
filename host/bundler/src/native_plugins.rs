//! The functions of addons that see sources before they are parsed (`onBeforeParse` of plugins).

use std::sync::Arc;

use brio_bundler::Loader;
use brio_bundler::plugins::BeforeParse;

/// `BunLoader` of `bundler_plugin.h`: the loaders of source code, and those that an addon can choose instead.
const LOADERS: &[(u8, Loader)] = &[
    (0, Loader::Jsx),
    (1, Loader::Js),
    (2, Loader::Ts),
    (3, Loader::Tsx),
    (4, Loader::Css),
    (5, Loader::File),
    (6, Loader::Json),
    (7, Loader::Toml),
    (12, Loader::Text),
    (17, Loader::Html),
    (18, Loader::Yaml),
];
/// The number for a loader that has none: that of JavaScript.
const JAVASCRIPT: u8 = 1;

struct OfAddon(brio_napi::BeforeParse);

/// A function of an addon as the bundler calls it.
pub(crate) fn of_addon(function: brio_napi::BeforeParse) -> Arc<dyn BeforeParse> {
    Arc::new(OfAddon(function))
}

impl BeforeParse for OfAddon {
    fn call(
        &self,
        path: &str,
        namespace: &str,
        loader: Loader,
        source: &str,
    ) -> Result<Option<(String, Loader)>, String> {
        let number = LOADERS.iter().find(|(_, one)| *one == loader).map_or(JAVASCRIPT, |(number, _)| *number);
        let Some(replaced) = self.0.call(path, namespace, number, source)? else { return Ok(None) };
        let chosen = LOADERS.iter().find(|(number, _)| *number == replaced.loader).map_or(loader, |(_, one)| *one);
        let source = String::from_utf8(replaced.source)
            .map_err(|_| format!("what a native plugin gave for \"{path}\" is not UTF-8"))?;
        Ok(Some((source, chosen)))
    }
}
