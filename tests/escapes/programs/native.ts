// Ways out of native code (`native.c`), each as a child and as an addon.
import { escape, type Escape, type Proof } from "../programs.ts";

/** The name in `native.c`, and where it is from. */
const ATTACKS: [Proof, string, [string, string][]][] = [
  [
    "secret",
    "the secret is read",
    [
      ["open_directly", "native code makes its own system calls"],
      ["open_by_open", "the older system call"],
      ["open_from_folder", "a path from a descriptor of a folder"],
      ["open_by_openat2", "the newer system call"],
      ["open_root_of_self", "GHSA-23rx-c3g5-hv9w: files of /proc"],
      ["open_path_again", "a descriptor without rights that is opened again"],
      ["link_by_descriptor", "linkat of a descriptor, which names no path"],
      ["exchange", "renameat2 that exchanges two files across the border"],
      ["open_by_handle", "open_by_handle_at (the Docker escape of 2014): handles have no path"],
      ["map", "a file in memory"],
      ["send_file", "sendfile"],
      ["copy_range", "copy_file_range"],
      ["race", "a check and a use that are two steps (TOCTOU)"],
      ["read_by_ring", "io_uring passes no filter of system calls"],
      ["list_names", "names of files"],
      ["mount_folder", "a mount of the folder to another place"],
      ["name_space", "CVE-2021-41133 and others: a new user name space gives the rights to mount"],
      ["other_root", "chroot"],
      ["fork_and_start", "children"],
      ["vfork_and_start", "children"],
      ["spawn", "children"],
      ["clone_and_start", "children"],
      ["start_from_memory", "memfd_create and execveat: a program without a path"],
      ["start_by_loader", "the loader starts what may not be started"],
      ["trace", "ptrace of another process of the user"],
      ["read_memory", "process_vm_readv of another process"],
      ["read_memory_by_file", "/proc/PID/mem of another process"],
      ["take_descriptor", "pidfd_getfd of another process"],
      ["root_of_other", "/proc/PID/root of another process"],
      ["folder_of_other", "/proc/PID/cwd of another process"],
      ["variables_of_other", "/proc/PID/environ of another process"],
      ["root_of_thread", "/proc/PID/task/TID/root of another process"],
      ["read_shared_memory", "CVE-2013-0254 and others: memory of System V, by a number that can be guessed"],
      ["read_messages", "messages of System V, by a number"],
      ["write_own_memory", "/proc/self/mem writes over constants: a path that was checked is another one"],
      ["open_by_tree", "open_tree opens a path as a place"],
      ["read_key", "keys of the user, by a name"],
      ["request_key", "keys of the user, by a name"],
      ["take_passed_descriptor", "a descriptor that another process passes (SCM_RIGHTS)"],
      ["variables_of_ancestors", "/proc/PID/environ of the processes that started this one"],
      ["memory_of_ancestors", "process_vm_readv of the process that started this one, and PR_SET_DUMPABLE"],
      ["trace_seized", "ptrace without a stop"],
      ["name_space_by_clone3", "clone3, whose arguments no filter sees"],
      ["mount_by_tree", "open_tree that copies a mount"],
      ["join_name_space", "CVE-2022-31214 (firejail --join): the name spaces of another process"],
    ],
  ],
  [
    "change",
    "something outside is changed",
    [
      ["truncate_file", "truncate has no descriptor"],
      ["empty_by_open", "open with O_TRUNC for reading only"],
      ["make_file", "a new file"],
      ["make_folder", "a new folder"],
      ["make_pipe", "a named pipe"],
      ["make_link", "a symbolic link"],
      ["make_temporary", "a file without a name that gets one outside"],
      ["make_socket", "a socket file"],
      ["remove_file", "removal"],
      ["remove_folder", "removal"],
      ["move_out", "a move across the border"],
      ["change_mode", "chmod"],
      ["change_attribute", "times and attributes"],
      ["change_mode_in_folder", "fchmodat"],
      ["change_mode_by_flags", "fchmodat2, a newer system call"],
      ["change_mode_of_descriptor", "CVE-2024-36137: fchmod of a file that may be read"],
      ["change_times_of_descriptor", "CVE-2025-55132: futimens of a file that may be read"],
      ["change_times_by_old_call", "utime"],
      ["dump_core", "the kernel writes a file of memory into the working folder"],
      ["change_mode_in_race", "a path that another thread changes"],
    ],
  ],
  [
    "killed",
    "another process is ended",
    [
      ["signal_process", "kill"],
      ["signal_thread", "tgkill"],
      ["signal_thread_only", "tkill"],
      ["signal_by_handle", "pidfd_send_signal"],
      ["signal_queue", "sigqueue"],
      ["signal_by_descriptor", "F_SETOWN: a signal for the owner of a descriptor"],
      ["signal_by_socket", "FIOSETOWN: a signal for the owner of a socket"],
      ["end_by_trace", "PTRACE_O_EXITKILL"],
      ["write_memory", "process_vm_writev of another process"],
      ["datagram_to_path", "a datagram to a Unix socket of another program"],
      ["remove_semaphore", "semaphores of System V, by a number"],
      ["remove_message_queue", "queues of messages have names that are no paths"],
      ["datagram_from_pair", "a pair of sockets sends datagrams to those of other programs, such as /dev/log"],
      ["datagram_from_connected_pair", "a pair of sockets that is connected anew"],
    ],
  ],
  [
    "reached",
    "a server that is not allowed is reached",
    [
      ["connect_port", "another port"],
      ["connect_host", "another host at the allowed port"],
      ["connect_mapped", "an IPv4 address in an IPv6 one"],
      ["connect_multipath", "landlock-lsm/linux#54: MPTCP is not TCP for Landlock"],
      ["fast_open", "landlock-lsm/linux#41: MSG_FASTOPEN connects without connect"],
      ["fast_open_message", "landlock-lsm/linux#41: MSG_FASTOPEN connects without connect"],
      ["fast_open_option", "landlock-lsm/linux#41: TCP_FASTOPEN_CONNECT"],
      ["connect_by_own_listener", "seccomp: the last filter of equal strictness counts"],
      ["connect_in_race", "an address that another thread changes"],
      ["datagram", "UDP: Landlock knows TCP only"],
      ["raw_datagram", "a raw socket"],
      ["connect_abstract", "an abstract Unix socket"],
      ["connect_local", "a Unix socket of another program, such as docker.sock"],
    ],
  ],
  [
    "listening",
    "a server where none is allowed",
    [
      ["listen_on_port", "another port"],
      ["listen_multipath", "landlock-lsm/linux#54: MPTCP is not TCP for Landlock"],
    ],
  ],
];

const words = (name: string): string =>
  `[${JSON.stringify(name)}, secretFile, outside, work, place.otherPort, place.allowedPort, place.victim, place.abstractSocket, place.socket, place.otherListenPort].map(String)`;

/**
 * A process with threads can neither get a new user name space nor join one of mounts. What descends from the program has its
 * variables; the program's own parent is the test.
 */
const ONLY_IN_CHILDREN = ["name_space", "join_name_space", "variables_of_ancestors", "memory_of_ancestors"];

export const native: Escape[] = ATTACKS.flatMap(([proof, , attacks]) =>
  attacks.flatMap(([name, from]) => {
    const inChild = `require("node:child_process").spawnSync(place.probe, ${words(name)}, { stdio: ["ignore", "inherit", "ignore"], timeout: 5000 })`;
    const inAddon = `fs.writeFileSync(work + "/attack", ${words(name)}.join("\\n") + "\\n"); process.chdir(work); require(place.addon)`;
    const both = [
      escape(`${name} in a child`, from, proof, inChild, { native: true, starts: ["probe", "cat"] }),
      escape(`${name} in an addon`, from, proof, inAddon, { native: true }),
    ];
    return ONLY_IN_CHILDREN.includes(name) ? both.slice(0, 1) : both;
  }),
);
