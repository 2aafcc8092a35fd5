//! `native:fs`: the file system, for `node:fs`, `Bun.file` and Deno's functions. One file per family of calls; this one
//! only joins them to `ops/fs.ops.ts`, which describes each function.
//!
//! Does not: check arguments (`builtins/internal/node/fs`). Start reading at `path.rs` (how paths and errors cross),
//! then `descriptor.rs`.

mod at_once;
mod attributes;
mod copy_tree;
mod descriptor;
mod generated {
    pub mod fs_ops;
}
mod link;
mod make_dir;
mod path;
mod read_dir;
mod read_file;
mod remove;
mod stat;
mod watch;
mod write_file;

use brio_realm::op::{OpError, Text};
pub use generated::fs_ops::AREA;
use generated::fs_ops::{DirectoryEntries, FsOps, OpenFlagValues, SeekOrigin, WatchHandlers};
use rustix::fs::OFlags;

/// State of the area on one thread.
#[derive(Default)]
pub struct Fs {
    queues: watch::Queues,
}

/// Implements both the synchronous and the asynchronous form of a function.
macro_rules! both {
    ($($direct:ident, $later:ident($($argument:ident: $kind:ty),*) -> $result:ty = $work:path;)*) => {$(
        fn $direct(&self, $($argument: $kind),*) -> Result<$result, OpError> {
            $work($($argument),*)
        }

        fn $later($($argument: $kind),*) -> Result<$result, OpError> {
            $work($($argument),*)
        }
    )*};
}

impl FsOps for Fs {
    both! {
        open_sync, open(path: &str, flags: i32, mode: u32) -> i32 = descriptor::open;
        close_sync, close(fd: i32) -> () = descriptor::close;
        read_sync, read(fd: i32, buffer: &mut [u8], offset: f64, length: f64, position: f64) -> f64 = descriptor::read;
        write_sync, write(fd: i32, buffer: &[u8], offset: f64, length: f64, position: f64) -> f64 = descriptor::write;
        fsync_sync, fsync(fd: i32) -> () = descriptor::fsync;
        flock_sync, flock(fd: i32, is_exclusive: bool, waits: bool) -> bool = descriptor::flock;
        unlock_sync, unlock(fd: i32) -> () = descriptor::unlock;
        fdatasync_sync, fdatasync(fd: i32) -> () = descriptor::fdatasync;
        ftruncate_sync, ftruncate(fd: i32, length: f64) -> () = descriptor::ftruncate;

        read_file_sync, read_file(path: &str, flags: i32) -> Vec<u8> = read_file::read_file;
        read_file_text_sync, read_file_text(path: &str, flags: i32) -> Text = read_file::read_file_text;
        read_all_sync, read_all(fd: i32) -> Vec<u8> = read_file::read_all;
        write_file_sync, write_file(path: &str, data: &[u8], flags: i32, mode: u32) -> () = write_file::write_file;
        write_file_text_sync, write_file_text(path: &str, text: &str, flags: i32, mode: u32) -> () = write_file::write_file_text;
        write_all_sync, write_all(fd: i32, data: &[u8]) -> () = write_file::write_all;
        copy_file_sync, copy_file(source: &str, dest: &str, flags: i32) -> () = write_file::copy_file;
        copy_tree_sync, copy_tree(source: &str, dest: &str, flags: i32, keeps_targets: bool, keeps_times: bool) -> Option<Text> = copy_tree::copy_tree;

        stat_sync, stat(path: &str, out: &mut [u8], big: bool, missing_is_false: bool) -> bool = stat::stat;
        lstat_sync, lstat(path: &str, out: &mut [u8], big: bool, missing_is_false: bool) -> bool = stat::lstat;
        fstat_sync, fstat(fd: i32, out: &mut [u8], big: bool) -> () = stat::fstat;
        statfs_sync, statfs(path: &str, out: &mut [u8], big: bool) -> () = stat::statfs;
        exists_sync, exists(path: &str) -> bool = stat::exists;
        access_sync, access(path: &str, mode: i32) -> () = stat::access;
        real_path_sync, real_path(path: &str) -> Text = link::real_path;
        locate_sync, locate(path: &str) -> Text = link::real_path;
        read_link_sync, read_link(path: &str) -> Text = link::read_link;

        read_dir_sync, read_dir(path: &str) -> DirectoryEntries = read_dir::read_dir;
        next_entries_sync, next_entries(fd: i32) -> DirectoryEntries = read_dir::next_entries;
        make_dir_sync, make_dir(path: &str, mode: u32) -> () = make_dir::make_dir;
        make_dirs_sync, make_dirs(path: &str, mode: u32) -> Option<Text> = make_dir::make_dirs;
        make_temp_dir_sync, make_temp_dir(prefix: &str) -> Text = make_dir::make_temp_dir;
        remove_dir_sync, remove_dir(path: &str) -> () = remove::remove_dir;

        unlink_sync, unlink(path: &str) -> () = remove::unlink;
        remove_sync, remove(path: &str, recursive: bool, force: bool, max_retries: u32, retry_delay_ms: u32) -> () = remove::remove;
        rename_sync, rename(source: &str, dest: &str) -> () = link::rename;
        link_sync, link(existing: &str, dest: &str) -> () = link::link;
        symlink_sync, symlink(target: &str, path: &str) -> () = link::symlink;

        chmod_sync, chmod(path: &str, mode: u32) -> () = attributes::chmod;
        fchmod_sync, fchmod(fd: i32, mode: u32) -> () = attributes::fchmod;
        chown_sync, chown(path: &str, uid: u32, gid: u32) -> () = attributes::chown;
        lchown_sync, lchown(path: &str, uid: u32, gid: u32) -> () = attributes::lchown;
        fchown_sync, fchown(fd: i32, uid: u32, gid: u32) -> () = attributes::fchown;
        utimes_sync, utimes(path: &str, access_seconds: f64, modified_seconds: f64) -> () = attributes::utimes;
        lutimes_sync, lutimes(path: &str, access_seconds: f64, modified_seconds: f64) -> () = attributes::lutimes;
        futimes_sync, futimes(fd: i32, access_seconds: f64, modified_seconds: f64) -> () = attributes::futimes;
    }

    fn open_at_once(path: &str, flags: i32, _mode: u32) -> Option<Result<i32, OpError>> {
        at_once::open(path, flags)
    }

    fn close_at_once(fd: i32) -> Option<Result<(), OpError>> {
        at_once::close(fd)
    }

    fn read_at_once(
        fd: i32,
        buffer: &mut [u8],
        offset: f64,
        length: f64,
        position: f64,
    ) -> Option<Result<f64, OpError>> {
        at_once::read(fd, buffer, offset, length, position)
    }

    fn stat_at_once(path: &str, out: &mut [u8], big: bool, missing_is_false: bool) -> Option<Result<bool, OpError>> {
        at_once::stat(path, out, big, missing_is_false)
    }

    fn lstat_at_once(path: &str, out: &mut [u8], big: bool, missing_is_false: bool) -> Option<Result<bool, OpError>> {
        at_once::lstat(path, out, big, missing_is_false)
    }

    fn fstat_at_once(fd: i32, out: &mut [u8], big: bool) -> Option<Result<(), OpError>> {
        Some(stat::fstat(fd, out, big))
    }

    fn seek_sync(&self, fd: i32, offset: f64, origin: SeekOrigin) -> Result<f64, OpError> {
        descriptor::seek(fd, offset, origin)
    }

    fn cached_bytes_sync(&self, fd: i32, position: f64) -> Result<f64, OpError> {
        Ok(at_once::cached_bytes(fd, position))
    }

    fn open_flag_values(&self) -> Result<OpenFlagValues, OpError> {
        let value = |flags: OFlags| flags.bits() as i32;
        Ok(OpenFlagValues {
            direct: value(OFlags::DIRECT),
            directory: value(OFlags::DIRECTORY),
            no_follow: value(OFlags::NOFOLLOW),
            no_atime: value(OFlags::NOATIME),
            sync: value(OFlags::SYNC),
            // O_DSYNC of <fcntl.h>; rustix has the value of O_SYNC under this name.
            data_sync: 0o10000,
        })
    }

    fn sleep_sync(&self, milliseconds: u32) -> Result<(), OpError> {
        std::thread::sleep(std::time::Duration::from_millis(u64::from(milliseconds)));
        Ok(())
    }

    fn open_dir_sync(&self, path: &str) -> Result<i32, OpError> {
        read_dir::open_dir_sync(path)
    }

    fn open_dir(path: &str) -> Result<i32, OpError> {
        read_dir::open_dir(path)
    }

    fn watch_open_sync(&self, handlers: WatchHandlers) -> Result<i32, OpError> {
        self.queues.open(handlers)
    }

    fn watch_add_sync(&self, fd: i32, path: &str) -> Result<i32, OpError> {
        self.queues.add(fd, path)
    }

    fn watch_remove_sync(&self, fd: i32, watch: i32) -> Result<(), OpError> {
        self.queues.remove(fd, watch);
        Ok(())
    }
}
