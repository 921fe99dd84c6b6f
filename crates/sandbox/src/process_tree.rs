//! The descendants of a process and their threads, read from `/proc`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rustix::process::Pid;

/// The first child of a process, if it has one. Its main thread must be the one that starts
/// children.
///
/// # Errors
///
/// If the list of children cannot be read, for example because too many files are open.
pub(crate) fn first_child(pid: Pid) -> io::Result<Option<Pid>> {
    let number = pid.as_raw_nonzero();
    let children = fs::read_to_string(format!("/proc/{number}/task/{number}/children"))?;
    let first = children.split_whitespace().next().and_then(|child| child.parse().ok());
    Ok(first.and_then(Pid::from_raw))
}

/// A process and its living descendants. The process itself comes first.
pub(crate) fn processes(pid: Pid) -> Vec<Pid> {
    let mut found = vec![pid];
    let mut next = 0;
    while let Some(pid) = found.get(next) {
        let children: Vec<Pid> = children(&directory(*pid)).filter_map(Pid::from_raw).collect();
        found.extend(children);
        next += 1;
    }
    found
}

/// The number of threads of a process and its living descendants.
pub(crate) fn count_threads(pid: Pid) -> usize {
    processes(pid).into_iter().map(|pid| threads(&directory(pid)).count()).sum()
}

/// The threads of a process and its descendants, down to this many generations, because a process
/// can make a chain of any length.
pub(crate) fn threads_of_tree(process: &Path, generations: usize) -> Vec<PathBuf> {
    threads(process).chain(threads_of_descendants(process, generations)).collect()
}

/// Like [`threads_of_tree`], without the threads of the process itself.
pub(crate) fn threads_of_descendants(process: &Path, generations: usize) -> Vec<PathBuf> {
    if generations == 0 {
        return Vec::new();
    }
    let of_child = |pid: i32| threads_of_tree(&Path::new("/proc").join(pid.to_string()), generations - 1);
    children(process).flat_map(of_child).collect()
}

pub(crate) fn directory(pid: Pid) -> PathBuf {
    Path::new("/proc").join(pid.as_raw_nonzero().to_string())
}

fn threads(process: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    fs::read_dir(process.join("task")).into_iter().flatten().flatten().map(|task| task.path())
}

fn children(process: &Path) -> impl Iterator<Item = i32> + use<> {
    let lists = threads(process).filter_map(|thread| fs::read_to_string(thread.join("children")).ok());
    lists.flat_map(|list| numbers(&list))
}

fn numbers(list: &str) -> Vec<i32> {
    list.split_whitespace().filter_map(|number| number.parse().ok()).collect()
}
