use super::*;
use std::net::TcpListener;
use std::thread;

const RETRIES: QueryRetries = QueryRetries { timeout_ms: 200, timeout_ms_max: 0, tries: 1 };
const QUESTION: [u8; 17] = [0xab, 0xcd, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1];

fn response(flags: u8) -> Vec<u8> {
    let mut bytes = QUESTION.to_vec();
    bytes[2] = RESPONSE | flags;
    bytes
}

fn serve(replies: Vec<Vec<u8>>) -> String {
    let socket = UdpSocket::bind("127.0.0.1:0").unwrap();
    let address = socket.local_addr().unwrap().to_string();
    thread::spawn(move || {
        let mut buffer = [0; 512];
        let (_, from) = socket.recv_from(&mut buffer).unwrap();
        for reply in replies {
            socket.send_to(&reply, from).unwrap();
        }
    });
    address
}

#[test]
fn a_foreign_response_is_ignored() {
    let mut foreign = response(0);
    foreign[0] = 0;
    let server = serve(vec![foreign, response(1)]);
    assert_eq!(query(1, 1, &[server], &[], &QUESTION, &RETRIES), with_outcome(&response(1)));
}

#[test]
fn silence_is_a_timeout_and_a_closed_port_is_unreachable() {
    let silent = UdpSocket::bind("127.0.0.1:0").unwrap();
    let address = silent.local_addr().unwrap().to_string();
    assert_eq!(query(1, 1, std::slice::from_ref(&address), &[], &QUESTION, &RETRIES), [QueryOutcome::TimedOut as u8]);
    drop(silent);
    assert_eq!(query(1, 1, &[address], &[], &QUESTION, &RETRIES), [QueryOutcome::Unreachable as u8]);
}

#[test]
fn a_truncated_response_is_fetched_over_tcp() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let socket = UdpSocket::bind(address).unwrap();
    let server = thread::spawn(move || {
        let mut buffer = [0; 512];
        let (_, from) = socket.recv_from(&mut buffer).unwrap();
        socket.send_to(&response(TRUNCATED), from).unwrap();
        let (mut stream, _) = listener.accept().unwrap();
        let mut request = vec![0; QUESTION.len() + 2];
        stream.read_exact(&mut request).unwrap();
        let reply = response(0);
        stream.write_all(&[&(reply.len() as u16).to_be_bytes(), reply.as_slice()].concat()).unwrap();
        request[2..].to_vec()
    });
    assert_eq!(query(1, 1, &[address.to_string()], &[], &QUESTION, &RETRIES), with_outcome(&response(0)));
    assert_eq!(server.join().unwrap(), QUESTION);
}

#[test]
fn a_cancelled_query_ends_at_once() {
    let silent = UdpSocket::bind("127.0.0.1:0").unwrap();
    let address = silent.local_addr().unwrap().to_string();
    let begun = Instant::now();
    thread::spawn(|| {
        thread::sleep(Duration::from_millis(50));
        cancel(77, 3);
    });
    let retries = QueryRetries { timeout_ms: 20_000, ..RETRIES };
    assert_eq!(query(77, 3, std::slice::from_ref(&address), &[], &QUESTION, &retries), [QueryOutcome::Cancelled as u8]);
    assert!(begun.elapsed() < Duration::from_secs(5));
    assert_eq!(query(77, 4, &[address], &[], &QUESTION, &RETRIES), [QueryOutcome::TimedOut as u8]);
}
