use super::Queue;

#[test]
fn the_highest_come_first_and_each_once() {
    let mut queue = Queue::default();
    for (node, depth, path) in [(1, 2, "/p/b"), (2, 1, "/p/z"), (3, 2, "/p/B"), (4, 2, "/p/_a"), (2, 0, "/")] {
        queue.push(node, || (depth, path.to_string()));
    }
    let order: Vec<_> = std::iter::from_fn(|| queue.pop()).collect();
    assert_eq!(order, [2, 4, 1, 3]);
    queue.push(2, || (0, String::new()));
    assert_eq!((queue.pop(), queue.pop()), (Some(2), None));
}
