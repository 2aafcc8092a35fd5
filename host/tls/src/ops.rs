//! The functions of `ops/tls.ops.ts`. Each finds its context or session and delegates to `base/tls`.

use crate::generated::tls_ops::{
    Certificate, Failure, Hello, HelloReply, KeyExchange, MadeSession, TlsAlpn, TlsBytes, TlsContextCertificate,
    TlsHandshake, TlsNumberSetting, TlsOps, TlsRootSource, TlsString, TlsStringSetting, tls_result, tls_root_flags,
    tls_session_flags,
};
use crate::psk::ScriptSource;
use crate::{ContextState, Tls, certificate, connection_failure, thrown_failure};
use brio_realm::jsc::{Context, Value};
use brio_realm::op::{OpError, Text, Thrown};
use brio_tls::{
    AlpnPolicy, ClientOptions, DhParameters, Handshake, HelloAnswer, KeyExchangeKind, ReadOutcome, RootStore,
    ServerOptions, Session, TlsContextBuilder, parse_certificate, parse_certificates,
};
use openssl::x509::X509;
use std::rc::Rc;
use std::sync::Arc;

impl TlsOps for Tls {
    fn context_new(&self, min_version: u16, max_version: u16) -> Result<u32, OpError> {
        let limit = |version: u16| (version != 0).then_some(version);
        let builder = TlsContextBuilder::new(limit(min_version), limit(max_version))
            .map_err(|error| OpError::coded("ERR_TLS_INVALID_PROTOCOL_VERSION", error.message()))?;
        let number = self.next_number();
        self.contexts.borrow_mut().insert(number, ContextState::Open(Box::new(builder)));
        Ok(number)
    }

    fn context_share(&self, context: u32) -> Result<(), OpError> {
        brio_tls::share_context(context, self.built_context(context)?);
        Ok(())
    }

    fn context_drop(&self, context: u32) -> Result<(), OpError> {
        brio_tls::unshare_context(context);
        self.contexts.borrow_mut().remove(&context);
        Ok(())
    }

    fn context_add_certificate(&self, context: u32, pem: &[u8]) -> Result<Option<Failure>, OpError> {
        self.configure(context, |builder| builder.add_certificate_chain(pem))
    }

    fn context_add_key(&self, context: u32, pem: &[u8], passphrase: Option<&[u8]>) -> Result<Option<Failure>, OpError> {
        self.configure(context, |builder| builder.add_key(pem, passphrase))
    }

    fn context_add_pfx(&self, context: u32, der: &[u8], passphrase: &str) -> Result<Option<Failure>, OpError> {
        self.configure(context, |builder| builder.add_pfx(der, passphrase))
    }

    fn context_add_roots(&self, context: u32, pem: &[u8]) -> Result<Option<Failure>, OpError> {
        self.configure(context, |builder| builder.add_roots(pem))
    }

    fn context_use_default_roots(&self, context: u32) -> Result<Option<Failure>, OpError> {
        self.configure(context, |builder| {
            builder.set_root_store(brio_tls::default_roots()?);
            Ok(())
        })
    }

    fn context_add_crl(&self, context: u32, pem: &[u8]) -> Result<Option<Failure>, OpError> {
        self.configure(context, |builder| builder.add_crl(pem))
    }

    fn context_allow_partial_chain(&self, context: u32) -> Result<Option<Failure>, OpError> {
        self.configure(context, TlsContextBuilder::allow_partial_chain)
    }

    fn context_set_string(
        &self,
        context: u32,
        setting: TlsStringSetting,
        value: &str,
    ) -> Result<Option<Failure>, OpError> {
        self.configure(context, |builder| match setting {
            TlsStringSetting::Ciphers => builder.set_ciphers(value),
            TlsStringSetting::CipherSuites => builder.set_cipher_suites(value),
            TlsStringSetting::SignatureAlgorithms => builder.set_signature_algorithms(value),
            TlsStringSetting::Groups => builder.set_groups(value),
        })
    }

    fn context_set_number(&self, context: u32, setting: TlsNumberSetting, value: f64) -> Result<(), OpError> {
        self.configure(context, |builder| {
            match setting {
                TlsNumberSetting::Options => builder.set_options(value as u64),
                TlsNumberSetting::SessionTimeout => builder.set_session_timeout(value as u32),
            }
            Ok(())
        })
        .map(drop)
    }

    fn context_set_dh(&self, context: u32, pem: Option<&[u8]>) -> Result<Option<Failure>, OpError> {
        self.configure(context, |builder| builder.set_dh(pem.map_or(DhParameters::Automatic, DhParameters::Pem)))
    }

    fn context_set_session_id_context(&self, context: u32, bytes: &[u8]) -> Result<Option<Failure>, OpError> {
        self.configure(context, |builder| builder.set_session_id_context(bytes))
    }

    fn context_set_ticket_keys(&self, context: u32, keys: &[u8]) -> Result<Option<Failure>, OpError> {
        let keys = keys
            .try_into()
            .map_err(|_| OpError::coded("ERR_INVALID_ARG_VALUE", "Session ticket keys must be a 48-byte buffer"))?;
        self.configure(context, |builder| builder.set_ticket_keys(keys))
    }

    fn context_allow_psk(&self, context: u32) -> Result<(), OpError> {
        self.configure(context, |builder| {
            builder.allow_psk();
            Ok(())
        })
        .map(drop)
    }

    fn context_certificate(&self, context: u32, which: TlsContextCertificate) -> Result<Option<Vec<u8>>, OpError> {
        let context = self.built_context(context)?;
        let certificate = match which {
            TlsContextCertificate::Own => context.certificate(),
            TlsContextCertificate::Issuer => context.issuer(),
        };
        Ok(certificate.and_then(|certificate| certificate.to_der().ok()))
    }

    fn cipher_names(&self) -> Result<Vec<String>, OpError> {
        Ok(brio_tls::cipher_names())
    }

    fn root_certificates(&self, source: TlsRootSource) -> Result<Vec<String>, OpError> {
        Ok(match source {
            TlsRootSource::Bundled => pem_texts(brio_tls::bundled_certificates()),
            TlsRootSource::System => pem_texts(brio_tls::system_certificates()),
            TlsRootSource::Extra => pem_texts(&brio_tls::extra_certificates().unwrap_or_default()),
            TlsRootSource::Default => {
                pem_texts(&brio_tls::default_roots().map(|roots| roots.certificates()).unwrap_or_default())
            }
        })
    }

    fn set_root_policy(&self, flags: u8) -> Result<(), OpError> {
        let mut policy = brio_tls::root_policy();
        policy.use_openssl = flags & tls_root_flags::USE_OPENSSL != 0;
        policy.use_system |= flags & tls_root_flags::USE_SYSTEM != 0;
        policy.without_bundled = flags & tls_root_flags::WITHOUT_BUNDLED != 0;
        brio_tls::set_root_policy(policy);
        Ok(())
    }

    fn extra_roots_problem(&self) -> Result<Option<Text>, OpError> {
        Ok(brio_tls::extra_certificates().err().map(|error| error.to_string().into()))
    }

    fn set_default_roots(&self, pem: &[u8]) -> Result<u32, OpError> {
        let certificates = parse_certificates(pem);
        let roots = RootStore::new(&certificates)
            .map_err(|error| OpError::coded("ERR_CRYPTO_OPERATION_FAILED", error.message()))?;
        brio_tls::set_default_roots(roots);
        Ok(certificates.len() as u32)
    }

    fn session_new(&self, context: u32, flags: u8) -> Result<u32, OpError> {
        let context = self.built_context(context)?;
        let has = |flag| flags & flag != 0;
        let session = if has(tls_session_flags::SERVER) {
            let options = ServerOptions {
                requests_certificate: has(tls_session_flags::REQUEST_CERTIFICATE),
                requires_certificate: has(tls_session_flags::REQUIRE_CERTIFICATE),
                pauses_at_hello: has(tls_session_flags::PAUSE_AT_HELLO),
                ..ServerOptions::default()
            };
            Session::server(&context, &options)
        } else {
            Session::client(
                &context,
                &ClientOptions { requests_ocsp: has(tls_session_flags::REQUEST_OCSP), ..ClientOptions::default() },
            )
        };
        let mut session = session.map_err(|error| OpError::coded("ERR_CRYPTO_OPERATION_FAILED", error.message()))?;
        session.collect_events(has(tls_session_flags::COLLECT_KEY_LOG), has(tls_session_flags::COLLECT_SESSIONS));
        Ok(self.store_session(session))
    }

    fn session_drop(&self, session: u32) -> Result<(), OpError> {
        self.sessions.borrow_mut().remove(&session);
        self.psk_sources.borrow_mut().remove(&session);
        Ok(())
    }

    fn session_set_server_name(&self, session: u32, name: &str) -> Result<Option<Failure>, OpError> {
        self.with(session, |state| state.session.set_server_name(Some(name)).err().map(|error| thrown_failure(&error)))
    }

    fn session_set_protocols(&self, session: u32, protocols: &[u8]) -> Result<Option<Failure>, OpError> {
        let protocols = protocol_list(protocols);
        self.with(session, |state| match state.session.role() {
            brio_tls::Role::Client => state.session.set_protocols(&protocols).err().map(|error| thrown_failure(&error)),
            brio_tls::Role::Server => {
                state.session.set_alpn(AlpnPolicy::Prefer(protocols));
                None
            }
        })
    }

    fn session_set_verification(&self, session: u32, requests: bool, requires: bool) -> Result<(), OpError> {
        self.with(session, |state| state.session.set_client_verification(requests, requires))
    }

    fn session_collect(&self, session: u32, key_log: bool, sessions: bool) -> Result<(), OpError> {
        self.with(session, |state| state.session.collect_events(key_log, sessions))
    }

    fn session_resume(&self, session: u32, der: &[u8]) -> Result<bool, OpError> {
        self.with(session, |state| state.session.set_resumption(der))
    }

    fn session_set_psk<'cx>(&self, cx: Context<'cx>, session: u32, source: Value<'cx>) -> Result<(), Thrown<'cx>> {
        self.psk_sources.borrow_mut().insert(session, Rc::new(source.root(cx)));
        Ok(self.with(session, |state| state.session.set_psk_source(Arc::new(ScriptSource(session))))?)
    }

    fn session_set_psk_hint(&self, session: u32, hint: &str) -> Result<bool, OpError> {
        self.with(session, |state| state.session.set_psk_hint(hint))
    }

    fn session_feed(&self, session: u32, bytes: &[u8]) -> Result<(), OpError> {
        self.with(session, |state| state.session.feed(bytes))
    }

    fn session_handshake(&self, session: u32) -> Result<TlsHandshake, OpError> {
        self.with(session, |state| {
            let result = state.session.handshake();
            match state.keep(result) {
                None => TlsHandshake::Failed,
                Some(Handshake::NeedsInput) => TlsHandshake::NeedsInput,
                Some(Handshake::Done) => TlsHandshake::Done,
                Some(Handshake::Paused(_)) => TlsHandshake::Paused,
            }
        })
    }

    fn session_failure(&self, session: u32) -> Result<Option<Failure>, OpError> {
        self.with(session, |state| state.failure.as_ref().map(connection_failure))
    }

    fn session_hello(&self, session: u32) -> Result<Option<Hello>, OpError> {
        self.with(session, |state| {
            let Ok(Handshake::Paused(hello)) = state.session.handshake() else { return None };
            let protocols = hello
                .protocols
                .iter()
                .flat_map(|protocol| std::iter::once(protocol.len() as u8).chain(protocol.iter().copied()))
                .collect();
            Some(Hello {
                server_name: hello.server_name.map(Text::from),
                session_id: hello.session_id,
                has_ticket: hello.has_ticket,
                offers_tls13: hello.offers_tls13,
                protocols,
                wants_ocsp: hello.wants_ocsp,
            })
        })
    }

    fn session_reply_to_hello(&self, session: u32, reply: HelloReply<'_>) -> Result<Option<Failure>, OpError> {
        let HelloReply { context, alpn, protocols, resumed, ocsp } = reply;
        let context = if context == 0 { None } else { Some(self.built_context(context)?) };
        let alpn = match alpn {
            TlsAlpn::Unchanged => None,
            TlsAlpn::Prefer => Some(AlpnPolicy::Prefer(protocol_list(protocols))),
            TlsAlpn::Refuse => Some(AlpnPolicy::Refuse),
            TlsAlpn::Ignore => Some(AlpnPolicy::Ignore),
        };
        let answer = HelloAnswer {
            context,
            alpn,
            session: resumed.map(<[u8]>::to_vec),
            ocsp_response: ocsp.map(<[u8]>::to_vec),
        };
        self.with(session, |state| state.session.answer_hello(answer).err().map(|error| thrown_failure(&error)))
    }

    fn session_read(&self, session: u32, target: &mut [u8]) -> Result<i32, OpError> {
        self.with(session, |state| {
            let result = state.session.read(target);
            match state.keep(result) {
                None => tls_result::FAILED,
                Some(ReadOutcome::Bytes(count)) => count as i32,
                Some(ReadOutcome::NeedsInput) => tls_result::NEEDS_INPUT,
                Some(ReadOutcome::Closed) => tls_result::CLOSED,
            }
        })
    }

    fn session_write(&self, session: u32, bytes: &[u8]) -> Result<f64, OpError> {
        self.with(session, |state| {
            let result = state.session.write(bytes);
            state.keep(result).map_or(f64::from(tls_result::FAILED), |count| count as f64)
        })
    }

    fn session_output(&self, session: u32) -> Result<Option<Vec<u8>>, OpError> {
        self.with(session, |state| state.session.has_output().then(|| state.session.take_output()))
    }

    fn session_shutdown(&self, session: u32) -> Result<(), OpError> {
        self.with(session, |state| state.session.shutdown())
    }

    fn session_is_established(&self, session: u32) -> Result<bool, OpError> {
        self.with(session, |state| state.session.is_established())
    }

    fn session_renegotiate(&self, session: u32) -> Result<Option<Failure>, OpError> {
        self.with(session, |state| state.session.renegotiate().err().map(|error| thrown_failure(&error)))
    }

    fn session_set_max_send_fragment(&self, session: u32, bytes: u32) -> Result<bool, OpError> {
        self.with(session, |state| state.session.set_max_send_fragment(bytes))
    }

    fn session_take_sessions(&self, session: u32) -> Result<Vec<MadeSession>, OpError> {
        self.with(session, |state| {
            state.session.take_sessions().into_iter().map(|made| MadeSession { id: made.id, der: made.der }).collect()
        })
    }

    fn session_take_key_log(&self, session: u32) -> Result<Vec<String>, OpError> {
        self.with(session, |state| state.session.take_key_log())
    }

    fn session_string(&self, session: u32, which: TlsString) -> Result<Option<Text>, OpError> {
        self.with(session, |state| {
            let session = &state.session;
            match which {
                TlsString::Version => Some(session.protocol().into()),
                TlsString::Cipher => session.cipher().map(|cipher| cipher.name.into()),
                TlsString::CipherStandardName => session.cipher().map(|cipher| cipher.standard_name.into()),
                TlsString::CipherVersion => session.cipher().map(|cipher| cipher.version.into()),
                TlsString::ServerName => session.server_name().map(Text::from),
                TlsString::Protocol => session.selected_protocol().map(Text::Latin1),
                TlsString::VerifyCode => session.verify_result().map(|failure| failure.code.into()),
                TlsString::VerifyMessage => session.verify_result().map(|failure| failure.reason.into()),
            }
        })
    }

    fn session_bytes(&self, session: u32, which: TlsBytes) -> Result<Option<Vec<u8>>, OpError> {
        let not_empty = |bytes: Vec<u8>| (!bytes.is_empty()).then_some(bytes);
        self.with(session, |state| {
            let session = &state.session;
            match which {
                TlsBytes::Session => session.resumption(),
                TlsBytes::Ticket => session.ticket(),
                TlsBytes::Finished => not_empty(session.finished()),
                TlsBytes::PeerFinished => not_empty(session.peer_finished()),
                TlsBytes::OcspResponse => session.ocsp_response(),
                TlsBytes::OwnCertificate => session.own_certificate().and_then(|certificate| certificate.to_der().ok()),
            }
        })
    }

    fn session_is_resumed(&self, session: u32) -> Result<bool, OpError> {
        self.with(session, |state| state.session.is_resumed())
    }

    fn session_ticket_lifetime(&self, session: u32) -> Result<f64, OpError> {
        self.with(session, |state| state.session.ticket_lifetime_seconds().unwrap_or(-1.0))
    }

    fn session_key_exchange(&self, session: u32) -> Result<Option<KeyExchange>, OpError> {
        self.with(session, |state| {
            let key = state.session.key_exchange()?;
            let kind = if key.kind == KeyExchangeKind::FiniteField { "DH" } else { "ECDH" };
            Some(KeyExchange { type_: kind.into(), name: key.name.into(), size: key.bits })
        })
    }

    fn session_export(
        &self,
        session: u32,
        length: u32,
        label: &str,
        context: Option<&[u8]>,
    ) -> Result<Option<Vec<u8>>, OpError> {
        self.with(session, |state| state.session.export_keying_material(length as usize, label, context).ok())
    }

    fn session_signature_algorithms(&self, session: u32) -> Result<Vec<String>, OpError> {
        self.with(session, |state| state.session.shared_signature_algorithms())
    }

    fn session_peer_chain(&self, session: u32, whole: bool) -> Result<Vec<Certificate>, OpError> {
        self.with(session, |state| {
            let chain =
                if whole { state.session.peer_chain() } else { state.session.peer_certificate().into_iter().collect() };
            chain.iter().filter_map(|certificate| certificate::describe(certificate)).collect()
        })
    }

    fn describe_certificate(&self, bytes: &[u8]) -> Result<Option<Certificate>, OpError> {
        Ok(parse_certificate(bytes).ok().and_then(|certificate| certificate::describe(&certificate)))
    }
}

fn pem_texts(certificates: &[X509]) -> Vec<String> {
    certificates
        .iter()
        .filter_map(|certificate| certificate.to_pem().ok())
        .map(|pem| String::from_utf8_lossy(&pem).trim_end().to_string())
        .collect()
}

/// Splits length-prefixed names; a truncated name ends the list.
fn protocol_list(mut bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut protocols = Vec::new();
    while let Some((length, rest)) = bytes.split_first() {
        let Some((protocol, rest)) = rest.split_at_checked(usize::from(*length)) else { break };
        protocols.push(protocol.to_vec());
        bytes = rest;
    }
    protocols
}
