use super::*;
use crate::{Arguments, NativeFunction, Vm, VmOptions};

struct Run;

impl NativeFunction for Run {
    const NAME: &'static str = "run";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let source = arguments.get(0).to_string(cx)?;
        let interrupted = (arguments.count() > 1).then(|| Arc::new(AtomicBool::new(true)));
        // Only one of the two, since on a busy machine the time may be over before the flag is looked at.
        let time = interrupted.is_none().then_some(Duration::from_millis(20));
        let limits = Limits { time, interrupted };
        let (outcome, ended) = cx.run_limited(limits, || cx.evaluate(&source, "limited.js", 1));
        Ok(cx.string(match ended {
            Some(Ended::TimedOut) => "timed out",
            Some(Ended::Interrupted) => "interrupted",
            None if outcome.is_ok() => "ran",
            None => "threw",
        }))
    }
}

fn text(vm: &Vm, source: &str) -> String {
    let cx = vm.context();
    let value = cx.evaluate(source, "test.js", 1).unwrap_or_else(|error| error);
    value.to_string(cx).unwrap_or_else(|_| "unprintable".into())
}

#[test]
fn endless_code_is_ended_and_the_rest_goes_on() {
    let vm = Vm::new(VmOptions::default());
    let cx = vm.context();
    assert!(cx.can_limit());
    cx.global().set(cx, "run", cx.function::<Run>()).ok().expect("global is writable");
    let loops = "['for (;;);', '1', 'throw 1', 'for (;;) try { for (;;); } catch {}'].map((code) => run(code)).join() + run('for (;;);', true)";
    let expected = "timed out,ran,threw,timed outinterrupted";
    assert_eq!(text(&vm, loops), expected);
    // What the engine would remember of a termination shows when an error is made, or in a later loop.
    let after = "run('for (;;);'); let n = 0; for (let i = 0; i < 1e6; i++) n++; try { null.x } catch (error) { n += error.name }; n";
    assert_eq!(text(&vm, after), "1000000TypeError");
    cx.leave_watched_entry();
    assert_eq!(text(&vm, loops), expected);
}
