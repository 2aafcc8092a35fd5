//! Pre-shared keys: a JavaScript callback in the middle of a handshake.

use brio_realm::Realm;
use brio_realm::jsc::{Context, Value};
use brio_tls::PskSource;

/// Identifies the callback of a session; the function itself stays on the thread (`Tls::psk_sources`).
pub struct ScriptSource(pub u32);

impl PskSource for ScriptSource {
    fn client(&self, hint: Option<&[u8]>) -> Option<(Vec<u8>, Vec<u8>)> {
        self.ask(hint)
    }

    fn server(&self, identity: &[u8]) -> Option<Vec<u8>> {
        self.ask(Some(identity)).map(|answer| answer.1)
    }
}

impl ScriptSource {
    /// Calls the callback, which never throws (the builtins catch).
    fn ask(&self, text: Option<&[u8]>) -> Option<(Vec<u8>, Vec<u8>)> {
        let function = crate::state().psk_sources.borrow().get(&self.0).cloned()?;
        let realm = Realm::current();
        let cx = realm.context();
        let argument = text.map_or_else(Value::null, |text| cx.string(&String::from_utf8_lossy(text)));
        let answer = function.get(cx).call(cx, &[argument]).ok()?;
        if answer.is_nullish() {
            return None;
        }
        Some((bytes_at(cx, answer, 0)?, bytes_at(cx, answer, 1)?))
    }
}

fn bytes_at<'cx>(cx: Context<'cx>, array: Value<'cx>, index: u32) -> Option<Vec<u8>> {
    array.get_index(cx, index).ok()?.bytes(cx).map(<[u8]>::to_vec)
}
