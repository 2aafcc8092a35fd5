use super::{begin, deliver, end, measure, take, thread_number};

// One test: whether jobs are measured is a fact of the process.
#[test]
fn a_job_is_measured_on_its_thread_when_a_program_records_it() {
    assert_eq!(end(begin()), None);
    measure(true);
    let (job, thread) = std::thread::spawn(|| (end(begin()), thread_number())).join().unwrap();
    measure(false);
    let times = job.unwrap();
    assert_eq!(times.thread, thread);
    assert_ne!(times.thread, thread_number());
    assert!(times.end_us >= times.begin_us && times.begin_us > 0.0);
    assert!(times.clock_end_us >= times.clock_begin_us && times.clock_end_us < times.end_us);
    deliver(job);
    assert_eq!(take(), job);
    assert_eq!(take(), None);
}
