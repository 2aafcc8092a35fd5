// @generated from ops/fs.ops.ts by `./x codegen`. Do not edit.
#![allow(clippy::all, dead_code, unused_imports, unused_mut, unused_variables, missing_docs)]
use crate::Fs;
use brio_realm::jsc::{Arguments, Context, NativeFunction, PinnedBytes, Value};
use brio_realm::op::{self, Area, AreaFunction, OpError, Text, Thrown};
use std::path::{Path, PathBuf};

/// The `O_…` values that differ between processors.
#[derive(Debug)]
pub struct OpenFlagValues {
    pub direct: i32,
    pub directory: i32,
    pub no_follow: i32,
    pub no_atime: i32,
    pub sync: i32,
    pub data_sync: i32,
}

impl<'cx> op::IntoValue<'cx> for OpenFlagValues {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let object = cx.object();
        object.set(cx, "direct", op::IntoValue::into_value(self.direct, cx)?)?;
        object.set(cx, "directory", op::IntoValue::into_value(self.directory, cx)?)?;
        object.set(cx, "noFollow", op::IntoValue::into_value(self.no_follow, cx)?)?;
        object.set(cx, "noAtime", op::IntoValue::into_value(self.no_atime, cx)?)?;
        object.set(cx, "sync", op::IntoValue::into_value(self.sync, cx)?)?;
        object.set(cx, "dataSync", op::IntoValue::into_value(self.data_sync, cx)?)?;
        Ok(object)
    }
}
impl op::ArrayItem for OpenFlagValues {}

/// Entries of a directory, without "." and "..".
#[derive(Debug)]
pub struct DirectoryEntries {
    /// The names, joined by "/", which no name contains: one string crosses faster than many.
    pub names: Text,
    /// One `UV_DIRENT_…` of libuv per name.
    pub types: Vec<u8>,
}

impl<'cx> op::IntoValue<'cx> for DirectoryEntries {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let object = cx.object();
        object.set(cx, "names", op::IntoValue::into_value(self.names, cx)?)?;
        object.set(cx, "types", op::IntoValue::into_value(self.types, cx)?)?;
        Ok(object)
    }
}
impl op::ArrayItem for DirectoryEntries {}

/// What a position counts from (lseek(2)).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum SeekOrigin {
    Start = 0,
    Current = 1,
    End = 2,
}

impl SeekOrigin {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: u8) -> Option<Self> {
        Some(match number {
            0 => Self::Start,
            1 => Self::Current,
            2 => Self::End,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for SeekOrigin {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <u8 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of SeekOrigin")
    }
}

impl<'cx> op::IntoValue<'cx> for SeekOrigin {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as u8, cx)
    }
}

/// How a file is copied: Node's `COPYFILE_…`.
pub mod copy_flags {
    /// Fails if the destination exists.
    pub const EXCLUSIVE: i32 = 1;
    /// Tries a reflink.
    pub const CLONE: i32 = 2;
    /// Requires a reflink.
    pub const CLONE_FORCE: i32 = 4;
}

/// The numbers of `stat`, by their index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum StatField {
    Device = 0,
    Mode = 1,
    LinkCount = 2,
    Uid = 3,
    Gid = 4,
    SpecialDevice = 5,
    BlockBytes = 6,
    Inode = 7,
    Size = 8,
    Blocks = 9,
    AccessSeconds = 10,
    AccessNanoseconds = 11,
    ModifiedSeconds = 12,
    ModifiedNanoseconds = 13,
    ChangedSeconds = 14,
    ChangedNanoseconds = 15,
    BirthSeconds = 16,
    BirthNanoseconds = 17,
    /// How many there are.
    Count = 18,
}

impl StatField {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: u8) -> Option<Self> {
        Some(match number {
            0 => Self::Device,
            1 => Self::Mode,
            2 => Self::LinkCount,
            3 => Self::Uid,
            4 => Self::Gid,
            5 => Self::SpecialDevice,
            6 => Self::BlockBytes,
            7 => Self::Inode,
            8 => Self::Size,
            9 => Self::Blocks,
            10 => Self::AccessSeconds,
            11 => Self::AccessNanoseconds,
            12 => Self::ModifiedSeconds,
            13 => Self::ModifiedNanoseconds,
            14 => Self::ChangedSeconds,
            15 => Self::ChangedNanoseconds,
            16 => Self::BirthSeconds,
            17 => Self::BirthNanoseconds,
            18 => Self::Count,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for StatField {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <u8 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of StatField")
    }
}

impl<'cx> op::IntoValue<'cx> for StatField {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as u8, cx)
    }
}

/// The numbers of `statfs`, by their index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum StatFsField {
    Type = 0,
    BlockBytes = 1,
    FragmentBytes = 2,
    Blocks = 3,
    FreeBlocks = 4,
    AvailableBlocks = 5,
    Files = 6,
    FreeFiles = 7,
    /// How many there are.
    Count = 8,
}

impl StatFsField {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: u8) -> Option<Self> {
        Some(match number {
            0 => Self::Type,
            1 => Self::BlockBytes,
            2 => Self::FragmentBytes,
            3 => Self::Blocks,
            4 => Self::FreeBlocks,
            5 => Self::AvailableBlocks,
            6 => Self::Files,
            7 => Self::FreeFiles,
            8 => Self::Count,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for StatFsField {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <u8 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of StatFsField")
    }
}

impl<'cx> op::IntoValue<'cx> for StatFsField {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as u8, cx)
    }
}

/// What an event queue reports.
pub struct WatchHandlers {
    /// Called as a task with raw `inotify_event` records in native byte order.
    pub events: op::Root,
}

impl<'cx> op::FromArgument<'cx> for WatchHandlers {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        Ok(Self { events: op::handler(cx, value, "events")? })
    }
}

/// What `crate::Fs` implements.
pub trait FsOps {
    /// The values of this machine's open flags; constant for the process.
    /// @permission none: constants of the processor
    fn open_flag_values(&self) -> Result<OpenFlagValues, OpError>;
    /// Opens `path` with close-on-exec. `flags` are the system's `O_…`; `mode` applies to a file that is created.
    /// @permission open(path, flags)
    fn open_sync(&self, path: &str, flags: i32, mode: u32) -> Result<i32, OpError>;
    /// `openSync`, off the thread. @atOnce
    /// @permission open(path, flags)
    fn open(path: &str, flags: i32, mode: u32) -> Result<i32, OpError>;
    /// `open` on the thread of the realm, if it cannot block; None when it might.
    fn open_at_once(path: &str, flags: i32, mode: u32) -> Option<Result<i32, OpError>>;
    /// Closes a descriptor. EINTR counts as closed.
    /// @permission none: works on an open descriptor
    fn close_sync(&self, fd: i32) -> Result<(), OpError>;
    /// `closeSync`, off the thread. @atOnce
    /// @permission none: works on an open descriptor
    fn close(fd: i32) -> Result<(), OpError>;
    /// `close` on the thread of the realm, if it cannot block; None when it might.
    fn close_at_once(fd: i32) -> Option<Result<(), OpError>>;
    /// Reads at most `length` bytes into `buffer` at `offset` (bytes). `position` -1: at the file's own position. Returns the count.
    /// @permission none: works on an open descriptor
    fn read_sync(&self, fd: i32, buffer: &mut [u8], offset: f64, length: f64, position: f64) -> Result<f64, OpError>;
    /// `readSync`, off the thread. @atOnce
    /// @permission none: works on an open descriptor
    fn read(fd: i32, buffer: &mut [u8], offset: f64, length: f64, position: f64) -> Result<f64, OpError>;
    /// `read` on the thread of the realm, if it cannot block; None when it might.
    fn read_at_once(
        fd: i32,
        buffer: &mut [u8],
        offset: f64,
        length: f64,
        position: f64,
    ) -> Option<Result<f64, OpError>>;
    /// Sets the file's own position: `offset` bytes from the origin. Returns it.
    /// @permission none: works on an open descriptor
    fn seek_sync(&self, fd: i32, offset: f64, origin: SeekOrigin) -> Result<f64, OpError>;
    /// Writes at most `length` bytes of `buffer` from `offset` on. `position` -1: at the file's own position. Returns the count.
    /// @permission none: works on an open descriptor
    fn write_sync(&self, fd: i32, buffer: &[u8], offset: f64, length: f64, position: f64) -> Result<f64, OpError>;
    /// `writeSync`, off the thread.
    /// @permission none: works on an open descriptor
    fn write(fd: i32, buffer: &[u8], offset: f64, length: f64, position: f64) -> Result<f64, OpError>;
    /// Flushes data and metadata to the disk.
    /// @permission metadata("fsync", fd)
    fn fsync_sync(&self, fd: i32) -> Result<(), OpError>;
    /// `fsyncSync`, off the thread.
    /// @permission metadata("fsync", fd)
    fn fsync(fd: i32) -> Result<(), OpError>;
    /// Flushes the data to the disk.
    /// @permission metadata("fdatasync", fd)
    fn fdatasync_sync(&self, fd: i32) -> Result<(), OpError>;
    /// `fdatasyncSync`, off the thread.
    /// @permission metadata("fdatasync", fd)
    fn fdatasync(fd: i32) -> Result<(), OpError>;
    /// Locks the file of `fd` against other openings of it (flock): exclusively or shared. With `waits` false it returns
    /// at once when another holder has the lock. Returns whether it is locked.
    /// @permission none: works on an open descriptor
    fn flock_sync(&self, fd: i32, is_exclusive: bool, waits: bool) -> Result<bool, OpError>;
    /// `flockSync`, off the thread.
    /// @permission none: works on an open descriptor
    fn flock(fd: i32, is_exclusive: bool, waits: bool) -> Result<bool, OpError>;
    /// Releases the lock.
    /// @permission none: works on an open descriptor
    fn unlock_sync(&self, fd: i32) -> Result<(), OpError>;
    /// `unlockSync`, off the thread.
    /// @permission none: works on an open descriptor
    fn unlock(fd: i32) -> Result<(), OpError>;
    /// Truncates or extends the file to `length` bytes.
    /// @permission none: works on an open descriptor
    fn ftruncate_sync(&self, fd: i32, length: f64) -> Result<(), OpError>;
    /// `ftruncateSync`, off the thread.
    /// @permission none: works on an open descriptor
    fn ftruncate(fd: i32, length: f64) -> Result<(), OpError>;
    /// How many bytes a regular file has from `position` on, at most 4 MiB, if its first and last pages are cached, so
    /// that sending them would not wait for a disk. 0 at its end, -1 for other files.
    /// @permission none: works on an open descriptor
    fn cached_bytes_sync(&self, fd: i32, position: f64) -> Result<f64, OpError>;
    /// The bytes of a file. Opened with `flags`; syscall `open`, `fstat` or `read`; errors after opening have no path.
    /// @permission open(path, flags)
    fn read_file_sync(&self, path: &str, flags: i32) -> Result<Vec<u8>, OpError>;
    /// `readFileSync`, off the thread.
    /// @permission open(path, flags)
    fn read_file(path: &str, flags: i32) -> Result<Vec<u8>, OpError>;
    /// A file decoded as UTF-8: malformed sequences become U+FFFD, a byte-order mark stays.
    /// @permission open(path, flags)
    fn read_file_text_sync(&self, path: &str, flags: i32) -> Result<Text, OpError>;
    /// `readFileTextSync`, off the thread.
    /// @permission open(path, flags)
    fn read_file_text(path: &str, flags: i32) -> Result<Text, OpError>;
    /// The bytes from the descriptor's position to the end of the file.
    /// @permission none: works on an open descriptor
    fn read_all_sync(&self, fd: i32) -> Result<Vec<u8>, OpError>;
    /// `readAllSync`, off the thread.
    /// @permission none: works on an open descriptor
    fn read_all(fd: i32) -> Result<Vec<u8>, OpError>;
    /// Opens, writes all of `data`, closes.
    /// @permission open(path, flags)
    fn write_file_sync(&self, path: &str, data: &[u8], flags: i32, mode: u32) -> Result<(), OpError>;
    /// `writeFileSync`, off the thread.
    /// @permission open(path, flags)
    fn write_file(path: &str, data: &[u8], flags: i32, mode: u32) -> Result<(), OpError>;
    /// The same with the UTF-8 encoding of `text`.
    /// @permission open(path, flags)
    fn write_file_text_sync(&self, path: &str, text: &str, flags: i32, mode: u32) -> Result<(), OpError>;
    /// `writeFileTextSync`, off the thread.
    /// @permission open(path, flags)
    fn write_file_text(path: &str, text: &str, flags: i32, mode: u32) -> Result<(), OpError>;
    /// Writes all of `data` at the descriptor's position.
    /// @permission none: works on an open descriptor
    fn write_all_sync(&self, fd: i32, data: &[u8]) -> Result<(), OpError>;
    /// `writeAllSync`, off the thread.
    /// @permission none: works on an open descriptor
    fn write_all(fd: i32, data: &[u8]) -> Result<(), OpError>;
    /// Copies the contents and mode.
    /// @permission read(source)
    /// @permission write(dest)
    fn copy_file_sync(&self, source: &str, dest: &str, flags: i32) -> Result<(), OpError>;
    /// `copyFileSync`, off the thread.
    /// @permission read(source)
    /// @permission write(dest)
    fn copy_file(source: &str, dest: &str, flags: i32) -> Result<(), OpError>;
    /// Copies the entries of the directory `source` into the new, empty directory `dest`. Relative targets of links become
    /// absolute unless `keepsTargets`; `keepsTimes` copies the times. Returns null, or what cannot be copied and its
    /// destination: `socket PATH`, `fifo PATH`, `unknown PATH`. Not for restricted programs: only the two directories are
    /// checked.
    /// @permission read(source)
    /// @permission write(dest)
    fn copy_tree_sync(
        &self,
        source: &str,
        dest: &str,
        flags: i32,
        keeps_targets: bool,
        keeps_times: bool,
    ) -> Result<Option<Text>, OpError>;
    /// `copyTreeSync`, off the thread.
    /// @permission read(source)
    /// @permission write(dest)
    fn copy_tree(
        source: &str,
        dest: &str,
        flags: i32,
        keeps_targets: bool,
        keeps_times: bool,
    ) -> Result<Option<Text>, OpError>;
    /// Writes the numbers of `StatField` into `out`: as f64, or as i64 when `big`. False, without throwing, when the file is
    /// missing (ENOENT, ENOTDIR) and `missingIsFalse`.
    /// @permission readOpened(path)
    fn stat_sync(&self, path: &str, out: &mut [u8], big: bool, missing_is_false: bool) -> Result<bool, OpError>;
    /// `statSync`, off the thread. @atOnce
    /// @permission readOpened(path)
    fn stat(path: &str, out: &mut [u8], big: bool, missing_is_false: bool) -> Result<bool, OpError>;
    /// `stat` on the thread of the realm, if it cannot block; None when it might.
    fn stat_at_once(path: &str, out: &mut [u8], big: bool, missing_is_false: bool) -> Option<Result<bool, OpError>>;
    /// As `stat`, of the link itself.
    /// @permission readOpenedEntry(path)
    fn lstat_sync(&self, path: &str, out: &mut [u8], big: bool, missing_is_false: bool) -> Result<bool, OpError>;
    /// `lstatSync`, off the thread. @atOnce
    /// @permission readOpenedEntry(path)
    fn lstat(path: &str, out: &mut [u8], big: bool, missing_is_false: bool) -> Result<bool, OpError>;
    /// `lstat` on the thread of the realm, if it cannot block; None when it might.
    fn lstat_at_once(path: &str, out: &mut [u8], big: bool, missing_is_false: bool) -> Option<Result<bool, OpError>>;
    /// As `stat`, of a descriptor.
    /// @permission none: works on an open descriptor
    fn fstat_sync(&self, fd: i32, out: &mut [u8], big: bool) -> Result<(), OpError>;
    /// `fstatSync`, off the thread. @atOnce
    /// @permission none: works on an open descriptor
    fn fstat(fd: i32, out: &mut [u8], big: bool) -> Result<(), OpError>;
    /// `fstat` on the thread of the realm, if it cannot block; None when it might.
    fn fstat_at_once(fd: i32, out: &mut [u8], big: bool) -> Option<Result<(), OpError>>;
    /// Writes the numbers of `StatFsField`: as f64, or as i64 when `big`.
    /// @permission readOpened(path)
    /// @permission sys("statfs")
    fn statfs_sync(&self, path: &str, out: &mut [u8], big: bool) -> Result<(), OpError>;
    /// `statfsSync`, off the thread.
    /// @permission readOpened(path)
    /// @permission sys("statfs")
    fn statfs(path: &str, out: &mut [u8], big: bool) -> Result<(), OpError>;
    /// Whether `path` exists; never throws.
    /// @permission read(path)
    fn exists_sync(&self, path: &str) -> Result<bool, OpError>;
    /// `existsSync`, off the thread.
    /// @permission read(path)
    fn exists(path: &str) -> Result<bool, OpError>;
    /// Throws unless the process may access `path` as `mode` says (`R_OK`, `W_OK`, `X_OK` of access(2), or 0: exists).
    /// @permission readOpened(path)
    fn access_sync(&self, path: &str, mode: i32) -> Result<(), OpError>;
    /// `accessSync`, off the thread.
    /// @permission readOpened(path)
    fn access(path: &str, mode: i32) -> Result<(), OpError>;
    /// The absolute path without links, by the system's `realpath`.
    /// @permission read(path)
    fn real_path_sync(&self, path: &str) -> Result<Text, OpError>;
    /// `realPathSync`, off the thread.
    /// @permission read(path)
    fn real_path(path: &str) -> Result<Text, OpError>;
    /// The same for `fs.realpath`, which Node's model allows.
    /// @permission locate(path)
    fn locate_sync(&self, path: &str) -> Result<Text, OpError>;
    /// `locateSync`, off the thread.
    /// @permission locate(path)
    fn locate(path: &str) -> Result<Text, OpError>;
    /// The target of a symbolic link.
    /// @permission readEntry(path)
    fn read_link_sync(&self, path: &str) -> Result<Text, OpError>;
    /// `readLinkSync`, off the thread.
    /// @permission readEntry(path)
    fn read_link(path: &str) -> Result<Text, OpError>;
    /// All entries of a directory, sorted by the bytes of their names. Unknown types are resolved. Syscall `scandir`.
    /// @permission readOpened(path)
    fn read_dir_sync(&self, path: &str) -> Result<DirectoryEntries, OpError>;
    /// `readDirSync`, off the thread.
    /// @permission readOpened(path)
    fn read_dir(path: &str) -> Result<DirectoryEntries, OpError>;
    /// Opens a directory for `nextEntries`; close it with `close`. Syscall `opendir`; only the asynchronous error names the path.
    /// @permission readOpened(path)
    fn open_dir_sync(&self, path: &str) -> Result<i32, OpError>;
    /// `openDirSync`, off the thread.
    /// @permission readOpened(path)
    fn open_dir(path: &str) -> Result<i32, OpError>;
    /// The next entries of an open directory in the system's order (at most 32 kB); no names at the end. Syscall
    /// `scandir`.
    /// @permission none: works on an open descriptor
    fn next_entries_sync(&self, fd: i32) -> Result<DirectoryEntries, OpError>;
    /// `nextEntriesSync`, off the thread.
    /// @permission none: works on an open descriptor
    fn next_entries(fd: i32) -> Result<DirectoryEntries, OpError>;
    /// Creates one directory.
    /// @permission writeEntry(path)
    fn make_dir_sync(&self, path: &str, mode: u32) -> Result<(), OpError>;
    /// `makeDirSync`, off the thread.
    /// @permission writeEntry(path)
    /// @refusesAtOnce
    fn make_dir(path: &str, mode: u32) -> Result<(), OpError>;
    /// Creates a directory with its parents. Returns the first one created, or null if all existed.
    /// @permission writeEntry(path)
    fn make_dirs_sync(&self, path: &str, mode: u32) -> Result<Option<Text>, OpError>;
    /// `makeDirsSync`, off the thread.
    /// @permission writeEntry(path)
    /// @refusesAtOnce
    fn make_dirs(path: &str, mode: u32) -> Result<Option<Text>, OpError>;
    /// Creates a directory called `prefix` plus six random characters, mode 0700, and returns its path.
    /// @permission temporary(prefix)
    fn make_temp_dir_sync(&self, prefix: &str) -> Result<Text, OpError>;
    /// `makeTempDirSync`, off the thread.
    /// @permission temporary(prefix)
    fn make_temp_dir(prefix: &str) -> Result<Text, OpError>;
    /// Removes an empty directory.
    /// @permission writeEntry(path)
    fn remove_dir_sync(&self, path: &str) -> Result<(), OpError>;
    /// `removeDirSync`, off the thread.
    /// @permission writeEntry(path)
    fn remove_dir(path: &str) -> Result<(), OpError>;
    /// Removes a name that is not a directory.
    /// @permission writeEntry(path)
    fn unlink_sync(&self, path: &str) -> Result<(), OpError>;
    /// `unlinkSync`, off the thread.
    /// @permission writeEntry(path)
    fn unlink(path: &str) -> Result<(), OpError>;
    /// Removes `path` and, if `recursive`, everything below it. `force`: a missing path is not an error. On EBUSY,
    /// EMFILE, ENFILE, ENOTEMPTY or EPERM it retries `maxRetries` times, waiting `retryDelayMs` longer each time.
    /// Syscall: `lstat` when `path` is missing, `rm` for a directory (with EISDIR without `recursive`), `unlink` for
    /// anything else.
    /// @permission writeTree(path)
    fn remove_sync(
        &self,
        path: &str,
        recursive: bool,
        force: bool,
        max_retries: u32,
        retry_delay_ms: u32,
    ) -> Result<(), OpError>;
    /// `removeSync`, off the thread.
    /// @permission writeTree(path)
    fn remove(path: &str, recursive: bool, force: bool, max_retries: u32, retry_delay_ms: u32) -> Result<(), OpError>;
    /// Renames, replacing `dest`.
    /// @permission readTree(source)
    /// @permission writeTree(source)
    /// @permission writeTree(dest)
    fn rename_sync(&self, source: &str, dest: &str) -> Result<(), OpError>;
    /// `renameSync`, off the thread.
    /// @permission readTree(source)
    /// @permission writeTree(source)
    /// @permission writeTree(dest)
    fn rename(source: &str, dest: &str) -> Result<(), OpError>;
    /// Makes `dest` a second name (hard link) of the file.
    /// @permission readEntry(existing)
    /// @permission writeEntry(existing)
    /// @permission linkName(dest)
    fn link_sync(&self, existing: &str, dest: &str) -> Result<(), OpError>;
    /// `linkSync`, off the thread.
    /// @permission readEntry(existing)
    /// @permission writeEntry(existing)
    /// @permission linkName(dest)
    fn link(existing: &str, dest: &str) -> Result<(), OpError>;
    /// Makes `path` a symbolic link to `target`.
    /// @permission linkTarget("symlinkSync")
    /// @permission writeEntry(path)
    fn symlink_sync(&self, target: &str, path: &str) -> Result<(), OpError>;
    /// `symlinkSync`, off the thread.
    /// @permission linkTarget("symlink")
    /// @permission writeEntry(path)
    fn symlink(target: &str, path: &str) -> Result<(), OpError>;
    /// Sets the permission bits.
    /// @permission write(path)
    fn chmod_sync(&self, path: &str, mode: u32) -> Result<(), OpError>;
    /// `chmodSync`, off the thread.
    /// @permission write(path)
    /// @refusesAtOnce
    fn chmod(path: &str, mode: u32) -> Result<(), OpError>;
    /// Sets the permission bits of a descriptor's file.
    /// @permission metadata("fchmod", fd)
    fn fchmod_sync(&self, fd: i32, mode: u32) -> Result<(), OpError>;
    /// `fchmodSync`, off the thread.
    /// @permission metadata("fchmod", fd)
    fn fchmod(fd: i32, mode: u32) -> Result<(), OpError>;
    /// Sets owner and group; 4294967295 leaves one unchanged.
    /// @permission write(path)
    fn chown_sync(&self, path: &str, uid: u32, gid: u32) -> Result<(), OpError>;
    /// `chownSync`, off the thread.
    /// @permission write(path)
    fn chown(path: &str, uid: u32, gid: u32) -> Result<(), OpError>;
    /// Sets owner and group of the link itself.
    /// @permission writeEntry(path)
    fn lchown_sync(&self, path: &str, uid: u32, gid: u32) -> Result<(), OpError>;
    /// `lchownSync`, off the thread.
    /// @permission writeEntry(path)
    fn lchown(path: &str, uid: u32, gid: u32) -> Result<(), OpError>;
    /// Sets owner and group of a descriptor's file.
    /// @permission metadata("fchown", fd)
    fn fchown_sync(&self, fd: i32, uid: u32, gid: u32) -> Result<(), OpError>;
    /// `fchownSync`, off the thread.
    /// @permission metadata("fchown", fd)
    fn fchown(fd: i32, uid: u32, gid: u32) -> Result<(), OpError>;
    /// Sets access and modification time, in seconds with a fraction since 1970. NaN leaves one unchanged, +Infinity
    /// means now.
    /// @permission write(path)
    fn utimes_sync(&self, path: &str, access_seconds: f64, modified_seconds: f64) -> Result<(), OpError>;
    /// `utimesSync`, off the thread.
    /// @permission write(path)
    /// @refusesAtOnce
    fn utimes(path: &str, access_seconds: f64, modified_seconds: f64) -> Result<(), OpError>;
    /// Sets the times of the link itself.
    /// @permission writeEntry(path)
    fn lutimes_sync(&self, path: &str, access_seconds: f64, modified_seconds: f64) -> Result<(), OpError>;
    /// `lutimesSync`, off the thread.
    /// @permission writeEntry(path)
    /// @refusesAtOnce
    fn lutimes(path: &str, access_seconds: f64, modified_seconds: f64) -> Result<(), OpError>;
    /// Sets the times of a descriptor's file.
    /// @permission metadata("futimes", fd)
    fn futimes_sync(&self, fd: i32, access_seconds: f64, modified_seconds: f64) -> Result<(), OpError>;
    /// `futimesSync`, off the thread.
    /// @permission metadata("futimes", fd)
    fn futimes(fd: i32, access_seconds: f64, modified_seconds: f64) -> Result<(), OpError>;
    /// Opens an event queue. It does not keep the loop alive; the caller does.
    /// @permission none: a new queue watches nothing
    fn watch_open_sync(&self, handlers: WatchHandlers) -> Result<i32, OpError>;
    /// Watches `path` on queue `fd`; returns the watch's number, the same for the same file. Syscall `watch`.
    /// @permission read(path)
    fn watch_add_sync(&self, fd: i32, path: &str) -> Result<i32, OpError>;
    /// Removes a watch. Unknown numbers are ignored.
    /// @permission none: works on an open queue
    fn watch_remove_sync(&self, fd: i32, watch: i32) -> Result<(), OpError>;
    /// Blocks the thread; for writers that must not return before a busy file accepted their data.
    /// @permission none: only waits
    fn sleep_sync(&self, milliseconds: u32) -> Result<(), OpError>;
}

thread_local! {
    static STATE: std::cell::RefCell<Option<std::rc::Rc<Fs>>> = const { std::cell::RefCell::new(None) };
}

/// The state of this thread, made on first use, until its realm ends.
pub fn state() -> std::rc::Rc<Fs> {
    STATE.with_borrow(Option::clone).unwrap_or_else(|| {
        let made = std::rc::Rc::<Fs>::default();
        STATE.set(Some(made.clone()));
        op::drop_at_end(|| drop(STATE.take()));
        made
    })
}

struct OpenFlagValuesOp;
impl NativeFunction for OpenFlagValuesOp {
    const NAME: &'static str = "openFlagValues";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, FsOps::open_flag_values(&*state()))
    }
}

struct OpenSyncOp;
impl NativeFunction for OpenSyncOp {
    const NAME: &'static str = "openSync";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut path: String = op::argument(cx, &arguments, 0, "openSync: path")?;
        let mut flags: i32 = op::argument(cx, &arguments, 1, "openSync: flags")?;
        let mut mode: u32 = op::argument(cx, &arguments, 2, "openSync: mode")?;
        op::permit(cx, &[op::Permission::Open(op::Subject::from(&path), flags)])?;
        op::finish(cx, FsOps::open_sync(&*state(), &path, flags, mode))
    }
}

struct OpenOp;
impl NativeFunction for OpenOp {
    const NAME: &'static str = "open";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut path: String = op::argument(cx, &arguments, 0, "open: path")?;
        let mut flags: i32 = op::argument(cx, &arguments, 1, "open: flags")?;
        let mut mode: u32 = op::argument(cx, &arguments, 2, "open: mode")?;
        if let Err(error) = op::permit(cx, &[op::Permission::Open(op::Subject::from(&path), flags)]) {
            return op::refuse(cx, error);
        }
        if let Some(outcome) = <Fs as FsOps>::open_at_once(&path, flags, mode) {
            return op::done_at_once(outcome);
        }
        op::start(cx, move || {
            let outcome = <Fs as FsOps>::open(&path, flags, mode);
            op::finish_later(outcome, move || {})
        })
    }
}

struct CloseSyncOp;
impl NativeFunction for CloseSyncOp {
    const NAME: &'static str = "closeSync";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut fd: i32 = op::argument(cx, &arguments, 0, "closeSync: fd")?;
        op::finish(cx, FsOps::close_sync(&*state(), fd))
    }
}

struct CloseOp;
impl NativeFunction for CloseOp {
    const NAME: &'static str = "close";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut fd: i32 = op::argument(cx, &arguments, 0, "close: fd")?;
        if let Some(outcome) = <Fs as FsOps>::close_at_once(fd) {
            return op::done_at_once(outcome);
        }
        op::start(cx, move || {
            let outcome = <Fs as FsOps>::close(fd);
            op::finish_later(outcome, move || {})
        })
    }
}

struct ReadSyncOp;
impl NativeFunction for ReadSyncOp {
    const NAME: &'static str = "readSync";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut fd: i32 = op::argument(cx, &arguments, 0, "readSync: fd")?;
        let mut buffer: &mut [u8] = op::argument(cx, &arguments, 1, "readSync: buffer")?;
        let mut offset: f64 = op::argument(cx, &arguments, 2, "readSync: offset")?;
        let mut length: f64 = op::argument(cx, &arguments, 3, "readSync: length")?;
        let mut position: f64 = op::argument(cx, &arguments, 4, "readSync: position")?;
        op::finish(cx, FsOps::read_sync(&*state(), fd, buffer, offset, length, position))
    }
}

struct ReadOp;
impl NativeFunction for ReadOp {
    const NAME: &'static str = "read";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut fd: i32 = op::argument(cx, &arguments, 0, "read: fd")?;
        let mut buffer: op::UnpinnedBytes<'_> = op::argument(cx, &arguments, 1, "read: buffer")?;
        let mut offset: f64 = op::argument(cx, &arguments, 2, "read: offset")?;
        let mut length: f64 = op::argument(cx, &arguments, 3, "read: length")?;
        let mut position: f64 = op::argument(cx, &arguments, 4, "read: position")?;
        if let Some(outcome) = <Fs as FsOps>::read_at_once(fd, buffer.as_mut_slice(), offset, length, position) {
            return op::done_at_once(outcome);
        }
        let mut buffer = buffer.pin(cx);
        op::start(cx, move || {
            let outcome = <Fs as FsOps>::read(fd, buffer.as_mut_slice(), offset, length, position);
            op::finish_later(outcome, move || {
                op::Release::release(buffer);
            })
        })
    }
}

struct SeekSyncOp;
impl NativeFunction for SeekSyncOp {
    const NAME: &'static str = "seekSync";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut fd: i32 = op::argument(cx, &arguments, 0, "seekSync: fd")?;
        let mut offset: f64 = op::argument(cx, &arguments, 1, "seekSync: offset")?;
        let mut origin: SeekOrigin = op::argument(cx, &arguments, 2, "seekSync: origin")?;
        op::finish(cx, FsOps::seek_sync(&*state(), fd, offset, origin))
    }
}

struct WriteSyncOp;
impl NativeFunction for WriteSyncOp {
    const NAME: &'static str = "writeSync";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut fd: i32 = op::argument(cx, &arguments, 0, "writeSync: fd")?;
        let mut buffer: &[u8] = op::argument(cx, &arguments, 1, "writeSync: buffer")?;
        let mut offset: f64 = op::argument(cx, &arguments, 2, "writeSync: offset")?;
        let mut length: f64 = op::argument(cx, &arguments, 3, "writeSync: length")?;
        let mut position: f64 = op::argument(cx, &arguments, 4, "writeSync: position")?;
        op::finish(cx, FsOps::write_sync(&*state(), fd, buffer, offset, length, position))
    }
}

struct WriteOp;
impl NativeFunction for WriteOp {
    const NAME: &'static str = "write";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut fd: i32 = op::argument(cx, &arguments, 0, "write: fd")?;
        let mut buffer: PinnedBytes = op::argument(cx, &arguments, 1, "write: buffer")?;
        let mut offset: f64 = op::argument(cx, &arguments, 2, "write: offset")?;
        let mut length: f64 = op::argument(cx, &arguments, 3, "write: length")?;
        let mut position: f64 = op::argument(cx, &arguments, 4, "write: position")?;
        op::start(cx, move || {
            let outcome = <Fs as FsOps>::write(fd, buffer.as_slice(), offset, length, position);
            op::finish_later(outcome, move || {
                op::Release::release(buffer);
            })
        })
    }
}

struct FsyncSyncOp;
impl NativeFunction for FsyncSyncOp {
    const NAME: &'static str = "fsyncSync";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut fd: i32 = op::argument(cx, &arguments, 0, "fsyncSync: fd")?;
        op::permit(cx, &[op::Permission::Metadata(op::Subject::from(&"fsync"), fd)])?;
        op::finish(cx, FsOps::fsync_sync(&*state(), fd))
    }
}

struct FsyncOp;
impl NativeFunction for FsyncOp {
    const NAME: &'static str = "fsync";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut fd: i32 = op::argument(cx, &arguments, 0, "fsync: fd")?;
        if let Err(error) = op::permit(cx, &[op::Permission::Metadata(op::Subject::from(&"fsync"), fd)]) {
            return op::refuse(cx, error);
        }
        op::start(cx, move || {
            let outcome = <Fs as FsOps>::fsync(fd);
            op::finish_later(outcome, move || {})
        })
    }
}

struct FdatasyncSyncOp;
impl NativeFunction for FdatasyncSyncOp {
    const NAME: &'static str = "fdatasyncSync";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut fd: i32 = op::argument(cx, &arguments, 0, "fdatasyncSync: fd")?;
        op::permit(cx, &[op::Permission::Metadata(op::Subject::from(&"fdatasync"), fd)])?;
        op::finish(cx, FsOps::fdatasync_sync(&*state(), fd))
    }
}

struct FdatasyncOp;
impl NativeFunction for FdatasyncOp {
    const NAME: &'static str = "fdatasync";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut fd: i32 = op::argument(cx, &arguments, 0, "fdatasync: fd")?;
        if let Err(error) = op::permit(cx, &[op::Permission::Metadata(op::Subject::from(&"fdatasync"), fd)]) {
            return op::refuse(cx, error);
        }
        op::start(cx, move || {
            let outcome = <Fs as FsOps>::fdatasync(fd);
            op::finish_later(outcome, move || {})
        })
    }
}

struct FlockSyncOp;
impl NativeFunction for FlockSyncOp {
    const NAME: &'static str = "flockSync";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut fd: i32 = op::argument(cx, &arguments, 0, "flockSync: fd")?;
        let mut is_exclusive: bool = op::argument(cx, &arguments, 1, "flockSync: is_exclusive")?;
        let mut waits: bool = op::argument(cx, &arguments, 2, "flockSync: waits")?;
        op::finish(cx, FsOps::flock_sync(&*state(), fd, is_exclusive, waits))
    }
}

struct FlockOp;
impl NativeFunction for FlockOp {
    const NAME: &'static str = "flock";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut fd: i32 = op::argument(cx, &arguments, 0, "flock: fd")?;
        let mut is_exclusive: bool = op::argument(cx, &arguments, 1, "flock: is_exclusive")?;
        let mut waits: bool = op::argument(cx, &arguments, 2, "flock: waits")?;
        op::start(cx, move || {
            let outcome = <Fs as FsOps>::flock(fd, is_exclusive, waits);
            op::finish_later(outcome, move || {})
        })
    }
}

struct UnlockSyncOp;
impl NativeFunction for UnlockSyncOp {
    const NAME: &'static str = "unlockSync";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut fd: i32 = op::argument(cx, &arguments, 0, "unlockSync: fd")?;
        op::finish(cx, FsOps::unlock_sync(&*state(), fd))
    }
}

struct UnlockOp;
impl NativeFunction for UnlockOp {
    const NAME: &'static str = "unlock";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut fd: i32 = op::argument(cx, &arguments, 0, "unlock: fd")?;
        op::start(cx, move || {
            let outcome = <Fs as FsOps>::unlock(fd);
            op::finish_later(outcome, move || {})
        })
    }
}

struct FtruncateSyncOp;
impl NativeFunction for FtruncateSyncOp {
    const NAME: &'static str = "ftruncateSync";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut fd: i32 = op::argument(cx, &arguments, 0, "ftruncateSync: fd")?;
        let mut length: f64 = op::argument(cx, &arguments, 1, "ftruncateSync: length")?;
        op::finish(cx, FsOps::ftruncate_sync(&*state(), fd, length))
    }
}

struct FtruncateOp;
impl NativeFunction for FtruncateOp {
    const NAME: &'static str = "ftruncate";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut fd: i32 = op::argument(cx, &arguments, 0, "ftruncate: fd")?;
        let mut length: f64 = op::argument(cx, &arguments, 1, "ftruncate: length")?;
        op::start(cx, move || {
            let outcome = <Fs as FsOps>::ftruncate(fd, length);
            op::finish_later(outcome, move || {})
        })
    }
}

struct CachedBytesSyncOp;
impl NativeFunction for CachedBytesSyncOp {
    const NAME: &'static str = "cachedBytesSync";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut fd: i32 = op::argument(cx, &arguments, 0, "cachedBytesSync: fd")?;
        let mut position: f64 = op::argument(cx, &arguments, 1, "cachedBytesSync: position")?;
        op::finish(cx, FsOps::cached_bytes_sync(&*state(), fd, position))
    }
}

struct ReadFileSyncOp;
impl NativeFunction for ReadFileSyncOp {
    const NAME: &'static str = "readFileSync";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut path: String = op::argument(cx, &arguments, 0, "readFileSync: path")?;
        let mut flags: i32 = op::argument(cx, &arguments, 1, "readFileSync: flags")?;
        op::permit(cx, &[op::Permission::Open(op::Subject::from(&path), flags)])?;
        op::finish(cx, FsOps::read_file_sync(&*state(), &path, flags))
    }
}

struct ReadFileOp;
impl NativeFunction for ReadFileOp {
    const NAME: &'static str = "readFile";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut path: String = op::argument(cx, &arguments, 0, "readFile: path")?;
        let mut flags: i32 = op::argument(cx, &arguments, 1, "readFile: flags")?;
        if let Err(error) = op::permit(cx, &[op::Permission::Open(op::Subject::from(&path), flags)]) {
            return op::refuse(cx, error);
        }
        op::start(cx, move || {
            let outcome = <Fs as FsOps>::read_file(&path, flags);
            op::finish_later(outcome, move || {})
        })
    }
}

struct ReadFileTextSyncOp;
impl NativeFunction for ReadFileTextSyncOp {
    const NAME: &'static str = "readFileTextSync";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut path: String = op::argument(cx, &arguments, 0, "readFileTextSync: path")?;
        let mut flags: i32 = op::argument(cx, &arguments, 1, "readFileTextSync: flags")?;
        op::permit(cx, &[op::Permission::Open(op::Subject::from(&path), flags)])?;
        op::finish(cx, FsOps::read_file_text_sync(&*state(), &path, flags))
    }
}

struct ReadFileTextOp;
impl NativeFunction for ReadFileTextOp {
    const NAME: &'static str = "readFileText";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut path: String = op::argument(cx, &arguments, 0, "readFileText: path")?;
        let mut flags: i32 = op::argument(cx, &arguments, 1, "readFileText: flags")?;
        if let Err(error) = op::permit(cx, &[op::Permission::Open(op::Subject::from(&path), flags)]) {
            return op::refuse(cx, error);
        }
        op::start(cx, move || {
            let outcome = <Fs as FsOps>::read_file_text(&path, flags);
            op::finish_later(outcome, move || {})
        })
    }
}

struct ReadAllSyncOp;
impl NativeFunction for ReadAllSyncOp {
    const NAME: &'static str = "readAllSync";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut fd: i32 = op::argument(cx, &arguments, 0, "readAllSync: fd")?;
        op::finish(cx, FsOps::read_all_sync(&*state(), fd))
    }
}

struct ReadAllOp;
impl NativeFunction for ReadAllOp {
    const NAME: &'static str = "readAll";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut fd: i32 = op::argument(cx, &arguments, 0, "readAll: fd")?;
        op::start(cx, move || {
            let outcome = <Fs as FsOps>::read_all(fd);
            op::finish_later(outcome, move || {})
        })
    }
}

struct WriteFileSyncOp;
impl NativeFunction for WriteFileSyncOp {
    const NAME: &'static str = "writeFileSync";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut path: String = op::argument(cx, &arguments, 0, "writeFileSync: path")?;
        let mut data: &[u8] = op::argument(cx, &arguments, 1, "writeFileSync: data")?;
        let mut flags: i32 = op::argument(cx, &arguments, 2, "writeFileSync: flags")?;
        let mut mode: u32 = op::argument(cx, &arguments, 3, "writeFileSync: mode")?;
        op::permit(cx, &[op::Permission::Open(op::Subject::from(&path), flags)])?;
        op::finish(cx, FsOps::write_file_sync(&*state(), &path, data, flags, mode))
    }
}

struct WriteFileOp;
impl NativeFunction for WriteFileOp {
    const NAME: &'static str = "writeFile";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut path: String = op::argument(cx, &arguments, 0, "writeFile: path")?;
        let mut data: PinnedBytes = op::argument(cx, &arguments, 1, "writeFile: data")?;
        let mut flags: i32 = op::argument(cx, &arguments, 2, "writeFile: flags")?;
        let mut mode: u32 = op::argument(cx, &arguments, 3, "writeFile: mode")?;
        if let Err(error) = op::permit(cx, &[op::Permission::Open(op::Subject::from(&path), flags)]) {
            op::Release::release(data);
            return op::refuse(cx, error);
        }
        op::start(cx, move || {
            let outcome = <Fs as FsOps>::write_file(&path, data.as_slice(), flags, mode);
            op::finish_later(outcome, move || {
                op::Release::release(data);
            })
        })
    }
}

struct WriteFileTextSyncOp;
impl NativeFunction for WriteFileTextSyncOp {
    const NAME: &'static str = "writeFileTextSync";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut path: String = op::argument(cx, &arguments, 0, "writeFileTextSync: path")?;
        let mut text: String = op::argument(cx, &arguments, 1, "writeFileTextSync: text")?;
        let mut flags: i32 = op::argument(cx, &arguments, 2, "writeFileTextSync: flags")?;
        let mut mode: u32 = op::argument(cx, &arguments, 3, "writeFileTextSync: mode")?;
        op::permit(cx, &[op::Permission::Open(op::Subject::from(&path), flags)])?;
        op::finish(cx, FsOps::write_file_text_sync(&*state(), &path, &text, flags, mode))
    }
}

struct WriteFileTextOp;
impl NativeFunction for WriteFileTextOp {
    const NAME: &'static str = "writeFileText";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut path: String = op::argument(cx, &arguments, 0, "writeFileText: path")?;
        let mut text: String = op::argument(cx, &arguments, 1, "writeFileText: text")?;
        let mut flags: i32 = op::argument(cx, &arguments, 2, "writeFileText: flags")?;
        let mut mode: u32 = op::argument(cx, &arguments, 3, "writeFileText: mode")?;
        if let Err(error) = op::permit(cx, &[op::Permission::Open(op::Subject::from(&path), flags)]) {
            return op::refuse(cx, error);
        }
        op::start(cx, move || {
            let outcome = <Fs as FsOps>::write_file_text(&path, &text, flags, mode);
            op::finish_later(outcome, move || {})
        })
    }
}

struct WriteAllSyncOp;
impl NativeFunction for WriteAllSyncOp {
    const NAME: &'static str = "writeAllSync";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut fd: i32 = op::argument(cx, &arguments, 0, "writeAllSync: fd")?;
        let mut data: &[u8] = op::argument(cx, &arguments, 1, "writeAllSync: data")?;
        op::finish(cx, FsOps::write_all_sync(&*state(), fd, data))
    }
}

struct WriteAllOp;
impl NativeFunction for WriteAllOp {
    const NAME: &'static str = "writeAll";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut fd: i32 = op::argument(cx, &arguments, 0, "writeAll: fd")?;
        let mut data: PinnedBytes = op::argument(cx, &arguments, 1, "writeAll: data")?;
        op::start(cx, move || {
            let outcome = <Fs as FsOps>::write_all(fd, data.as_slice());
            op::finish_later(outcome, move || {
                op::Release::release(data);
            })
        })
    }
}

struct CopyFileSyncOp;
impl NativeFunction for CopyFileSyncOp {
    const NAME: &'static str = "copyFileSync";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut source: String = op::argument(cx, &arguments, 0, "copyFileSync: source")?;
        let mut dest: String = op::argument(cx, &arguments, 1, "copyFileSync: dest")?;
        let mut flags: i32 = op::argument(cx, &arguments, 2, "copyFileSync: flags")?;
        op::permit(
            cx,
            &[op::Permission::Read(op::Subject::from(&source)), op::Permission::Write(op::Subject::from(&dest))],
        )?;
        op::finish(cx, FsOps::copy_file_sync(&*state(), &source, &dest, flags))
    }
}

struct CopyFileOp;
impl NativeFunction for CopyFileOp {
    const NAME: &'static str = "copyFile";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut source: String = op::argument(cx, &arguments, 0, "copyFile: source")?;
        let mut dest: String = op::argument(cx, &arguments, 1, "copyFile: dest")?;
        let mut flags: i32 = op::argument(cx, &arguments, 2, "copyFile: flags")?;
        if let Err(error) = op::permit(
            cx,
            &[op::Permission::Read(op::Subject::from(&source)), op::Permission::Write(op::Subject::from(&dest))],
        ) {
            return op::refuse(cx, error);
        }
        op::start(cx, move || {
            let outcome = <Fs as FsOps>::copy_file(&source, &dest, flags);
            op::finish_later(outcome, move || {})
        })
    }
}

struct CopyTreeSyncOp;
impl NativeFunction for CopyTreeSyncOp {
    const NAME: &'static str = "copyTreeSync";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut source: String = op::argument(cx, &arguments, 0, "copyTreeSync: source")?;
        let mut dest: String = op::argument(cx, &arguments, 1, "copyTreeSync: dest")?;
        let mut flags: i32 = op::argument(cx, &arguments, 2, "copyTreeSync: flags")?;
        let mut keeps_targets: bool = op::argument(cx, &arguments, 3, "copyTreeSync: keeps_targets")?;
        let mut keeps_times: bool = op::argument(cx, &arguments, 4, "copyTreeSync: keeps_times")?;
        op::permit(
            cx,
            &[op::Permission::Read(op::Subject::from(&source)), op::Permission::Write(op::Subject::from(&dest))],
        )?;
        op::finish(cx, FsOps::copy_tree_sync(&*state(), &source, &dest, flags, keeps_targets, keeps_times))
    }
}

struct CopyTreeOp;
impl NativeFunction for CopyTreeOp {
    const NAME: &'static str = "copyTree";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut source: String = op::argument(cx, &arguments, 0, "copyTree: source")?;
        let mut dest: String = op::argument(cx, &arguments, 1, "copyTree: dest")?;
        let mut flags: i32 = op::argument(cx, &arguments, 2, "copyTree: flags")?;
        let mut keeps_targets: bool = op::argument(cx, &arguments, 3, "copyTree: keeps_targets")?;
        let mut keeps_times: bool = op::argument(cx, &arguments, 4, "copyTree: keeps_times")?;
        if let Err(error) = op::permit(
            cx,
            &[op::Permission::Read(op::Subject::from(&source)), op::Permission::Write(op::Subject::from(&dest))],
        ) {
            return op::refuse(cx, error);
        }
        op::start(cx, move || {
            let outcome = <Fs as FsOps>::copy_tree(&source, &dest, flags, keeps_targets, keeps_times);
            op::finish_later(outcome, move || {})
        })
    }
}

struct StatSyncOp;
impl NativeFunction for StatSyncOp {
    const NAME: &'static str = "statSync";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut path: String = op::argument(cx, &arguments, 0, "statSync: path")?;
        let mut out: &mut [u8] = op::argument(cx, &arguments, 1, "statSync: out")?;
        let mut big: bool = op::argument(cx, &arguments, 2, "statSync: big")?;
        let mut missing_is_false: bool = op::argument(cx, &arguments, 3, "statSync: missing_is_false")?;
        op::permit(cx, &[op::Permission::ReadOpened(op::Subject::from(&path))])?;
        op::finish(cx, FsOps::stat_sync(&*state(), &path, out, big, missing_is_false))
    }
}

struct StatOp;
impl NativeFunction for StatOp {
    const NAME: &'static str = "stat";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut path: String = op::argument(cx, &arguments, 0, "stat: path")?;
        let mut out: op::UnpinnedBytes<'_> = op::argument(cx, &arguments, 1, "stat: out")?;
        let mut big: bool = op::argument(cx, &arguments, 2, "stat: big")?;
        let mut missing_is_false: bool = op::argument(cx, &arguments, 3, "stat: missing_is_false")?;
        if let Err(error) = op::permit(cx, &[op::Permission::ReadOpened(op::Subject::from(&path))]) {
            return op::refuse(cx, error);
        }
        if let Some(outcome) = <Fs as FsOps>::stat_at_once(&path, out.as_mut_slice(), big, missing_is_false) {
            return op::done_at_once(outcome);
        }
        let mut out = out.pin(cx);
        op::start(cx, move || {
            let outcome = <Fs as FsOps>::stat(&path, out.as_mut_slice(), big, missing_is_false);
            op::finish_later(outcome, move || {
                op::Release::release(out);
            })
        })
    }
}

struct LstatSyncOp;
impl NativeFunction for LstatSyncOp {
    const NAME: &'static str = "lstatSync";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut path: String = op::argument(cx, &arguments, 0, "lstatSync: path")?;
        let mut out: &mut [u8] = op::argument(cx, &arguments, 1, "lstatSync: out")?;
        let mut big: bool = op::argument(cx, &arguments, 2, "lstatSync: big")?;
        let mut missing_is_false: bool = op::argument(cx, &arguments, 3, "lstatSync: missing_is_false")?;
        op::permit(cx, &[op::Permission::ReadOpenedEntry(op::Subject::from(&path))])?;
        op::finish(cx, FsOps::lstat_sync(&*state(), &path, out, big, missing_is_false))
    }
}

struct LstatOp;
impl NativeFunction for LstatOp {
    const NAME: &'static str = "lstat";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut path: String = op::argument(cx, &arguments, 0, "lstat: path")?;
        let mut out: op::UnpinnedBytes<'_> = op::argument(cx, &arguments, 1, "lstat: out")?;
        let mut big: bool = op::argument(cx, &arguments, 2, "lstat: big")?;
        let mut missing_is_false: bool = op::argument(cx, &arguments, 3, "lstat: missing_is_false")?;
        if let Err(error) = op::permit(cx, &[op::Permission::ReadOpenedEntry(op::Subject::from(&path))]) {
            return op::refuse(cx, error);
        }
        if let Some(outcome) = <Fs as FsOps>::lstat_at_once(&path, out.as_mut_slice(), big, missing_is_false) {
            return op::done_at_once(outcome);
        }
        let mut out = out.pin(cx);
        op::start(cx, move || {
            let outcome = <Fs as FsOps>::lstat(&path, out.as_mut_slice(), big, missing_is_false);
            op::finish_later(outcome, move || {
                op::Release::release(out);
            })
        })
    }
}

struct FstatSyncOp;
impl NativeFunction for FstatSyncOp {
    const NAME: &'static str = "fstatSync";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut fd: i32 = op::argument(cx, &arguments, 0, "fstatSync: fd")?;
        let mut out: &mut [u8] = op::argument(cx, &arguments, 1, "fstatSync: out")?;
        let mut big: bool = op::argument(cx, &arguments, 2, "fstatSync: big")?;
        op::finish(cx, FsOps::fstat_sync(&*state(), fd, out, big))
    }
}

struct FstatOp;
impl NativeFunction for FstatOp {
    const NAME: &'static str = "fstat";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut fd: i32 = op::argument(cx, &arguments, 0, "fstat: fd")?;
        let mut out: op::UnpinnedBytes<'_> = op::argument(cx, &arguments, 1, "fstat: out")?;
        let mut big: bool = op::argument(cx, &arguments, 2, "fstat: big")?;
        if let Some(outcome) = <Fs as FsOps>::fstat_at_once(fd, out.as_mut_slice(), big) {
            return op::done_at_once(outcome);
        }
        let mut out = out.pin(cx);
        op::start(cx, move || {
            let outcome = <Fs as FsOps>::fstat(fd, out.as_mut_slice(), big);
            op::finish_later(outcome, move || {
                op::Release::release(out);
            })
        })
    }
}

struct StatfsSyncOp;
impl NativeFunction for StatfsSyncOp {
    const NAME: &'static str = "statfsSync";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut path: String = op::argument(cx, &arguments, 0, "statfsSync: path")?;
        let mut out: &mut [u8] = op::argument(cx, &arguments, 1, "statfsSync: out")?;
        let mut big: bool = op::argument(cx, &arguments, 2, "statfsSync: big")?;
        op::permit(
            cx,
            &[op::Permission::ReadOpened(op::Subject::from(&path)), op::Permission::Sys(op::Subject::from(&"statfs"))],
        )?;
        op::finish(cx, FsOps::statfs_sync(&*state(), &path, out, big))
    }
}

struct StatfsOp;
impl NativeFunction for StatfsOp {
    const NAME: &'static str = "statfs";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut path: String = op::argument(cx, &arguments, 0, "statfs: path")?;
        let mut out: PinnedBytes = op::argument(cx, &arguments, 1, "statfs: out")?;
        let mut big: bool = op::argument(cx, &arguments, 2, "statfs: big")?;
        if let Err(error) = op::permit(
            cx,
            &[op::Permission::ReadOpened(op::Subject::from(&path)), op::Permission::Sys(op::Subject::from(&"statfs"))],
        ) {
            op::Release::release(out);
            return op::refuse(cx, error);
        }
        op::start(cx, move || {
            let outcome = <Fs as FsOps>::statfs(&path, out.as_mut_slice(), big);
            op::finish_later(outcome, move || {
                op::Release::release(out);
            })
        })
    }
}

struct ExistsSyncOp;
impl NativeFunction for ExistsSyncOp {
    const NAME: &'static str = "existsSync";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut path: String = op::argument(cx, &arguments, 0, "existsSync: path")?;
        op::permit(cx, &[op::Permission::Read(op::Subject::from(&path))])?;
        op::finish(cx, FsOps::exists_sync(&*state(), &path))
    }
}

struct ExistsOp;
impl NativeFunction for ExistsOp {
    const NAME: &'static str = "exists";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut path: String = op::argument(cx, &arguments, 0, "exists: path")?;
        if let Err(error) = op::permit(cx, &[op::Permission::Read(op::Subject::from(&path))]) {
            return op::refuse(cx, error);
        }
        op::start(cx, move || {
            let outcome = <Fs as FsOps>::exists(&path);
            op::finish_later(outcome, move || {})
        })
    }
}

struct AccessSyncOp;
impl NativeFunction for AccessSyncOp {
    const NAME: &'static str = "accessSync";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut path: String = op::argument(cx, &arguments, 0, "accessSync: path")?;
        let mut mode: i32 = op::argument(cx, &arguments, 1, "accessSync: mode")?;
        op::permit(cx, &[op::Permission::ReadOpened(op::Subject::from(&path))])?;
        op::finish(cx, FsOps::access_sync(&*state(), &path, mode))
    }
}

struct AccessOp;
impl NativeFunction for AccessOp {
    const NAME: &'static str = "access";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut path: String = op::argument(cx, &arguments, 0, "access: path")?;
        let mut mode: i32 = op::argument(cx, &arguments, 1, "access: mode")?;
        if let Err(error) = op::permit(cx, &[op::Permission::ReadOpened(op::Subject::from(&path))]) {
            return op::refuse(cx, error);
        }
        op::start(cx, move || {
            let outcome = <Fs as FsOps>::access(&path, mode);
            op::finish_later(outcome, move || {})
        })
    }
}

struct RealPathSyncOp;
impl NativeFunction for RealPathSyncOp {
    const NAME: &'static str = "realPathSync";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut path: String = op::argument(cx, &arguments, 0, "realPathSync: path")?;
        op::permit(cx, &[op::Permission::Read(op::Subject::from(&path))])?;
        op::finish(cx, FsOps::real_path_sync(&*state(), &path))
    }
}

struct RealPathOp;
impl NativeFunction for RealPathOp {
    const NAME: &'static str = "realPath";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut path: String = op::argument(cx, &arguments, 0, "realPath: path")?;
        if let Err(error) = op::permit(cx, &[op::Permission::Read(op::Subject::from(&path))]) {
            return op::refuse(cx, error);
        }
        op::start(cx, move || {
            let outcome = <Fs as FsOps>::real_path(&path);
            op::finish_later(outcome, move || {})
        })
    }
}

struct LocateSyncOp;
impl NativeFunction for LocateSyncOp {
    const NAME: &'static str = "locateSync";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut path: String = op::argument(cx, &arguments, 0, "locateSync: path")?;
        op::permit(cx, &[op::Permission::Locate(op::Subject::from(&path))])?;
        op::finish(cx, FsOps::locate_sync(&*state(), &path))
    }
}

struct LocateOp;
impl NativeFunction for LocateOp {
    const NAME: &'static str = "locate";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut path: String = op::argument(cx, &arguments, 0, "locate: path")?;
        if let Err(error) = op::permit(cx, &[op::Permission::Locate(op::Subject::from(&path))]) {
            return op::refuse(cx, error);
        }
        op::start(cx, move || {
            let outcome = <Fs as FsOps>::locate(&path);
            op::finish_later(outcome, move || {})
        })
    }
}

struct ReadLinkSyncOp;
impl NativeFunction for ReadLinkSyncOp {
    const NAME: &'static str = "readLinkSync";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut path: String = op::argument(cx, &arguments, 0, "readLinkSync: path")?;
        op::permit(cx, &[op::Permission::ReadEntry(op::Subject::from(&path))])?;
        op::finish(cx, FsOps::read_link_sync(&*state(), &path))
    }
}

struct ReadLinkOp;
impl NativeFunction for ReadLinkOp {
    const NAME: &'static str = "readLink";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut path: String = op::argument(cx, &arguments, 0, "readLink: path")?;
        if let Err(error) = op::permit(cx, &[op::Permission::ReadEntry(op::Subject::from(&path))]) {
            return op::refuse(cx, error);
        }
        op::start(cx, move || {
            let outcome = <Fs as FsOps>::read_link(&path);
            op::finish_later(outcome, move || {})
        })
    }
}

struct ReadDirSyncOp;
impl NativeFunction for ReadDirSyncOp {
    const NAME: &'static str = "readDirSync";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut path: String = op::argument(cx, &arguments, 0, "readDirSync: path")?;
        op::permit(cx, &[op::Permission::ReadOpened(op::Subject::from(&path))])?;
        op::finish(cx, FsOps::read_dir_sync(&*state(), &path))
    }
}

struct ReadDirOp;
impl NativeFunction for ReadDirOp {
    const NAME: &'static str = "readDir";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut path: String = op::argument(cx, &arguments, 0, "readDir: path")?;
        if let Err(error) = op::permit(cx, &[op::Permission::ReadOpened(op::Subject::from(&path))]) {
            return op::refuse(cx, error);
        }
        op::start(cx, move || {
            let outcome = <Fs as FsOps>::read_dir(&path);
            op::finish_later(outcome, move || {})
        })
    }
}

struct OpenDirSyncOp;
impl NativeFunction for OpenDirSyncOp {
    const NAME: &'static str = "openDirSync";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut path: String = op::argument(cx, &arguments, 0, "openDirSync: path")?;
        op::permit(cx, &[op::Permission::ReadOpened(op::Subject::from(&path))])?;
        op::finish(cx, FsOps::open_dir_sync(&*state(), &path))
    }
}

struct OpenDirOp;
impl NativeFunction for OpenDirOp {
    const NAME: &'static str = "openDir";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut path: String = op::argument(cx, &arguments, 0, "openDir: path")?;
        if let Err(error) = op::permit(cx, &[op::Permission::ReadOpened(op::Subject::from(&path))]) {
            return op::refuse(cx, error);
        }
        op::start(cx, move || {
            let outcome = <Fs as FsOps>::open_dir(&path);
            op::finish_later(outcome, move || {})
        })
    }
}

struct NextEntriesSyncOp;
impl NativeFunction for NextEntriesSyncOp {
    const NAME: &'static str = "nextEntriesSync";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut fd: i32 = op::argument(cx, &arguments, 0, "nextEntriesSync: fd")?;
        op::finish(cx, FsOps::next_entries_sync(&*state(), fd))
    }
}

struct NextEntriesOp;
impl NativeFunction for NextEntriesOp {
    const NAME: &'static str = "nextEntries";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut fd: i32 = op::argument(cx, &arguments, 0, "nextEntries: fd")?;
        op::start(cx, move || {
            let outcome = <Fs as FsOps>::next_entries(fd);
            op::finish_later(outcome, move || {})
        })
    }
}

struct MakeDirSyncOp;
impl NativeFunction for MakeDirSyncOp {
    const NAME: &'static str = "makeDirSync";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut path: String = op::argument(cx, &arguments, 0, "makeDirSync: path")?;
        let mut mode: u32 = op::argument(cx, &arguments, 1, "makeDirSync: mode")?;
        op::permit(cx, &[op::Permission::WriteEntry(op::Subject::from(&path))])?;
        op::finish(cx, FsOps::make_dir_sync(&*state(), &path, mode))
    }
}

struct MakeDirOp;
impl NativeFunction for MakeDirOp {
    const NAME: &'static str = "makeDir";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut path: String = op::argument(cx, &arguments, 0, "makeDir: path")?;
        let mut mode: u32 = op::argument(cx, &arguments, 1, "makeDir: mode")?;
        op::permit(cx, &[op::Permission::WriteEntry(op::Subject::from(&path))])?;
        op::start(cx, move || {
            let outcome = <Fs as FsOps>::make_dir(&path, mode);
            op::finish_later(outcome, move || {})
        })
    }
}

struct MakeDirsSyncOp;
impl NativeFunction for MakeDirsSyncOp {
    const NAME: &'static str = "makeDirsSync";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut path: String = op::argument(cx, &arguments, 0, "makeDirsSync: path")?;
        let mut mode: u32 = op::argument(cx, &arguments, 1, "makeDirsSync: mode")?;
        op::permit(cx, &[op::Permission::WriteEntry(op::Subject::from(&path))])?;
        op::finish(cx, FsOps::make_dirs_sync(&*state(), &path, mode))
    }
}

struct MakeDirsOp;
impl NativeFunction for MakeDirsOp {
    const NAME: &'static str = "makeDirs";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut path: String = op::argument(cx, &arguments, 0, "makeDirs: path")?;
        let mut mode: u32 = op::argument(cx, &arguments, 1, "makeDirs: mode")?;
        op::permit(cx, &[op::Permission::WriteEntry(op::Subject::from(&path))])?;
        op::start(cx, move || {
            let outcome = <Fs as FsOps>::make_dirs(&path, mode);
            op::finish_later(outcome, move || {})
        })
    }
}

struct MakeTempDirSyncOp;
impl NativeFunction for MakeTempDirSyncOp {
    const NAME: &'static str = "makeTempDirSync";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut prefix: String = op::argument(cx, &arguments, 0, "makeTempDirSync: prefix")?;
        op::permit(cx, &[op::Permission::Temporary(op::Subject::from(&prefix))])?;
        op::finish(cx, FsOps::make_temp_dir_sync(&*state(), &prefix))
    }
}

struct MakeTempDirOp;
impl NativeFunction for MakeTempDirOp {
    const NAME: &'static str = "makeTempDir";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut prefix: String = op::argument(cx, &arguments, 0, "makeTempDir: prefix")?;
        if let Err(error) = op::permit(cx, &[op::Permission::Temporary(op::Subject::from(&prefix))]) {
            return op::refuse(cx, error);
        }
        op::start(cx, move || {
            let outcome = <Fs as FsOps>::make_temp_dir(&prefix);
            op::finish_later(outcome, move || {})
        })
    }
}

struct RemoveDirSyncOp;
impl NativeFunction for RemoveDirSyncOp {
    const NAME: &'static str = "removeDirSync";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut path: String = op::argument(cx, &arguments, 0, "removeDirSync: path")?;
        op::permit(cx, &[op::Permission::WriteEntry(op::Subject::from(&path))])?;
        op::finish(cx, FsOps::remove_dir_sync(&*state(), &path))
    }
}

struct RemoveDirOp;
impl NativeFunction for RemoveDirOp {
    const NAME: &'static str = "removeDir";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut path: String = op::argument(cx, &arguments, 0, "removeDir: path")?;
        if let Err(error) = op::permit(cx, &[op::Permission::WriteEntry(op::Subject::from(&path))]) {
            return op::refuse(cx, error);
        }
        op::start(cx, move || {
            let outcome = <Fs as FsOps>::remove_dir(&path);
            op::finish_later(outcome, move || {})
        })
    }
}

struct UnlinkSyncOp;
impl NativeFunction for UnlinkSyncOp {
    const NAME: &'static str = "unlinkSync";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut path: String = op::argument(cx, &arguments, 0, "unlinkSync: path")?;
        op::permit(cx, &[op::Permission::WriteEntry(op::Subject::from(&path))])?;
        op::finish(cx, FsOps::unlink_sync(&*state(), &path))
    }
}

struct UnlinkOp;
impl NativeFunction for UnlinkOp {
    const NAME: &'static str = "unlink";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut path: String = op::argument(cx, &arguments, 0, "unlink: path")?;
        if let Err(error) = op::permit(cx, &[op::Permission::WriteEntry(op::Subject::from(&path))]) {
            return op::refuse(cx, error);
        }
        op::start(cx, move || {
            let outcome = <Fs as FsOps>::unlink(&path);
            op::finish_later(outcome, move || {})
        })
    }
}

struct RemoveSyncOp;
impl NativeFunction for RemoveSyncOp {
    const NAME: &'static str = "removeSync";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut path: String = op::argument(cx, &arguments, 0, "removeSync: path")?;
        let mut recursive: bool = op::argument(cx, &arguments, 1, "removeSync: recursive")?;
        let mut force: bool = op::argument(cx, &arguments, 2, "removeSync: force")?;
        let mut max_retries: u32 = op::argument(cx, &arguments, 3, "removeSync: max_retries")?;
        let mut retry_delay_ms: u32 = op::argument(cx, &arguments, 4, "removeSync: retry_delay_ms")?;
        op::permit(cx, &[op::Permission::WriteTree(op::Subject::from(&path))])?;
        op::finish(cx, FsOps::remove_sync(&*state(), &path, recursive, force, max_retries, retry_delay_ms))
    }
}

struct RemoveOp;
impl NativeFunction for RemoveOp {
    const NAME: &'static str = "remove";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut path: String = op::argument(cx, &arguments, 0, "remove: path")?;
        let mut recursive: bool = op::argument(cx, &arguments, 1, "remove: recursive")?;
        let mut force: bool = op::argument(cx, &arguments, 2, "remove: force")?;
        let mut max_retries: u32 = op::argument(cx, &arguments, 3, "remove: max_retries")?;
        let mut retry_delay_ms: u32 = op::argument(cx, &arguments, 4, "remove: retry_delay_ms")?;
        if let Err(error) = op::permit(cx, &[op::Permission::WriteTree(op::Subject::from(&path))]) {
            return op::refuse(cx, error);
        }
        op::start(cx, move || {
            let outcome = <Fs as FsOps>::remove(&path, recursive, force, max_retries, retry_delay_ms);
            op::finish_later(outcome, move || {})
        })
    }
}

struct RenameSyncOp;
impl NativeFunction for RenameSyncOp {
    const NAME: &'static str = "renameSync";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut source: String = op::argument(cx, &arguments, 0, "renameSync: source")?;
        let mut dest: String = op::argument(cx, &arguments, 1, "renameSync: dest")?;
        op::permit(
            cx,
            &[
                op::Permission::ReadTree(op::Subject::from(&source)),
                op::Permission::WriteTree(op::Subject::from(&source)),
                op::Permission::WriteTree(op::Subject::from(&dest)),
            ],
        )?;
        op::finish(cx, FsOps::rename_sync(&*state(), &source, &dest))
    }
}

struct RenameOp;
impl NativeFunction for RenameOp {
    const NAME: &'static str = "rename";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut source: String = op::argument(cx, &arguments, 0, "rename: source")?;
        let mut dest: String = op::argument(cx, &arguments, 1, "rename: dest")?;
        if let Err(error) = op::permit(
            cx,
            &[
                op::Permission::ReadTree(op::Subject::from(&source)),
                op::Permission::WriteTree(op::Subject::from(&source)),
                op::Permission::WriteTree(op::Subject::from(&dest)),
            ],
        ) {
            return op::refuse(cx, error);
        }
        op::start(cx, move || {
            let outcome = <Fs as FsOps>::rename(&source, &dest);
            op::finish_later(outcome, move || {})
        })
    }
}

struct LinkSyncOp;
impl NativeFunction for LinkSyncOp {
    const NAME: &'static str = "linkSync";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut existing: String = op::argument(cx, &arguments, 0, "linkSync: existing")?;
        let mut dest: String = op::argument(cx, &arguments, 1, "linkSync: dest")?;
        op::permit(
            cx,
            &[
                op::Permission::ReadEntry(op::Subject::from(&existing)),
                op::Permission::WriteEntry(op::Subject::from(&existing)),
                op::Permission::LinkName(op::Subject::from(&dest)),
            ],
        )?;
        op::finish(cx, FsOps::link_sync(&*state(), &existing, &dest))
    }
}

struct LinkOp;
impl NativeFunction for LinkOp {
    const NAME: &'static str = "link";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut existing: String = op::argument(cx, &arguments, 0, "link: existing")?;
        let mut dest: String = op::argument(cx, &arguments, 1, "link: dest")?;
        if let Err(error) = op::permit(
            cx,
            &[
                op::Permission::ReadEntry(op::Subject::from(&existing)),
                op::Permission::WriteEntry(op::Subject::from(&existing)),
                op::Permission::LinkName(op::Subject::from(&dest)),
            ],
        ) {
            return op::refuse(cx, error);
        }
        op::start(cx, move || {
            let outcome = <Fs as FsOps>::link(&existing, &dest);
            op::finish_later(outcome, move || {})
        })
    }
}

struct SymlinkSyncOp;
impl NativeFunction for SymlinkSyncOp {
    const NAME: &'static str = "symlinkSync";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut target: String = op::argument(cx, &arguments, 0, "symlinkSync: target")?;
        let mut path: String = op::argument(cx, &arguments, 1, "symlinkSync: path")?;
        op::permit(
            cx,
            &[
                op::Permission::LinkTarget(op::Subject::from(&"symlinkSync")),
                op::Permission::WriteEntry(op::Subject::from(&path)),
            ],
        )?;
        op::finish(cx, FsOps::symlink_sync(&*state(), &target, &path))
    }
}

struct SymlinkOp;
impl NativeFunction for SymlinkOp {
    const NAME: &'static str = "symlink";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut target: String = op::argument(cx, &arguments, 0, "symlink: target")?;
        let mut path: String = op::argument(cx, &arguments, 1, "symlink: path")?;
        if let Err(error) = op::permit(
            cx,
            &[
                op::Permission::LinkTarget(op::Subject::from(&"symlink")),
                op::Permission::WriteEntry(op::Subject::from(&path)),
            ],
        ) {
            return op::refuse(cx, error);
        }
        op::start(cx, move || {
            let outcome = <Fs as FsOps>::symlink(&target, &path);
            op::finish_later(outcome, move || {})
        })
    }
}

struct ChmodSyncOp;
impl NativeFunction for ChmodSyncOp {
    const NAME: &'static str = "chmodSync";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut path: String = op::argument(cx, &arguments, 0, "chmodSync: path")?;
        let mut mode: u32 = op::argument(cx, &arguments, 1, "chmodSync: mode")?;
        op::permit(cx, &[op::Permission::Write(op::Subject::from(&path))])?;
        op::finish(cx, FsOps::chmod_sync(&*state(), &path, mode))
    }
}

struct ChmodOp;
impl NativeFunction for ChmodOp {
    const NAME: &'static str = "chmod";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut path: String = op::argument(cx, &arguments, 0, "chmod: path")?;
        let mut mode: u32 = op::argument(cx, &arguments, 1, "chmod: mode")?;
        op::permit(cx, &[op::Permission::Write(op::Subject::from(&path))])?;
        op::start(cx, move || {
            let outcome = <Fs as FsOps>::chmod(&path, mode);
            op::finish_later(outcome, move || {})
        })
    }
}

struct FchmodSyncOp;
impl NativeFunction for FchmodSyncOp {
    const NAME: &'static str = "fchmodSync";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut fd: i32 = op::argument(cx, &arguments, 0, "fchmodSync: fd")?;
        let mut mode: u32 = op::argument(cx, &arguments, 1, "fchmodSync: mode")?;
        op::permit(cx, &[op::Permission::Metadata(op::Subject::from(&"fchmod"), fd)])?;
        op::finish(cx, FsOps::fchmod_sync(&*state(), fd, mode))
    }
}

struct FchmodOp;
impl NativeFunction for FchmodOp {
    const NAME: &'static str = "fchmod";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut fd: i32 = op::argument(cx, &arguments, 0, "fchmod: fd")?;
        let mut mode: u32 = op::argument(cx, &arguments, 1, "fchmod: mode")?;
        if let Err(error) = op::permit(cx, &[op::Permission::Metadata(op::Subject::from(&"fchmod"), fd)]) {
            return op::refuse(cx, error);
        }
        op::start(cx, move || {
            let outcome = <Fs as FsOps>::fchmod(fd, mode);
            op::finish_later(outcome, move || {})
        })
    }
}

struct ChownSyncOp;
impl NativeFunction for ChownSyncOp {
    const NAME: &'static str = "chownSync";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut path: String = op::argument(cx, &arguments, 0, "chownSync: path")?;
        let mut uid: u32 = op::argument(cx, &arguments, 1, "chownSync: uid")?;
        let mut gid: u32 = op::argument(cx, &arguments, 2, "chownSync: gid")?;
        op::permit(cx, &[op::Permission::Write(op::Subject::from(&path))])?;
        op::finish(cx, FsOps::chown_sync(&*state(), &path, uid, gid))
    }
}

struct ChownOp;
impl NativeFunction for ChownOp {
    const NAME: &'static str = "chown";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut path: String = op::argument(cx, &arguments, 0, "chown: path")?;
        let mut uid: u32 = op::argument(cx, &arguments, 1, "chown: uid")?;
        let mut gid: u32 = op::argument(cx, &arguments, 2, "chown: gid")?;
        if let Err(error) = op::permit(cx, &[op::Permission::Write(op::Subject::from(&path))]) {
            return op::refuse(cx, error);
        }
        op::start(cx, move || {
            let outcome = <Fs as FsOps>::chown(&path, uid, gid);
            op::finish_later(outcome, move || {})
        })
    }
}

struct LchownSyncOp;
impl NativeFunction for LchownSyncOp {
    const NAME: &'static str = "lchownSync";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut path: String = op::argument(cx, &arguments, 0, "lchownSync: path")?;
        let mut uid: u32 = op::argument(cx, &arguments, 1, "lchownSync: uid")?;
        let mut gid: u32 = op::argument(cx, &arguments, 2, "lchownSync: gid")?;
        op::permit(cx, &[op::Permission::WriteEntry(op::Subject::from(&path))])?;
        op::finish(cx, FsOps::lchown_sync(&*state(), &path, uid, gid))
    }
}

struct LchownOp;
impl NativeFunction for LchownOp {
    const NAME: &'static str = "lchown";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut path: String = op::argument(cx, &arguments, 0, "lchown: path")?;
        let mut uid: u32 = op::argument(cx, &arguments, 1, "lchown: uid")?;
        let mut gid: u32 = op::argument(cx, &arguments, 2, "lchown: gid")?;
        if let Err(error) = op::permit(cx, &[op::Permission::WriteEntry(op::Subject::from(&path))]) {
            return op::refuse(cx, error);
        }
        op::start(cx, move || {
            let outcome = <Fs as FsOps>::lchown(&path, uid, gid);
            op::finish_later(outcome, move || {})
        })
    }
}

struct FchownSyncOp;
impl NativeFunction for FchownSyncOp {
    const NAME: &'static str = "fchownSync";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut fd: i32 = op::argument(cx, &arguments, 0, "fchownSync: fd")?;
        let mut uid: u32 = op::argument(cx, &arguments, 1, "fchownSync: uid")?;
        let mut gid: u32 = op::argument(cx, &arguments, 2, "fchownSync: gid")?;
        op::permit(cx, &[op::Permission::Metadata(op::Subject::from(&"fchown"), fd)])?;
        op::finish(cx, FsOps::fchown_sync(&*state(), fd, uid, gid))
    }
}

struct FchownOp;
impl NativeFunction for FchownOp {
    const NAME: &'static str = "fchown";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut fd: i32 = op::argument(cx, &arguments, 0, "fchown: fd")?;
        let mut uid: u32 = op::argument(cx, &arguments, 1, "fchown: uid")?;
        let mut gid: u32 = op::argument(cx, &arguments, 2, "fchown: gid")?;
        if let Err(error) = op::permit(cx, &[op::Permission::Metadata(op::Subject::from(&"fchown"), fd)]) {
            return op::refuse(cx, error);
        }
        op::start(cx, move || {
            let outcome = <Fs as FsOps>::fchown(fd, uid, gid);
            op::finish_later(outcome, move || {})
        })
    }
}

struct UtimesSyncOp;
impl NativeFunction for UtimesSyncOp {
    const NAME: &'static str = "utimesSync";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut path: String = op::argument(cx, &arguments, 0, "utimesSync: path")?;
        let mut access_seconds: f64 = op::argument(cx, &arguments, 1, "utimesSync: access_seconds")?;
        let mut modified_seconds: f64 = op::argument(cx, &arguments, 2, "utimesSync: modified_seconds")?;
        op::permit(cx, &[op::Permission::Write(op::Subject::from(&path))])?;
        op::finish(cx, FsOps::utimes_sync(&*state(), &path, access_seconds, modified_seconds))
    }
}

struct UtimesOp;
impl NativeFunction for UtimesOp {
    const NAME: &'static str = "utimes";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut path: String = op::argument(cx, &arguments, 0, "utimes: path")?;
        let mut access_seconds: f64 = op::argument(cx, &arguments, 1, "utimes: access_seconds")?;
        let mut modified_seconds: f64 = op::argument(cx, &arguments, 2, "utimes: modified_seconds")?;
        op::permit(cx, &[op::Permission::Write(op::Subject::from(&path))])?;
        op::start(cx, move || {
            let outcome = <Fs as FsOps>::utimes(&path, access_seconds, modified_seconds);
            op::finish_later(outcome, move || {})
        })
    }
}

struct LutimesSyncOp;
impl NativeFunction for LutimesSyncOp {
    const NAME: &'static str = "lutimesSync";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut path: String = op::argument(cx, &arguments, 0, "lutimesSync: path")?;
        let mut access_seconds: f64 = op::argument(cx, &arguments, 1, "lutimesSync: access_seconds")?;
        let mut modified_seconds: f64 = op::argument(cx, &arguments, 2, "lutimesSync: modified_seconds")?;
        op::permit(cx, &[op::Permission::WriteEntry(op::Subject::from(&path))])?;
        op::finish(cx, FsOps::lutimes_sync(&*state(), &path, access_seconds, modified_seconds))
    }
}

struct LutimesOp;
impl NativeFunction for LutimesOp {
    const NAME: &'static str = "lutimes";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut path: String = op::argument(cx, &arguments, 0, "lutimes: path")?;
        let mut access_seconds: f64 = op::argument(cx, &arguments, 1, "lutimes: access_seconds")?;
        let mut modified_seconds: f64 = op::argument(cx, &arguments, 2, "lutimes: modified_seconds")?;
        op::permit(cx, &[op::Permission::WriteEntry(op::Subject::from(&path))])?;
        op::start(cx, move || {
            let outcome = <Fs as FsOps>::lutimes(&path, access_seconds, modified_seconds);
            op::finish_later(outcome, move || {})
        })
    }
}

struct FutimesSyncOp;
impl NativeFunction for FutimesSyncOp {
    const NAME: &'static str = "futimesSync";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut fd: i32 = op::argument(cx, &arguments, 0, "futimesSync: fd")?;
        let mut access_seconds: f64 = op::argument(cx, &arguments, 1, "futimesSync: access_seconds")?;
        let mut modified_seconds: f64 = op::argument(cx, &arguments, 2, "futimesSync: modified_seconds")?;
        op::permit(cx, &[op::Permission::Metadata(op::Subject::from(&"futimes"), fd)])?;
        op::finish(cx, FsOps::futimes_sync(&*state(), fd, access_seconds, modified_seconds))
    }
}

struct FutimesOp;
impl NativeFunction for FutimesOp {
    const NAME: &'static str = "futimes";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut fd: i32 = op::argument(cx, &arguments, 0, "futimes: fd")?;
        let mut access_seconds: f64 = op::argument(cx, &arguments, 1, "futimes: access_seconds")?;
        let mut modified_seconds: f64 = op::argument(cx, &arguments, 2, "futimes: modified_seconds")?;
        if let Err(error) = op::permit(cx, &[op::Permission::Metadata(op::Subject::from(&"futimes"), fd)]) {
            return op::refuse(cx, error);
        }
        op::start(cx, move || {
            let outcome = <Fs as FsOps>::futimes(fd, access_seconds, modified_seconds);
            op::finish_later(outcome, move || {})
        })
    }
}

struct WatchOpenSyncOp;
impl NativeFunction for WatchOpenSyncOp {
    const NAME: &'static str = "watchOpenSync";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut handlers: WatchHandlers = op::argument(cx, &arguments, 0, "watchOpenSync: handlers")?;
        op::finish(cx, FsOps::watch_open_sync(&*state(), handlers))
    }
}

struct WatchAddSyncOp;
impl NativeFunction for WatchAddSyncOp {
    const NAME: &'static str = "watchAddSync";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut fd: i32 = op::argument(cx, &arguments, 0, "watchAddSync: fd")?;
        let mut path: String = op::argument(cx, &arguments, 1, "watchAddSync: path")?;
        op::permit(cx, &[op::Permission::Read(op::Subject::from(&path))])?;
        op::finish(cx, FsOps::watch_add_sync(&*state(), fd, &path))
    }
}

struct WatchRemoveSyncOp;
impl NativeFunction for WatchRemoveSyncOp {
    const NAME: &'static str = "watchRemoveSync";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut fd: i32 = op::argument(cx, &arguments, 0, "watchRemoveSync: fd")?;
        let mut watch: i32 = op::argument(cx, &arguments, 1, "watchRemoveSync: watch")?;
        op::finish(cx, FsOps::watch_remove_sync(&*state(), fd, watch))
    }
}

struct SleepSyncOp;
impl NativeFunction for SleepSyncOp {
    const NAME: &'static str = "sleepSync";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut milliseconds: u32 = op::argument(cx, &arguments, 0, "sleepSync: milliseconds")?;
        op::finish(cx, FsOps::sleep_sync(&*state(), milliseconds))
    }
}

/// The functions of `native:fs`.
pub const AREA: Area = Area {
    name: "fs",
    functions: &[
        AreaFunction { name: "openFlagValues", is_async: false, make: op::make::<OpenFlagValuesOp> },
        AreaFunction { name: "openSync", is_async: false, make: op::make::<OpenSyncOp> },
        AreaFunction { name: "open", is_async: true, make: op::make::<OpenOp> },
        AreaFunction { name: "closeSync", is_async: false, make: op::make::<CloseSyncOp> },
        AreaFunction { name: "close", is_async: true, make: op::make::<CloseOp> },
        AreaFunction { name: "readSync", is_async: false, make: op::make::<ReadSyncOp> },
        AreaFunction { name: "read", is_async: true, make: op::make::<ReadOp> },
        AreaFunction { name: "seekSync", is_async: false, make: op::make::<SeekSyncOp> },
        AreaFunction { name: "writeSync", is_async: false, make: op::make::<WriteSyncOp> },
        AreaFunction { name: "write", is_async: true, make: op::make::<WriteOp> },
        AreaFunction { name: "fsyncSync", is_async: false, make: op::make::<FsyncSyncOp> },
        AreaFunction { name: "fsync", is_async: true, make: op::make::<FsyncOp> },
        AreaFunction { name: "fdatasyncSync", is_async: false, make: op::make::<FdatasyncSyncOp> },
        AreaFunction { name: "fdatasync", is_async: true, make: op::make::<FdatasyncOp> },
        AreaFunction { name: "flockSync", is_async: false, make: op::make::<FlockSyncOp> },
        AreaFunction { name: "flock", is_async: true, make: op::make::<FlockOp> },
        AreaFunction { name: "unlockSync", is_async: false, make: op::make::<UnlockSyncOp> },
        AreaFunction { name: "unlock", is_async: true, make: op::make::<UnlockOp> },
        AreaFunction { name: "ftruncateSync", is_async: false, make: op::make::<FtruncateSyncOp> },
        AreaFunction { name: "ftruncate", is_async: true, make: op::make::<FtruncateOp> },
        AreaFunction { name: "cachedBytesSync", is_async: false, make: op::make::<CachedBytesSyncOp> },
        AreaFunction { name: "readFileSync", is_async: false, make: op::make::<ReadFileSyncOp> },
        AreaFunction { name: "readFile", is_async: true, make: op::make::<ReadFileOp> },
        AreaFunction { name: "readFileTextSync", is_async: false, make: op::make::<ReadFileTextSyncOp> },
        AreaFunction { name: "readFileText", is_async: true, make: op::make::<ReadFileTextOp> },
        AreaFunction { name: "readAllSync", is_async: false, make: op::make::<ReadAllSyncOp> },
        AreaFunction { name: "readAll", is_async: true, make: op::make::<ReadAllOp> },
        AreaFunction { name: "writeFileSync", is_async: false, make: op::make::<WriteFileSyncOp> },
        AreaFunction { name: "writeFile", is_async: true, make: op::make::<WriteFileOp> },
        AreaFunction { name: "writeFileTextSync", is_async: false, make: op::make::<WriteFileTextSyncOp> },
        AreaFunction { name: "writeFileText", is_async: true, make: op::make::<WriteFileTextOp> },
        AreaFunction { name: "writeAllSync", is_async: false, make: op::make::<WriteAllSyncOp> },
        AreaFunction { name: "writeAll", is_async: true, make: op::make::<WriteAllOp> },
        AreaFunction { name: "copyFileSync", is_async: false, make: op::make::<CopyFileSyncOp> },
        AreaFunction { name: "copyFile", is_async: true, make: op::make::<CopyFileOp> },
        AreaFunction { name: "copyTreeSync", is_async: false, make: op::make::<CopyTreeSyncOp> },
        AreaFunction { name: "copyTree", is_async: true, make: op::make::<CopyTreeOp> },
        AreaFunction { name: "statSync", is_async: false, make: op::make::<StatSyncOp> },
        AreaFunction { name: "stat", is_async: true, make: op::make::<StatOp> },
        AreaFunction { name: "lstatSync", is_async: false, make: op::make::<LstatSyncOp> },
        AreaFunction { name: "lstat", is_async: true, make: op::make::<LstatOp> },
        AreaFunction { name: "fstatSync", is_async: false, make: op::make::<FstatSyncOp> },
        AreaFunction { name: "fstat", is_async: true, make: op::make::<FstatOp> },
        AreaFunction { name: "statfsSync", is_async: false, make: op::make::<StatfsSyncOp> },
        AreaFunction { name: "statfs", is_async: true, make: op::make::<StatfsOp> },
        AreaFunction { name: "existsSync", is_async: false, make: op::make::<ExistsSyncOp> },
        AreaFunction { name: "exists", is_async: true, make: op::make::<ExistsOp> },
        AreaFunction { name: "accessSync", is_async: false, make: op::make::<AccessSyncOp> },
        AreaFunction { name: "access", is_async: true, make: op::make::<AccessOp> },
        AreaFunction { name: "realPathSync", is_async: false, make: op::make::<RealPathSyncOp> },
        AreaFunction { name: "realPath", is_async: true, make: op::make::<RealPathOp> },
        AreaFunction { name: "locateSync", is_async: false, make: op::make::<LocateSyncOp> },
        AreaFunction { name: "locate", is_async: true, make: op::make::<LocateOp> },
        AreaFunction { name: "readLinkSync", is_async: false, make: op::make::<ReadLinkSyncOp> },
        AreaFunction { name: "readLink", is_async: true, make: op::make::<ReadLinkOp> },
        AreaFunction { name: "readDirSync", is_async: false, make: op::make::<ReadDirSyncOp> },
        AreaFunction { name: "readDir", is_async: true, make: op::make::<ReadDirOp> },
        AreaFunction { name: "openDirSync", is_async: false, make: op::make::<OpenDirSyncOp> },
        AreaFunction { name: "openDir", is_async: true, make: op::make::<OpenDirOp> },
        AreaFunction { name: "nextEntriesSync", is_async: false, make: op::make::<NextEntriesSyncOp> },
        AreaFunction { name: "nextEntries", is_async: true, make: op::make::<NextEntriesOp> },
        AreaFunction { name: "makeDirSync", is_async: false, make: op::make::<MakeDirSyncOp> },
        AreaFunction { name: "makeDir", is_async: true, make: op::make::<MakeDirOp> },
        AreaFunction { name: "makeDirsSync", is_async: false, make: op::make::<MakeDirsSyncOp> },
        AreaFunction { name: "makeDirs", is_async: true, make: op::make::<MakeDirsOp> },
        AreaFunction { name: "makeTempDirSync", is_async: false, make: op::make::<MakeTempDirSyncOp> },
        AreaFunction { name: "makeTempDir", is_async: true, make: op::make::<MakeTempDirOp> },
        AreaFunction { name: "removeDirSync", is_async: false, make: op::make::<RemoveDirSyncOp> },
        AreaFunction { name: "removeDir", is_async: true, make: op::make::<RemoveDirOp> },
        AreaFunction { name: "unlinkSync", is_async: false, make: op::make::<UnlinkSyncOp> },
        AreaFunction { name: "unlink", is_async: true, make: op::make::<UnlinkOp> },
        AreaFunction { name: "removeSync", is_async: false, make: op::make::<RemoveSyncOp> },
        AreaFunction { name: "remove", is_async: true, make: op::make::<RemoveOp> },
        AreaFunction { name: "renameSync", is_async: false, make: op::make::<RenameSyncOp> },
        AreaFunction { name: "rename", is_async: true, make: op::make::<RenameOp> },
        AreaFunction { name: "linkSync", is_async: false, make: op::make::<LinkSyncOp> },
        AreaFunction { name: "link", is_async: true, make: op::make::<LinkOp> },
        AreaFunction { name: "symlinkSync", is_async: false, make: op::make::<SymlinkSyncOp> },
        AreaFunction { name: "symlink", is_async: true, make: op::make::<SymlinkOp> },
        AreaFunction { name: "chmodSync", is_async: false, make: op::make::<ChmodSyncOp> },
        AreaFunction { name: "chmod", is_async: true, make: op::make::<ChmodOp> },
        AreaFunction { name: "fchmodSync", is_async: false, make: op::make::<FchmodSyncOp> },
        AreaFunction { name: "fchmod", is_async: true, make: op::make::<FchmodOp> },
        AreaFunction { name: "chownSync", is_async: false, make: op::make::<ChownSyncOp> },
        AreaFunction { name: "chown", is_async: true, make: op::make::<ChownOp> },
        AreaFunction { name: "lchownSync", is_async: false, make: op::make::<LchownSyncOp> },
        AreaFunction { name: "lchown", is_async: true, make: op::make::<LchownOp> },
        AreaFunction { name: "fchownSync", is_async: false, make: op::make::<FchownSyncOp> },
        AreaFunction { name: "fchown", is_async: true, make: op::make::<FchownOp> },
        AreaFunction { name: "utimesSync", is_async: false, make: op::make::<UtimesSyncOp> },
        AreaFunction { name: "utimes", is_async: true, make: op::make::<UtimesOp> },
        AreaFunction { name: "lutimesSync", is_async: false, make: op::make::<LutimesSyncOp> },
        AreaFunction { name: "lutimes", is_async: true, make: op::make::<LutimesOp> },
        AreaFunction { name: "futimesSync", is_async: false, make: op::make::<FutimesSyncOp> },
        AreaFunction { name: "futimes", is_async: true, make: op::make::<FutimesOp> },
        AreaFunction { name: "watchOpenSync", is_async: false, make: op::make::<WatchOpenSyncOp> },
        AreaFunction { name: "watchAddSync", is_async: false, make: op::make::<WatchAddSyncOp> },
        AreaFunction { name: "watchRemoveSync", is_async: false, make: op::make::<WatchRemoveSyncOp> },
        AreaFunction { name: "sleepSync", is_async: false, make: op::make::<SleepSyncOp> },
    ],
};
