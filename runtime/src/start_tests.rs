use crate::*;
use brio_realm::{Builtin, BuiltinSource};
use std::sync::Mutex;

/// Passes the embedded builtins on and records which were requested.
struct Recorder(Mutex<Vec<String>>);

static RECORDER: Recorder = Recorder(Mutex::new(Vec::new()));

impl BuiltinSource for Recorder {
    fn get(&self, id: &str) -> Result<Option<Builtin<'_>>, String> {
        self.0.lock().expect("no other thread").push(id.to_string());
        builtins::source().get(id)
    }

    fn has(&self, id: &str) -> bool {
        builtins::source().has(id)
    }

    fn ids(&self) -> Vec<String> {
        builtins::source().ids()
    }
}

/// A longer list makes every program start later: `docs/decisions/0006-start-up.md`.
#[test]
fn an_empty_program_evaluates_only_what_every_program_needs() {
    prepare_process(None);
    let file = std::env::temp_dir().join(format!("brio-empty-{}.cjs", std::process::id()));
    std::fs::write(&file, "").expect("the folder for temporary files can be written");
    let realm = Realm::new(RealmOptions {
        shared: Arc::new(Loader::default()),
        areas: areas::all(),
        builtins: &RECORDER,
        is_worker: false,
        heap_bytes_max: 0.0,
    })
    .expect("descriptors are left");
    let argument = format!(
        "{{\"file\":{:?},\"code\":null,\"prints\":false,\"readsInput\":false,\"home\":null,\"inputType\":null,\"require\":[],\"import\":[],\"execArguments\":[],\"options\":[],\"arguments\":[]}}",
        file.display().to_string()
    );
    enter(&realm, "internal:startup/main", &argument);
    let code = realm.run();
    std::fs::remove_file(&file).expect("written above");
    let evaluated = RECORDER.0.lock().expect("no other thread").clone();
    assert_eq!(code, 0);
    assert_eq!(
        evaluated,
        [
            "internal:core/bootstrap",
            "internal:startup/main",
            "internal:core/loop",
            "internal:startup/globals",
            "internal:core/stack/install",
            "internal:ecmascript/iterator_functions",
            "internal:loader/run_main"
        ]
    );
}
