//! A cluster with Slurm, whose two nodes are on this machine.

use std::io::Read;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use super::*;

/// The programs of MUNGE and Slurm. Debian keeps the daemons where only root looks for programs.
const PROGRAMS: [&str; 4] = ["munged", "slurmctld", "slurmd", "sbatch"];

fn search_path() -> String {
    std::env::var("PATH").unwrap_or_default() + ":/usr/sbin"
}

/// The first of the programs that is not installed.
pub(super) fn missing_program() -> Option<&'static str> {
    let path = search_path();
    let is_found = |name: &str| path.split(':').any(|folder| Path::new(folder).join(name).exists());
    PROGRAMS.into_iter().find(|name| !is_found(name))
}

/// Slurm with the nodes `n1` and `n2`, all as the user who runs the tests.
pub(super) struct Cluster {
    folder: PathBuf,
    /// MUNGE, the controller, and the nodes that live.
    daemons: BTreeMap<&'static str, Child>,
}

impl Cluster {
    pub(super) fn start(world: &World) -> Cluster {
        let mut cluster = Cluster { folder: world.path("slurm"), daemons: BTreeMap::new() };
        for name in ["state", "n1", "n2"] {
            fs::create_dir_all(cluster.folder.join(name)).unwrap();
        }
        fs::write(cluster.configuration(), configuration(&cluster.folder)).unwrap();
        cluster.start_munge();
        cluster.spawn("controller", "slurmctld", &["-D"]);
        cluster.spawn("n1", "slurmd", &["-D", "-N", "n1"]);
        cluster.spawn("n2", "slurmd", &["-D", "-N", "n2"]);
        wait_until("both nodes are idle", || {
            cluster.ask("sinfo", &["-hN", "-t", "idle", "-o", "%N"]).lines().count() == 2
        });
        cluster
    }

    fn configuration(&self) -> PathBuf {
        self.folder.join("slurm.conf")
    }

    /// MUNGE proves to Slurm which user asks.
    fn start_munge(&mut self) {
        let mut key = [0; 128];
        fs::File::open("/dev/urandom").unwrap().read_exact(&mut key).unwrap();
        fs::write(self.folder.join("munge.key"), key).unwrap();
        fs::set_permissions(self.folder.join("munge.key"), fs::Permissions::from_mode(0o600)).unwrap();
        let files = ["socket", "key-file", "seed-file", "pid-file", "log-file"].map(|option| {
            let name = option.trim_end_matches("-file");
            format!("--{option}={}", self.folder.join(format!("munge.{name}")).display())
        });
        // A temporary folder is not what it expects for its socket.
        let arguments = [&["--foreground", "--force"], &files.each_ref().map(String::as_str)[..]].concat();
        self.spawn("munge", "munged", &arguments);
        wait_until("MUNGE listens", || self.folder.join("munge.socket").exists());
    }

    /// Starts a daemon, whose output goes to a log.
    fn spawn(&mut self, name: &'static str, program: &str, arguments: &[&str]) {
        let log = fs::File::create(self.folder.join(format!("{name}.log"))).unwrap();
        let mut command = self.reaching(Command::new(program));
        command.args(arguments).stdin(Stdio::null()).stdout(log.try_clone().unwrap()).stderr(log);
        self.daemons.insert(name, command.spawn().unwrap());
    }

    /// The same command, which finds this cluster.
    pub(super) fn reaching(&self, mut command: Command) -> Command {
        command.env("SLURM_CONF", self.configuration()).env("PATH", search_path());
        command
    }

    /// What a command of Slurm prints.
    fn ask(&self, program: &str, arguments: &[&str]) -> String {
        let output = self.reaching(Command::new(program)).args(arguments).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    }

    /// The number of the task that a node runs.
    pub(super) fn task_on(&self, node: &str) -> Option<u32> {
        self.ask("squeue", &["-h", "-t", "R", "-w", node, "-o", "%K"]).trim().parse().ok()
    }

    /// Kills a node with all that it runs. All of it stops first, so that nothing reports the end
    /// of another process.
    pub(super) fn kill(&mut self, node: &str) {
        let mut daemon = self.daemons.remove(node).unwrap();
        let mut processes = self.job_processes(node);
        processes.push(Pid::from_child(&daemon));
        signal_all(&processes, Signal::STOP);
        signal_all(&processes, Signal::KILL);
        daemon.wait().unwrap();
    }

    /// The processes of all jobs of a node. The supervisor of a job hides its environment, but is in
    /// the session of the job.
    fn job_processes(&self, node: &str) -> Vec<Pid> {
        let place = format!("SLURMD_NODENAME={node}");
        let jobs = self.processes().into_iter().filter(|pid| has_variable(*pid, &place));
        let sessions: Vec<Pid> = jobs.filter_map(session).collect();
        let is_in_one = |pid: &Pid| session(*pid).is_some_and(|own| sessions.contains(&own));
        all_processes().into_iter().filter(is_in_one).collect()
    }

    /// The processes that were started to reach this cluster, except supervisors of jobs.
    fn processes(&self) -> Vec<Pid> {
        let mark = format!("SLURM_CONF={}", self.configuration().display());
        all_processes().into_iter().filter(|pid| has_variable(*pid, &mark)).collect()
    }

    /// Lets tasks start again that have lost their node. By itself, Slurm waits two minutes.
    pub(super) fn hurry(&self) {
        thread::sleep(Duration::from_millis(200));
        for line in self.ask("squeue", &["-h", "-r", "-t", "PD", "-o", "%i %r"]).lines() {
            if let Some(task) = line.strip_suffix(" BeginTime") {
                self.ask("scontrol", &["update", &format!("jobid={task}"), "StartTime=now"]);
            }
        }
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        let jobs = ["n1", "n2"].map(|node| self.job_processes(node)).concat();
        signal_all(&[jobs, self.processes()].concat(), Signal::KILL);
        for daemon in self.daemons.values_mut() {
            let _ = daemon.kill();
            let _ = daemon.wait();
        }
    }
}

/// All processes of this machine.
fn all_processes() -> Vec<Pid> {
    let entries = fs::read_dir("/proc").unwrap().flatten();
    let number = |entry: fs::DirEntry| entry.file_name().to_str()?.parse().ok();
    entries.filter_map(number).filter_map(Pid::from_raw).collect()
}

/// Whether the environment of a process has this `NAME=VALUE`.
fn has_variable(pid: Pid, variable: &str) -> bool {
    let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
    environment.split(|byte| *byte == 0).any(|one| one == variable.as_bytes())
}

/// The session of a process. Processes of the kernel have session 0.
fn session(pid: Pid) -> Option<Pid> {
    let status = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name, which is in brackets, may contain spaces.
    let (_, fields) = status.rsplit_once(')')?;
    Pid::from_raw(fields.split_whitespace().nth(3)?.parse().ok()?)
}

/// Sends a signal to these processes, of which some may have ended.
fn signal_all(processes: &[Pid], signal: Signal) {
    for process in processes {
        let _ = kill_process(*process, signal);
    }
}

/// The file `slurm.conf`. Slurm notices within seconds that a node is dead, and keeps all its files
/// in this folder.
fn configuration(folder: &Path) -> String {
    // All listeners are open at once, so that the ports differ.
    let listeners = [(); 3].map(|()| TcpListener::bind("127.0.0.1:0").unwrap());
    let [controller, one, two] = listeners.each_ref().map(|listener| listener.local_addr().unwrap().port());
    let user = String::from_utf8(Command::new("id").arg("-un").output().unwrap().stdout).unwrap();
    let (folder, user) = (folder.display(), user.trim());
    format!(
        "ClusterName=test
SlurmctldHost=localhost(127.0.0.1)
SlurmctldPort={controller}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
ProctrackType=proctrack/linuxproc
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=sched_interval=1,bf_interval=1
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/%n
SlurmctldPidFile={folder}/controller.pid
SlurmdPidFile={folder}/%n.pid
SlurmdTimeout=5
ReturnToService=2
NodeName=n1 NodeHostname=localhost NodeAddr=127.0.0.1 Port={one} CPUs=1
NodeName=n2 NodeHostname=localhost NodeAddr=127.0.0.1 Port={two} CPUs=1
PartitionName=all Nodes=n1,n2 Default=YES State=UP
"
    )
}
