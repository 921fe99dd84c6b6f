//! Finds the control groups of this process.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The control groups of this process, and the mount points of their trees.
pub(super) struct CgroupMembership {
    mounts: String,
    groups: String,
}

impl CgroupMembership {
    pub(super) fn read() -> io::Result<CgroupMembership> {
        Ok(CgroupMembership {
            mounts: fs::read_to_string("/proc/self/mountinfo")?,
            groups: fs::read_to_string("/proc/self/cgroup")?,
        })
    }

    /// The group in the version 1 tree of this controller.
    pub(super) fn in_version_one(&self, controller: &str) -> Option<PathBuf> {
        let has = |list: &str| list.split(',').any(|one| one == controller);
        // Lines `NUMBER:CONTROLLERS:PATH`.
        let group = self.groups.lines().find_map(|line| {
            let mut fields = line.splitn(3, ':').skip(1);
            has(fields.next()?).then(|| fields.next()).flatten()
        })?;
        self.mounted("cgroup", has, group)
    }

    /// The group in the version 2 tree.
    pub(super) fn in_version_two(&self) -> Option<PathBuf> {
        let group = self.groups.lines().find_map(|line| line.strip_prefix("0::"))?;
        self.mounted("cgroup2", |_| true, group)
    }

    /// The folder of a group. A line of `mountinfo` has the root and the mount point as its fourth
    /// and fifth fields; after a dash, it has the file system, the source and the options.
    fn mounted(&self, file_system: &str, fits: impl Fn(&str) -> bool, group: &str) -> Option<PathBuf> {
        self.mounts.lines().find_map(|line| {
            let (place, what) = line.split_once(" - ")?;
            let what: Vec<&str> = what.split(' ').collect();
            if what.first() != Some(&file_system) || !fits(what.last()?) {
                return None;
            }
            let place: Vec<&str> = place.split(' ').collect();
            let below = Path::new(group).strip_prefix(place.get(3)?).ok()?;
            let found = Path::new(place.get(4)?).join(below);
            found.is_dir().then_some(found)
        })
    }
}
