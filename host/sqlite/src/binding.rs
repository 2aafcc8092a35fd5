//! JavaScript values for the parameters of statements.

use crate::Entry;
use crate::generated::sqlite_ops::sqlite_integers::{AS_BIG_INTS, AS_BUN, READING};
use crate::memory::{Int, Memory, Status};
use brio_realm::jsc::{Context, Value, ValueKind};
use brio_sqlite::codes::SQLITE_OK;
use brio_sqlite::{Failure, Statement, Value as SqlValue};
use brio_text_encoding::{latin1_to_utf8, utf16_to_utf8};

/// Why values could not be bound: a status, and SQLite's failure when it is the reason.
pub struct BindError(pub Status, pub Option<Failure>);

/// Starts a run of the statement with the values of its parameters, in their order.
#[inline]
pub fn begin<'cx>(cx: Context<'cx>, memory: &Memory, entry: &Entry, values: &[Value<'cx>]) -> Result<(), BindError> {
    let statement = &entry.statement;
    if statement.is_finalized() {
        return Err(BindError(Status::Finalized, None));
    }
    if statement.is_busy() {
        return Err(BindError(Status::Running, None));
    }
    let integers = entry.integers.get();
    let is_bun = integers & AS_BUN != 0;
    // Bun wraps them, unless integers are to stay exact.
    let refuses_large = !is_bun || integers & READING == AS_BIG_INTS;
    if is_bun && values.is_empty() {
        // In Bun the values of the last run are retained.
        statement.reset();
        return Ok(());
    }
    statement.begin(values.len());
    for (index, value) in values.iter().enumerate() {
        let error = match bind(cx, statement, index + 1, *value, is_bun, refuses_large) {
            Ok(SQLITE_OK) => continue,
            Ok(code) => BindError(Status::Failed, Some(statement.failure(code))),
            Err(status) => {
                memory.set_int(Int::Detail, index as i32 + 1);
                BindError(status, None)
            }
        };
        statement.forget_values();
        return Err(error);
    }
    Ok(())
}

#[inline]
fn bind<'cx>(
    cx: Context<'cx>,
    statement: &Statement,
    index: usize,
    value: Value<'cx>,
    is_bun: bool,
    refuses_large: bool,
) -> Result<i32, Status> {
    if let Some(number) = value.as_int32() {
        let number = if is_bun { SqlValue::Integer(i64::from(number)) } else { SqlValue::Real(f64::from(number)) };
        return Ok(statement.bind(index, number));
    }
    if let Some(number) = value.as_number() {
        return Ok(statement.bind(index, number_value(number, is_bun)));
    }
    if let Some(boolean) = value.as_boolean() {
        return Ok(statement.bind(index, SqlValue::Integer(i64::from(boolean))));
    }
    if value.is_nullish() {
        return Ok(statement.bind(index, SqlValue::Null));
    }
    match value.kind(cx) {
        ValueKind::String => {
            let bind = |text: &[u8]| statement.bind(index, SqlValue::Text(text));
            let code =
                value.with_characters(cx, |latin1| with_latin1(latin1, bind), |units| bind(&utf16_to_utf8(units)));
            code.map_err(|_| Status::Unbindable)
        }
        ValueKind::BigInt => match cx.big_int_to_i64(value) {
            (_, false) if refuses_large => Err(Status::TooLargeToBind),
            (number, _) => Ok(statement.bind(index, SqlValue::Integer(number))),
        },
        ValueKind::Object => match value.bytes(cx) {
            Some(bytes) => Ok(statement.bind(index, SqlValue::Blob(bytes))),
            None => Err(Status::Unbindable),
        },
        _ => Err(Status::Unbindable),
    }
}

/// A number as SQLite receives it: Bun passes integral ones as integers.
pub fn number_value(number: f64, is_bun: bool) -> SqlValue<'static> {
    const EXACT_MAX: f64 = ((1u64 << 53) - 1) as f64;
    if is_bun && number.fract() == 0.0 && number.abs() <= EXACT_MAX && !(number == 0.0 && number.is_sign_negative()) {
        return SqlValue::Integer(number as i64);
    }
    SqlValue::Real(number)
}

/// Calls `take` with the string as UTF-8.
pub fn with_latin1<R>(latin1: &[u8], take: impl FnOnce(&[u8]) -> R) -> R {
    if latin1.is_ascii() {
        return take(latin1);
    }
    take(&latin1_to_utf8(latin1))
}
