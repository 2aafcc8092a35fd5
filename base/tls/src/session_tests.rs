//! A client and a server, connected in memory.

use crate::identities_tests::{Identity, Options, self_signed};
use crate::*;

fn server_context(identity: &Identity) -> TlsContext {
    let mut builder = TlsContextBuilder::new(Some(0x0303), None).unwrap();
    builder.add_certificate_chain(&identity.certificate_pem()).unwrap();
    builder.add_key(&identity.key_pem(), None).unwrap();
    builder.build()
}

fn client_context(trusted: &[&Identity], max_version: Option<u16>) -> TlsContext {
    let mut builder = TlsContextBuilder::new(Some(0x0303), max_version).unwrap();
    trusted.iter().for_each(|identity| builder.add_roots(&identity.certificate_pem()).unwrap());
    builder.build()
}

fn client(context: &TlsContext) -> Session {
    Session::client(context, &ClientOptions { server_name: Some("localhost".into()), ..ClientOptions::default() })
        .unwrap()
}

/// Exchanges bytes between both sides until both are done or one fails.
fn shake(client: &mut Session, server: &mut Session) -> Result<(), TlsError> {
    for _ in 0..20 {
        let ours = client.handshake();
        server.feed(&client.take_output());
        let theirs = server.handshake();
        client.feed(&server.take_output());
        if ours? == Handshake::Done && theirs? == Handshake::Done {
            return Ok(());
        }
    }
    panic!("the handshake does not end");
}

fn read_all(session: &mut Session) -> Vec<u8> {
    let mut all = Vec::new();
    let mut buffer = [0; 1000];
    while let ReadOutcome::Bytes(count) = session.read(&mut buffer).unwrap() {
        all.extend_from_slice(&buffer[..count]);
    }
    all
}

fn established(max_version: Option<u16>, options: &Options<'_>) -> (Session, Session) {
    let identity = self_signed(options);
    let mut client = client(&client_context(&[&identity], max_version));
    let mut server = Session::server(&server_context(&identity), &ServerOptions::default()).unwrap();
    shake(&mut client, &mut server).unwrap();
    (client, server)
}

#[test]
fn both_versions_carry_data_both_ways_and_close() {
    for (version, name) in [(0x0303, "TLSv1.2"), (0x0304, "TLSv1.3")] {
        let (mut client, mut server) = established(Some(version), &Options::default());
        assert_eq!(client.protocol(), name);
        assert_eq!(client.cipher(), server.cipher());
        assert_eq!(client.verify_result(), None);
        assert_eq!(client.check_peer_name("localhost"), Ok(()));
        assert_eq!(server.server_name().as_deref(), Some("localhost"));
        let long = vec![b'x'; 100_000];
        assert_eq!(client.write(&long).unwrap(), long.len());
        server.feed(&client.take_output());
        assert_eq!(read_all(&mut server), long);
        server.write(b"answer").unwrap();
        server.shutdown();
        client.feed(&server.take_output());
        assert_eq!(read_all(&mut client), b"answer");
        assert_eq!(client.read(&mut [0; 8]).unwrap(), ReadOutcome::Closed);
        assert!(client.is_closed_by_peer());
        assert_eq!(
            client.export_keying_material(16, "EXPERIMENTAL", None).unwrap(),
            server.export_keying_material(16, "EXPERIMENTAL", None).unwrap()
        );
        assert_eq!(client.finished(), server.peer_finished());
    }
}

#[test]
fn half_a_record_waits_for_the_rest() {
    let (mut client, mut server) = established(None, &Options::default());
    client.write(b"hello").unwrap();
    for byte in client.take_output() {
        assert_eq!(server.read(&mut [0; 8]).unwrap(), ReadOutcome::NeedsInput);
        server.feed(&[byte]);
    }
    assert_eq!(read_all(&mut server), b"hello");
}

#[test]
fn trust_is_a_result() {
    let authority = self_signed(&Options { common_name: "authority", is_authority: true, ..Options::default() });
    let leaf = Options { issuer: Some(&authority), dns_names: &["localhost"], ..Options::default() };
    let expired = Options { is_expired: true, issuer: Some(&authority), ..Options::default() };
    for (identity, trusted, expected) in [
        (self_signed(&leaf), vec![&authority], None),
        (self_signed(&leaf), vec![], Some("UNABLE_TO_VERIFY_LEAF_SIGNATURE")),
        (self_signed(&Options::default()), vec![], Some("DEPTH_ZERO_SELF_SIGNED_CERT")),
        (self_signed(&expired), vec![&authority], Some("CERT_HAS_EXPIRED")),
    ] {
        let mut client = client(&client_context(&trusted, None));
        let mut server = Session::server(&server_context(&identity), &ServerOptions::default()).unwrap();
        shake(&mut client, &mut server).unwrap();
        assert_eq!(client.verify_result().map(|failure| failure.code), expected);
        let chain_length = if trusted.is_empty() { 1 } else { 2 };
        assert_eq!(client.peer_chain().len(), chain_length);
    }
}

#[test]
fn another_host_is_named_in_the_reason() {
    let (client, _) = established(None, &Options { dns_names: &["a.example", "b.example"], ..Options::default() });
    assert_eq!(
        client.check_peer_name("localhost"),
        Err("Host: localhost. is not in the cert's altnames: DNS:a.example, DNS:b.example".into())
    );
}

#[test]
fn garbage_fails_with_openssl_reason_and_an_alert() {
    let identity = self_signed(&Options::default());
    let mut server = Session::server(&server_context(&identity), &ServerOptions::default()).unwrap();
    server.feed(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    let error = server.handshake().unwrap_err();
    assert_eq!(error.connection_code(), "ERR_SSL_HTTP_REQUEST");
    assert_eq!(error.code(), "ERR_SSL_HTTP_REQUEST");
    let mut client = client(&client_context(&[&identity], None));
    client.handshake().unwrap();
    client.feed(b"HTTP/1.1 400 Bad Request\r\n\r\n");
    let error = client.handshake().unwrap_err();
    assert_eq!(error.connection_code(), "ERR_SSL_WRONG_VERSION_NUMBER");
    assert_eq!(error.entries()[0].library, "SSL routines");

    let (mut client, mut server) = established(None, &Options::default());
    client.write(b"secret").unwrap();
    let mut changed = client.take_output();
    *changed.last_mut().unwrap() ^= 1;
    server.feed(&changed);
    assert!(server.read(&mut [0; 8]).is_err());
    assert!(server.has_output(), "the alert waits");
}

#[test]
fn a_server_pauses_until_a_context_and_a_protocol_are_chosen() {
    let (first, second) =
        (self_signed(&Options::default()), self_signed(&Options { common_name: "second", ..Options::default() }));
    let options = ClientOptions {
        server_name: Some("second".into()),
        protocols: vec![b"h2".to_vec(), b"http/1.1".to_vec()],
        ..ClientOptions::default()
    };
    let mut client = Session::client(&client_context(&[&second], None), &options).unwrap();
    let paused = ServerOptions { pauses_at_hello: true, ..ServerOptions::default() };
    let mut server = Session::server(&server_context(&first), &paused).unwrap();
    client.handshake().unwrap();
    let hello_bytes = client.take_output();
    server.feed(&hello_bytes[..20]);
    assert_eq!(server.handshake().unwrap(), Handshake::NeedsInput);
    server.feed(&hello_bytes[20..]);
    let Handshake::Paused(hello) = server.handshake().unwrap() else { panic!("it does not pause") };
    assert_eq!(hello.server_name.as_deref(), Some("second"));
    assert_eq!(hello.protocols, [b"h2".to_vec(), b"http/1.1".to_vec()]);
    assert!(!server.has_output());
    let alpn = Some(AlpnPolicy::Prefer(vec![b"http/1.1".to_vec()]));
    server
        .answer_hello(HelloAnswer { context: Some(server_context(&second)), alpn, ..HelloAnswer::default() })
        .unwrap();
    shake(&mut client, &mut server).unwrap();
    assert_eq!(client.check_peer_name("second"), Ok(()));
    assert_eq!(client.selected_protocol().as_deref(), Some(&b"http/1.1"[..]));
    assert_eq!(client.verify_result(), None);
}

#[test]
fn without_a_common_protocol_the_handshake_fails() {
    let identity = self_signed(&Options::default());
    let options = ClientOptions { protocols: vec![b"h2".to_vec()], ..ClientOptions::default() };
    let mut client = Session::client(&client_context(&[&identity], None), &options).unwrap();
    let alpn = AlpnPolicy::Prefer(vec![b"http/1.1".to_vec()]);
    let mut server =
        Session::server(&server_context(&identity), &ServerOptions { alpn, ..ServerOptions::default() }).unwrap();
    let error = shake(&mut client, &mut server).unwrap_err();
    assert!(
        ["ERR_SSL_NO_APPLICATION_PROTOCOL", "ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL"]
            .contains(&error.connection_code().as_str()),
        "{error}"
    );
}

#[test]
fn sessions_resume_by_ticket() {
    let identity = self_signed(&Options::default());
    for version in [0x0303, 0x0304] {
        let (server_side, client_side) = (server_context(&identity), client_context(&[&identity], Some(version)));
        let mut first = client(&client_side);
        first.collect_events(true, true);
        let mut server = Session::server(&server_side, &ServerOptions::default()).unwrap();
        shake(&mut first, &mut server).unwrap();
        assert_eq!(read_all(&mut first), b"");
        let events = first.take_events();
        assert!(!events.key_log.is_empty());
        let session = events.sessions.last().expect("a session was made").der.clone();
        let options = ClientOptions { session: Some(session), ..ClientOptions::default() };
        let mut second = Session::client(&client_side, &options).unwrap();
        second.collect_events(false, true);
        let mut server = Session::server(&server_side, &ServerOptions::default()).unwrap();
        shake(&mut second, &mut server).unwrap();
        assert!(second.is_resumed() && server.is_resumed());
        assert!(!first.is_resumed());
        // The ticket stays valid: no other one follows.
        assert_eq!(read_all(&mut second), b"");
        assert!(second.take_events().sessions.is_empty());
    }
}

#[test]
fn ticket_keys_are_shared_between_contexts() {
    let identity = self_signed(&Options::default());
    let context = || {
        let mut builder = TlsContextBuilder::new(None, Some(0x0303)).unwrap();
        builder.add_certificate_chain(&identity.certificate_pem()).unwrap();
        builder.add_key(&identity.key_pem(), None).unwrap();
        builder.set_ticket_keys(&[9; 48]).unwrap();
        builder.build()
    };
    let client_side = client_context(&[&identity], None);
    let mut first = client(&client_side);
    shake(&mut first, &mut Session::server(&context(), &ServerOptions::default()).unwrap()).unwrap();
    let options = ClientOptions { session: first.resumption(), ..ClientOptions::default() };
    let mut second = Session::client(&client_side, &options).unwrap();
    shake(&mut second, &mut Session::server(&context(), &ServerOptions::default()).unwrap()).unwrap();
    assert!(second.is_resumed());
}

#[test]
fn a_client_certificate_is_asked_for_and_judged() {
    let (identity, other) =
        (self_signed(&Options::default()), self_signed(&Options { common_name: "client", ..Options::default() }));
    let mut builder = TlsContextBuilder::new(None, Some(0x0303)).unwrap();
    builder.add_certificate_chain(&other.certificate_pem()).unwrap();
    builder.add_key(&other.key_pem(), None).unwrap();
    let with_certificate = builder.build();
    let wanted = ServerOptions { requests_certificate: true, requires_certificate: true, ..ServerOptions::default() };
    let mut server = Session::server(&server_context(&identity), &wanted).unwrap();
    shake(&mut client(&with_certificate), &mut server).unwrap();
    assert_eq!(server.verify_result().map(|failure| failure.code), Some("DEPTH_ZERO_SELF_SIGNED_CERT"));
    assert_eq!(server.peer_certificate().unwrap().to_der().unwrap(), other.certificate.to_der().unwrap());
    let mut server = Session::server(&server_context(&identity), &wanted).unwrap();
    let error = shake(&mut client(&client_context(&[], Some(0x0303))), &mut server).unwrap_err();
    assert!(
        error.connection_code().contains("CERTIFICATE") || error.connection_code().contains("HANDSHAKE"),
        "{error}"
    );
}

#[test]
fn a_new_handshake_keeps_the_data_flowing() {
    let (mut client, mut server) = established(Some(0x0303), &Options::default());
    client.renegotiate().unwrap();
    for _ in 0..4 {
        server.feed(&client.take_output());
        assert_eq!(server.read(&mut [0; 8]).unwrap(), ReadOutcome::NeedsInput);
        client.feed(&server.take_output());
        assert_eq!(client.read(&mut [0; 8]).unwrap(), ReadOutcome::NeedsInput);
    }
    assert!(client.is_established() && server.is_established());
    client.write(b"after").unwrap();
    server.feed(&client.take_output());
    assert_eq!(read_all(&mut server), b"after");
}

#[test]
fn wrong_keys_and_texts_are_refused_with_their_codes() {
    let (one, two) = (self_signed(&Options::default()), self_signed(&Options::default()));
    let mut builder = TlsContextBuilder::new(None, None).unwrap();
    builder.add_certificate_chain(&one.certificate_pem()).unwrap();
    let error = builder.add_key(&two.key_pem(), None).unwrap_err();
    assert_eq!(error.code(), "ERR_OSSL_X509_KEY_VALUES_MISMATCH");
    assert_eq!(error.message(), "error:05800074:x509 certificate routines::key values mismatch");
    assert_eq!(builder.add_certificate_chain(b"text").unwrap_err().code(), "ERR_OSSL_PEM_NO_START_LINE");
    let locked = one.key.private_key_to_pem_pkcs8_passphrase(openssl::symm::Cipher::aes_128_cbc(), b"secret").unwrap();
    assert_eq!(builder.add_key(&locked, None).unwrap_err().code(), "ERR_OSSL_CRYPTO_INTERRUPTED_OR_CANCELLED");
    assert!(builder.add_key(&locked, Some(b"wrong")).is_err());
    builder.add_key(&locked, Some(b"secret")).unwrap();
    assert_eq!(builder.set_groups("none").unwrap_err().message(), "Failed to set ECDH curve");
    assert_eq!(builder.set_ciphers("none").unwrap_err().code(), "ERR_SSL_NO_CIPHER_MATCH");
}

#[test]
fn the_ciphers_have_known_names() {
    let names = cipher_names();
    for name in ["tls_aes_256_gcm_sha384", "ecdhe-rsa-aes128-gcm-sha256"] {
        assert!(names.iter().any(|one| one == name), "{name} of {names:?}");
    }
}
