//! What the configuration of a program says about compiling its sources: `deno.json` of a program of Deno, else
//! `tsconfig.json`.

use std::path::{Path, PathBuf};

use brio_resolver::{CompilerOptions, DenoSource, Resolver};
use brio_transform::JsxRuntime;

use crate::engine_options::is_production;
use crate::options::{Jsx, Options, Target};
use crate::output::normal;

/// The configuration of a program.
pub(crate) struct Configuration {
    resolver: Resolver,
    is_of_deno: bool,
}

impl Configuration {
    pub(crate) fn new(options: &Options) -> Self {
        let source = deno_source(options);
        let is_of_deno = source.is_some();
        let deno = source.unwrap_or_default();
        let tsconfig = tsconfig(options);
        let resolver = Resolver::new(brio_resolver::Options { deno, tsconfig, ..brio_resolver::Options::default() });
        let configuration = Self { resolver, is_of_deno };
        if let Some(entry) = entry_file(options).filter(|_| configuration.is_of_deno) {
            // The first file decides where deno.json is looked for.
            let _ = configuration.of(&entry);
        }
        configuration
    }

    /// The options for a file. None when its configuration cannot be read, which the bundler itself reports.
    pub(crate) fn of(&self, file: &Path) -> Option<CompilerOptions> {
        match self.is_of_deno {
            true => self.resolver.deno_compiler_options(file).ok(),
            false => self.resolver.compiler_options(file).ok(),
        }
    }
}

/// The tsconfig of all files, if there is one: that of the options, or what takes the place of one that is not complete.
fn tsconfig(options: &Options) -> Option<PathBuf> {
    let path = options.corrections.config().or(options.tsconfig.as_deref())?;
    Some(normal(&options.directory.join(path)))
}

/// Resolves as the tsconfig of each file says.
pub(crate) fn resolver(options: &Options) -> Resolver {
    Resolver::new(brio_resolver::Options { tsconfig: tsconfig(options), ..brio_resolver::Options::default() })
}

/// Where the configuration of a program of Deno is. None for another program.
fn deno_source(options: &Options) -> Option<DenoSource> {
    options.deno.clone().or_else(|| (options.target == Target::Deno).then(DenoSource::default))
}

fn entry_file(options: &Options) -> Option<PathBuf> {
    let file = options.directory.join(&options.entries.first()?.path);
    Some(file.canonicalize().unwrap_or(file))
}

/// How JSX is compiled: what the options leave open is as the configuration says where Rolldown, which reads tsconfig.json,
/// does not do the same.
pub(crate) fn jsx(options: &Options) -> Jsx {
    let given = options.jsx.clone();
    let config = entry_file(options).and_then(|entry| Configuration::new(options).of(&entry)).unwrap_or_default();
    if deno_source(options).is_none() {
        // Projects of Next.js keep JSX because a bundler follows. That is this one: an output with JSX would not run.
        let is_left = given.runtime.is_none() && config.jsx.as_deref() == Some("preserve");
        // React has no functions for development in its version for production.
        let is_corrected = is_production(options)
            && config.jsx.as_deref() == Some("react-jsxdev")
            && given.runtime.is_none()
            && given.development.is_none();
        let automatic = (is_left || is_corrected).then(|| "automatic".to_owned());
        // The classic runtime has none.
        let is_classic = given.runtime.is_none() && config.jsx.as_deref() == Some("react");
        let development = if is_corrected { Some(false) } else { given.development.filter(|_| !is_classic) };
        return Jsx { runtime: given.runtime.or(automatic), development, ..given };
    }
    let runtime = match config.jsx.as_deref() {
        // Deno's "precompile" is a faster form of the same.
        Some("react-jsx" | "react-jsxdev" | "precompile" | "preserve") => "automatic",
        _ => "classic",
    };
    let is_development = config.jsx.as_deref() == Some("react-jsxdev");
    Jsx {
        runtime: given.runtime.or_else(|| Some(runtime.to_owned())),
        development: given.development.or_else(|| is_development.then_some(true)),
        import_source: given.import_source.or(config.jsx_import_source),
        factory: given.factory.or(config.jsx_factory),
        fragment: given.fragment.or(config.jsx_fragment_factory),
        side_effects: given.side_effects,
    }
}

/// The same for the transform that lowers decorators, over what the configuration of a file says.
pub(crate) fn apply_jsx(jsx: &Jsx, options: &mut brio_transform::Options) {
    options.jsx.runtime = match (jsx.runtime.as_deref(), jsx.development) {
        (Some("classic"), _) => JsxRuntime::Classic,
        (Some("automatic"), Some(true)) => JsxRuntime::AutomaticDevelopment,
        (Some("automatic"), _) => JsxRuntime::Automatic,
        (_, Some(true)) if options.jsx.runtime == JsxRuntime::Automatic => JsxRuntime::AutomaticDevelopment,
        (_, Some(false)) if options.jsx.runtime == JsxRuntime::AutomaticDevelopment => JsxRuntime::Automatic,
        _ => options.jsx.runtime,
    };
    let fields = [
        (&mut options.jsx.import_source, &jsx.import_source),
        (&mut options.jsx.factory, &jsx.factory),
        (&mut options.jsx.fragment_factory, &jsx.fragment),
    ];
    for (field, value) in fields {
        if let Some(value) = value {
            field.clone_from(value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Entry;

    fn jsx_with(config: &str, name: &str, is_of_deno: bool) -> Jsx {
        let folder = tempfile::tempdir().expect("a temporary folder");
        std::fs::write(folder.path().join(name), config).expect("it can be written");
        std::fs::write(folder.path().join("main.tsx"), "").expect("it can be written");
        jsx(&Options {
            entries: vec![Entry { path: "main.tsx".to_owned(), name: None }],
            directory: folder.path().to_owned(),
            deno: is_of_deno.then(Default::default),
            ..Options::default()
        })
    }

    #[test]
    fn a_program_of_deno_has_the_jsx_of_its_configuration() {
        let config = r#"{ "compilerOptions": { "jsx": "precompile", "jsxImportSource": "preact" } }"#;
        let jsx = jsx_with(config, "deno.json", true);
        assert_eq!((jsx.runtime.as_deref(), jsx.import_source.as_deref()), (Some("automatic"), Some("preact")));
        assert_eq!(jsx_with(config, "deno.json", false), Jsx::default());
        assert_eq!(jsx_with("{}", "deno.json", true).runtime.as_deref(), Some("classic"));
    }

    #[test]
    fn the_tsconfig_of_the_options_is_that_of_all_files() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = folder.path().join("main.ts");
        std::fs::write(&file, "").expect("it can be written");
        std::fs::write(folder.path().join("tsconfig.json"), "{}").expect("it can be written");
        let config = r#"{ "compilerOptions": { "experimentalDecorators": true } }"#;
        std::fs::write(folder.path().join("other.json"), config).expect("it can be written");
        let decorators = |tsconfig: Option<&str>| {
            let options = Options {
                directory: folder.path().to_owned(),
                tsconfig: tsconfig.map(PathBuf::from),
                ..Options::default()
            };
            Configuration::new(&options).of(&file).and_then(|found| found.experimental_decorators)
        };
        assert_eq!(decorators(None), None);
        assert_eq!(decorators(Some("other.json")), Some(true));
    }

    #[test]
    fn what_is_for_production_has_no_jsx_for_development() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let config = r#"{ "compilerOptions": { "jsx": "react-jsxdev" } }"#;
        std::fs::write(folder.path().join("tsconfig.json"), config).expect("it can be written");
        std::fs::write(folder.path().join("main.tsx"), "").expect("it can be written");
        let development = |mode: &str| {
            let define = vec![("process.env.NODE_ENV".to_owned(), format!("\"{mode}\""))];
            let entries = vec![Entry { path: "main.tsx".to_owned(), name: None }];
            jsx(&Options { entries, define, directory: folder.path().to_owned(), ..Options::default() }).development
        };
        assert_eq!((development("production"), development("development")), (Some(false), None));
    }

    #[test]
    fn jsx_that_is_left_to_a_bundler_is_compiled() {
        let config = r#"{ "compilerOptions": { "jsx": "preserve" } }"#;
        assert_eq!(jsx_with(config, "tsconfig.json", false).runtime.as_deref(), Some("automatic"));
    }
}
