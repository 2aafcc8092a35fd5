// @generated from ops/password.ops.ts by `./x codegen`. Do not edit.
#![allow(clippy::all, dead_code, unused_imports, unused_mut, unused_variables, missing_docs)]
use crate::Password;
use brio_realm::jsc::{Arguments, Context, NativeFunction, PinnedBytes, Value};
use brio_realm::op::{self, Area, AreaFunction, OpError, Text, Thrown};
use std::path::{Path, PathBuf};

/// How a password is hashed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum PasswordAlgorithm {
    Argon2id = 0,
    Argon2i = 1,
    Argon2d = 2,
    Bcrypt = 3,
}

impl PasswordAlgorithm {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: u8) -> Option<Self> {
        Some(match number {
            0 => Self::Argon2id,
            1 => Self::Argon2i,
            2 => Self::Argon2d,
            3 => Self::Bcrypt,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for PasswordAlgorithm {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <u8 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of PasswordAlgorithm")
    }
}

impl<'cx> op::IntoValue<'cx> for PasswordAlgorithm {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as u8, cx)
    }
}

/// Whether a password has a hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum PasswordVerdict {
    Different = 0,
    Equal = 1,
    UnknownAlgorithm = 2,
    /// The hash is malformed.
    InvalidEncoding = 3,
    /// Its costs are out of bounds.
    WeakParameters = 4,
}

impl PasswordVerdict {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: u8) -> Option<Self> {
        Some(match number {
            0 => Self::Different,
            1 => Self::Equal,
            2 => Self::UnknownAlgorithm,
            3 => Self::InvalidEncoding,
            4 => Self::WeakParameters,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for PasswordVerdict {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <u8 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of PasswordVerdict")
    }
}

impl<'cx> op::IntoValue<'cx> for PasswordVerdict {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as u8, cx)
    }
}

/// What `crate::Password` implements.
pub trait PasswordOps {
    /// The hash of `password` with a new salt, as PHC string (argon2) or crypt string (bcrypt).
    fn hash(password: &[u8], algorithm: PasswordAlgorithm, cost: u32, time_cost: u32) -> Result<Text, OpError>;
    /// As `hash`, on this thread.
    fn hash_sync(
        &self,
        password: &[u8],
        algorithm: PasswordAlgorithm,
        cost: u32,
        time_cost: u32,
    ) -> Result<Text, OpError>;
    /// Whether `password` matches the hash.
    fn verify(password: &[u8], hash: &[u8], algorithm: PasswordAlgorithm) -> Result<PasswordVerdict, OpError>;
    /// As `verify`, on this thread.
    fn verify_sync(
        &self,
        password: &[u8],
        hash: &[u8],
        algorithm: PasswordAlgorithm,
    ) -> Result<PasswordVerdict, OpError>;
}

thread_local! {
    static STATE: std::cell::RefCell<Option<std::rc::Rc<Password>>> = const { std::cell::RefCell::new(None) };
}

/// The state of this thread, made on first use, until its realm ends.
pub fn state() -> std::rc::Rc<Password> {
    STATE.with_borrow(Option::clone).unwrap_or_else(|| {
        let made = std::rc::Rc::<Password>::default();
        STATE.set(Some(made.clone()));
        op::drop_at_end(|| drop(STATE.take()));
        made
    })
}

struct HashOp;
impl NativeFunction for HashOp {
    const NAME: &'static str = "hash";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut password: PinnedBytes = op::argument(cx, &arguments, 0, "hash: password")?;
        let mut algorithm: PasswordAlgorithm = op::argument(cx, &arguments, 1, "hash: algorithm")?;
        let mut cost: u32 = op::argument(cx, &arguments, 2, "hash: cost")?;
        let mut time_cost: u32 = op::argument(cx, &arguments, 3, "hash: time_cost")?;
        op::start(cx, move || {
            let outcome = <Password as PasswordOps>::hash(password.as_slice(), algorithm, cost, time_cost);
            op::finish_later(outcome, move || {
                op::Release::release(password);
            })
        })
    }
}

struct HashSyncOp;
impl NativeFunction for HashSyncOp {
    const NAME: &'static str = "hashSync";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut password: &[u8] = op::argument(cx, &arguments, 0, "hashSync: password")?;
        let mut algorithm: PasswordAlgorithm = op::argument(cx, &arguments, 1, "hashSync: algorithm")?;
        let mut cost: u32 = op::argument(cx, &arguments, 2, "hashSync: cost")?;
        let mut time_cost: u32 = op::argument(cx, &arguments, 3, "hashSync: time_cost")?;
        op::finish(cx, PasswordOps::hash_sync(&*state(), password, algorithm, cost, time_cost))
    }
}

struct VerifyOp;
impl NativeFunction for VerifyOp {
    const NAME: &'static str = "verify";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut password: PinnedBytes = op::argument(cx, &arguments, 0, "verify: password")?;
        let mut hash: PinnedBytes = op::argument(cx, &arguments, 1, "verify: hash")?;
        let mut algorithm: PasswordAlgorithm = op::argument(cx, &arguments, 2, "verify: algorithm")?;
        op::start(cx, move || {
            let outcome = <Password as PasswordOps>::verify(password.as_slice(), hash.as_slice(), algorithm);
            op::finish_later(outcome, move || {
                op::Release::release(password);
                op::Release::release(hash);
            })
        })
    }
}

struct VerifySyncOp;
impl NativeFunction for VerifySyncOp {
    const NAME: &'static str = "verifySync";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut password: &[u8] = op::argument(cx, &arguments, 0, "verifySync: password")?;
        let mut hash: &[u8] = op::argument(cx, &arguments, 1, "verifySync: hash")?;
        let mut algorithm: PasswordAlgorithm = op::argument(cx, &arguments, 2, "verifySync: algorithm")?;
        op::finish(cx, PasswordOps::verify_sync(&*state(), password, hash, algorithm))
    }
}

/// The functions of `native:password`.
pub const AREA: Area = Area {
    name: "password",
    functions: &[
        AreaFunction { name: "hash", is_async: true, make: op::make::<HashOp> },
        AreaFunction { name: "hashSync", is_async: false, make: op::make::<HashSyncOp> },
        AreaFunction { name: "verify", is_async: true, make: op::make::<VerifyOp> },
        AreaFunction { name: "verifySync", is_async: false, make: op::make::<VerifySyncOp> },
    ],
};
