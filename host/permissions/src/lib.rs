//! `native:permissions`: activating, querying and narrowing the policy of a thread.
//!
//! Does not: decide (`base/permissions`), or check native functions (`engine/realm`). Start reading at
//! [`Permissions::activate`].

mod generated {
    pub mod permissions_ops;
}
mod own_data;
mod scopes;

use brio_permissions::{Escalation, Flags, FlagsError, Kind, Permissions as Rules, State, audit, broker, prompt};
use brio_realm::op::{OpError, Text};
use brio_realm::permission::{self, Home, Model, Policy};
pub use generated::permissions_ops::AREA;
use generated::permissions_ops::{PermissionKind, PermissionModel, PermissionState, PermissionsOps};
use scopes::{Query, child_flags, read_flags};
use std::cell::RefCell;
use std::path::Path;
use std::sync::Arc;

/// The flag of `activate` by which also the program's own modules need the permission to be read.
const READS_MODULES: &str = "reads-modules";

/// State of the area on one thread: the policies before each `narrow`.
#[derive(Default)]
pub struct Permissions {
    outer: RefCell<Vec<Option<Arc<Policy>>>>,
}

impl PermissionsOps for Permissions {
    fn activate(
        &self,
        model: PermissionModel,
        has_errors_of_deno: bool,
        flags: &[String],
        only_audits: bool,
    ) -> Result<(), OpError> {
        own_data::note_root();
        let model = match model {
            PermissionModel::Deno => Model::Deno,
            PermissionModel::Node => Model::Node,
            PermissionModel::None => return Err(invalid("a policy needs a model".to_string())),
        };
        let home = if has_errors_of_deno { Home::Deno } else { Home::Node };
        let is_deno = model == Model::Deno;
        let reads_modules = !is_deno || flags.iter().any(|flag| flag == READS_MODULES);
        let lists: Vec<String> = flags.iter().filter(|flag| *flag != READS_MODULES).cloned().collect();
        let mut flags: Flags = read_flags(&lists).map_err(invalid)?;
        // Deno has no such permissions: a worker has those of its parent.
        flags.allow_worker |= is_deno;
        flags.allow_wasi |= is_deno;
        flags.allow_inspector |= is_deno;
        let mut permissions = Rules::from_flags(&flags).map_err(|error| invalid(error.to_string()))?;
        if !is_deno {
            // Node's model is not about these.
            for kind in [Kind::Env, Kind::Sys, Kind::Import] {
                permissions.scope_mut(kind).granted_all = true;
            }
        }
        if permission::current().is_some() {
            return Err(invalid("this thread has a policy already".to_string()));
        }
        permission::install(Some(Arc::new(Policy { permissions, model, home, only_audits, reads_modules })));
        Ok(())
    }

    fn is_active(&self) -> Result<bool, OpError> {
        Ok(permission::is_active() && permission::current().is_some())
    }

    fn model(&self) -> Result<PermissionModel, OpError> {
        Ok(permission::current().map_or(PermissionModel::None, |policy| match policy.model {
            Model::Deno => PermissionModel::Deno,
            Model::Node => PermissionModel::Node,
        }))
    }

    fn query(&self, kind: PermissionKind, subject: Option<&str>) -> Result<PermissionState, OpError> {
        let query = Query::new(kind, subject)?;
        Ok(crossing(query.state()))
    }

    fn request(&self, kind: PermissionKind, subject: Option<&str>) -> Result<PermissionState, OpError> {
        let query = Query::new(kind, subject)?;
        let prompts = permission::current().is_some_and(|policy| policy.permissions.scope(query.kind).prompts);
        let state = query.state();
        if state == State::Prompt && prompts {
            let answer = prompt::request(query.kind.name(), subject.unwrap_or_default());
            query.record(answer);
            return Ok(crossing(query.state()));
        }
        Ok(crossing(if state == State::Prompt { State::Denied } else { state }))
    }

    fn revoke(&self, kind: PermissionKind, subject: Option<&str>) -> Result<PermissionState, OpError> {
        let query = Query::new(kind, subject)?;
        query.revoke();
        Ok(crossing(query.state()))
    }

    fn drop(&self, kind: PermissionKind, subject: Option<&str>) -> Result<(), OpError> {
        Query::new(kind, subject)?.drop();
        Ok(())
    }

    fn check(&self, kind: PermissionKind, subject: Option<&str>) -> Result<bool, OpError> {
        Query::new(kind, subject)?.check()
    }

    fn narrow_next_worker(&self, scopes: &[String]) -> Result<(), OpError> {
        permission::set_next_child(narrower(scopes)?);
        Ok(())
    }

    fn narrow(&self, scopes: &[String]) -> Result<(), OpError> {
        let policy = narrower(scopes)?;
        self.outer.borrow_mut().push(permission::install(Some(Arc::new(policy))));
        Ok(())
    }

    fn restore(&self) -> Result<(), OpError> {
        if let Some(outer) = self.outer.borrow_mut().pop() {
            permission::install(outer);
        }
        Ok(())
    }

    fn add_to_program(&self, path: &Path) -> Result<(), OpError> {
        permission::add_to_program(path);
        Ok(())
    }

    fn first_of_program(&self) -> Result<Option<Text>, OpError> {
        Ok(permission::first_of_program().map(|path| path.to_string_lossy().as_ref().into()))
    }

    fn data_folder(&self, name: &str) -> Result<Text, OpError> {
        Ok(own_data::folder(name)?.to_string_lossy().into_owned().into())
    }

    fn record_address(&self, host: &str, address: &str) -> Result<(), OpError> {
        if let Ok(address) = address.parse() {
            permission::record_address(host, address);
        }
        Ok(())
    }

    fn start_broker(&self, path: &str, home: &str) -> Result<(), OpError> {
        own_data::note_root();
        broker::start(Path::new(path))
            .map_err(|error| OpError::system(&error, "connect").with_path(Path::new(path)))?;
        check_everything(if home == "deno" { Home::Deno } else { Home::Node });
        Ok(())
    }

    fn has_broker(&self) -> Result<bool, OpError> {
        Ok(broker::is_on())
    }

    fn start_audit(&self, path: &str) -> Result<(), OpError> {
        audit::start(Path::new(path)).map_err(|error| OpError::system(&error, "open").with_path(Path::new(path)))?;
        check_everything(Home::Deno);
        Ok(())
    }
}

/// Has all checks made, also without restrictions.
fn check_everything(home: Home) {
    if permission::current().is_none() {
        let policy = everything(home);
        permission::install(Some(Arc::new(policy)));
    }
}

/// A policy that grants everything.
fn everything(home: Home) -> Policy {
    Policy { permissions: Rules::all(), model: Model::Deno, home, only_audits: false, reads_modules: false }
}

/// The policy of this thread with at most `scopes`.
fn narrower(scopes: &[String]) -> Result<Policy, OpError> {
    let own = permission::current().map_or_else(|| everything(Home::Deno), |policy| (*policy).clone());
    let flags = child_flags(scopes).map_err(invalid)?;
    let permissions = own.permissions.narrow(&flags).map_err(|error| match error {
        Escalation::Beyond => OpError::coded("NOT_CAPABLE", error.to_string()),
        Escalation::Invalid(FlagsError { kind: Kind::Net | Kind::Import, message, .. }) => {
            OpError::coded("INVALID_HOST", message)
        }
        Escalation::Invalid(error) => invalid(error.to_string()),
    })?;
    Ok(Policy { permissions, ..own })
}

fn invalid(message: String) -> OpError {
    OpError::coded("INVALID_PERMISSION", message)
}

/// A state as it crosses to JavaScript.
fn crossing(state: State) -> PermissionState {
    match state {
        State::Granted => PermissionState::Granted,
        State::Partial => PermissionState::Partial,
        State::Prompt => PermissionState::Prompt,
        State::Denied => PermissionState::Denied,
        State::Ignored => PermissionState::Ignored,
    }
}
