// The functions of libuv that addons use, each called by an addon in C. What is expected is what Node.js 26.10 shows.
import assert from "node:assert";
import { createRequire } from "node:module";
import { test } from "../harness.ts";
import { buildAddon } from "./build_addon.ts";

const addon = createRequire(import.meta.url)(buildAddon("libuv"));

/** What `synchronous` and `asynchronous` report. */
const SYNCHRONOUS = `uv_err_name EAGAIN Unknown system error -12345
uv_err_name_r EOF
uv_strerror no such file or directory, Unknown system error -12345
uv_strerror_r operation canceled
uv_translate_sys_error -16 -16
uv_version 1, 1
uv_hrtime and uv_sleep 1
uv_now is that of the turn 1
uv_update_time 1
uv_os_getpid 1
uv_buf_init tex
uv_get_osfhandle 2 3
uv_available_parallelism 1
uv_mutex_init 0 0
uv_mutex_trylock 1 0
recursive uv_mutex_trylock 0
uv_rwlock_init 0
reading: 0 1
writing: 1 1 0
uv_sem_init 0
uv_sem_trywait 1 0
uv_key_create 0
uv_key_get 1
uv_key_get 1
uv_once 1
uv_cond_init 0
uv_barrier_init 0
uv_cond_timedwait 1
uv_thread_create 0
uv_thread_join 0
uv_barrier_wait 1
uv_thread_equal 1 0
uv_default_loop 1
uv_loop_size 1
uv_loop_get_data 1
async check fs_event fs_poll handle idle pipe poll prepare process stream tcp timer tty udp signal file
128 120 136 104 96 120 264 160 120 136 248 248 152 312 216 152
uv_timer_init 0
uv_handle_get_data 1 1
uv_handle_get_loop 1 1
uv_handle_get_type timer
uv_is_active 0, uv_is_closing 0
uv_has_ref 1 0 1
uv_timer_again 1
without a callback 1
uv_close 0 1
`;
const ASYNCHRONOUS = `uv_async_init 0
uv_poll_init 0
uv_poll_init_socket 0
uv_idle_init 0
uv_idle_start 0
uv_prepare_init 0
uv_prepare_start 0
uv_check_init 0
uv_check_start 0
uv_timer_init 0
uv_poll_start 0
uv_loop_alive 1
uv_poll_start 0 1 1 x
uv_async_send 1
uv_queue_work 0
uv_queue_work 0, on another thread 1
uv_timer_start 0
uv_timer_get_due_in 1
repeat 2
uv_timer_stop 0, then 0
phases ran: 1 1 1
uv_idle_stop 0
uv_prepare_stop 0
uv_check_stop 0
uv_poll_stop 0
all closed: 1 0
`;

test("errors, clocks, locks, threads and handles", () => {
  assert.strictEqual(addon.synchronous(), SYNCHRONOUS);
});

test("asyncs, polls, work, timers and phases of the loop", async () => {
  await new Promise((resolve) => addon.asynchronous(resolve));
  assert.strictEqual(addon.report(), ASYNCHRONOUS);
});

test("of eight jobs for four threads the last can be cancelled", async () => {
  addon.cancel();
  assert.strictEqual(addon.report(), "uv_cancel 0\n");
  // A job that ended counts 1, one that was cancelled 100.
  while (addon.cancelled() < 107) await new Promise((resolve) => setTimeout(resolve, 5));
  assert.strictEqual(addon.cancelled(), 107);
});
