//! The list, item by item.

use crate::items::Outcome::Harmless;
use crate::items::Session::{Build, Dilemma, Grid, Race, Warm};
use crate::items::{Item, Program, fault};

/// A hostile program from a file.
macro_rules! program {
    ($file:literal) => {
        Program { file: $file, text: include_str!(concat!("programs/", $file)) }
    };
}

const FORK_BOMB: Program = program!("01-fork-bomb.py");
const CHILDREN: Program = program!("03-leaves-children.py");
const TALKS: Program = program!("14-talks.py");
const NEVER_READS: Program = program!("22-never-reads.py");
const CLOSES: Program = program!("23-closes.py");
const ALLOCATES: Program = program!("31-allocates.py");
const FILLS: Program = program!("34-fills.py");
const READS: Program = program!("39-reads.py");
const WRITES: Program = program!("40-writes.py");
const ARTEFACT: Program = program!("41-artefact.py");
const BUILDS: Program = program!("44-build.py");
const HIDES_MEMORY: Program = program!("51-hides-memory.py");
const TELLS_OTHERS: Program = program!("52-tells-others.py");

const FEW_PROCESSES: &[&str] = &["--processes", "64"];
const LITTLE_MEMORY: &[&str] = &["--memory-mib", "64"];

/// All items, some of them in several variants.
pub fn all() -> Vec<Item> {
    [processes(), pipes(), resources(), files(), builds(), unseen(), channels()].concat()
}

fn processes() -> Vec<Item> {
    let bomb = |number, name| Item::new(number, name, FORK_BOMB).with(FEW_PROCESSES);
    let out_of_processes = || fault("late crashed", "out of processes: it may have 64");
    let failed = || fault("unbuildable", "Resource temporarily unavailable|out of processes");
    let children = |number, name| Item::new(number, name, CHILDREN);
    vec![
        bomb(1, "fork-bomb")
            .everywhere()
            .plays(&[Warm], fault("late crashed", "processes"))
            .plays(&[Race, Grid, Dilemma], out_of_processes())
            .plays(&[Build], failed()),
        bomb(2, "fork-bomb-of-sessions").variant("setsid").plays(&[Race, Grid, Dilemma], out_of_processes()),
        bomb(2, "fork-bomb-of-sessions-in-a-build").variant("setsid").plays(&[Build], failed()),
        children(3, "leaves-children")
            .plays(&[Warm], Harmless)
            .plays(&[Race, Grid], fault("crashed", "exit status 0"))
            .plays(&[Dilemma, Build], Harmless),
        Item::new(4, "children-burn", program!("04-burns.py")).plays(&[Race, Grid, Dilemma, Build], Harmless),
        Item::new(5, "daemon-forks-anew", program!("05-forks-anew.py"))
            .everywhere()
            .plays(&[Warm], Harmless)
            .plays(&[Race, Grid, Dilemma, Build], Harmless),
        Item::new(6, "stops-itself", program!("06-stops-itself.py"))
            .plays(&[Race, Grid, Dilemma], fault("late", "limit_seconds"))
            .plays(&[Build], fault("unbuildable", "did not end within 6 s")),
        Item::new(7, "stops-its-parent", program!("07-stops-its-parent.py"))
            .everywhere()
            .plays(&[Grid, Dilemma], Harmless)
            // Without a namespace it can stop its supervisor, and then nothing reports its end.
            .in_launcher(fault("late", "limit_seconds"))
            .plays(&[Race], Harmless),
        Item::new(8, "kills-all", program!("08-kills-all.py"))
            .variant("SIGKILL")
            .everywhere()
            .plays(&[Race, Grid, Dilemma, Build], Harmless)
            // Without a namespace it can kill its supervisor, and the sandbox ends with that.
            .in_launcher(fault("crashed unbuildable none", "signal 9")),
        Item::new(8, "stops-all", program!("08-kills-all.py"))
            .variant("SIGSTOP")
            .plays(&[Race, Grid, Dilemma], Harmless),
        Item::new(9, "signals-the-host", program!("09-signals-the-host.py"))
            .everywhere()
            .plays(&[Warm], Harmless)
            .plays(&[Race, Grid, Dilemma, Build], Harmless),
        Item::new(10, "traces", program!("10-traces.py"))
            .everywhere()
            .plays(&[Warm], Harmless)
            .plays(&[Race, Grid, Dilemma, Build], Harmless),
        Item::new(11, "changes-limits", program!("11-changes-limits.py"))
            .everywhere()
            .plays(&[Warm], Harmless)
            .plays(&[Race, Grid, Dilemma, Build], Harmless),
        Item::new(11, "changes-limits-of-its-keeper", program!("11-changes-limits.py"))
            .variant("keeper")
            .everywhere()
            .plays(&[Warm], Harmless)
            .plays(&[Race, Grid, Dilemma, Build], Harmless),
        Item::new(12, "mounts", program!("12-mounts.py")).plays(&[Race, Dilemma, Build], Harmless),
        Item::new(13, "makes-namespaces", program!("12-mounts.py")).everywhere().plays(&[Grid], Harmless),
    ]
}

fn pipes() -> Vec<Item> {
    let talks = |number, name, variant| Item::new(number, name, TALKS).variant(variant);
    let closes = |number, name, variant| Item::new(number, name, CLOSES).variant(variant);
    let late = || fault("late", "limit_seconds");
    let flooded = || fault("flooded", "limit_bytes");
    vec![
        talks(14, "endless-output", "stdout").plays(&[Race, Grid, Dilemma], flooded()),
        talks(14, "endless-lines", "lines")
            .plays(&[Race, Grid], fault("flooded malformed illegal late", ""))
            .plays(&[Dilemma], flooded()),
        talks(15, "endless-errors", "stderr")
            .plays(&[Race, Grid, Dilemma], late())
            .plays(&[Build], fault("unbuildable", "")),
        talks(16, "long-line", "long-line").plays(&[Race, Grid, Dilemma], flooded()),
        talks(17, "no-newline", "no-newline").plays(&[Race, Grid, Dilemma], late()),
        talks(18, "nul", "nul").plays(&[Race, Grid, Dilemma], fault("malformed", r"\\x00")),
        talks(18, "invalid-utf8", "invalid").plays(&[Race, Grid, Dilemma], fault("malformed", r"\\xff")),
        talks(19, "trickle", "trickle").plays(&[Race, Grid, Dilemma], late()),
        talks(20, "half-a-line", "half").plays(&[Race, Grid, Dilemma], late()),
        talks(21, "silent", "silent").plays(&[Race, Grid, Dilemma], late()),
        Item::new(22, "never-reads", NEVER_READS).plays(&[Dilemma], Harmless),
        Item::new(22, "never-reads-and-waits", NEVER_READS).variant("waits").plays(&[Dilemma], late()),
        closes(23, "closes-its-input", "stdin")
            .plays(&[Race, Grid], fault("closed late", "stdin|limit_seconds"))
            .plays(&[Dilemma], late()),
        closes(23, "closes-its-output", "stdout")
            .plays(&[Race, Grid], fault("closed", "stdout"))
            .plays(&[Dilemma], late()),
        closes(24, "exits", "exit")
            .plays(&[Race, Grid], fault("crashed", "exit status 0"))
            .plays(&[Dilemma], Harmless),
        closes(24, "exits-3", "exit-3").plays(&[Race, Grid, Dilemma], fault("crashed", "exit status 3")),
        closes(24, "segfault", "segfault")
            .plays(&[Race, Grid, Dilemma], fault("crashed", "signal 11"))
            .plays(&[Build], fault("unbuildable", "signal: 11|signal 11")),
        Item::new(25, "both-talk", NEVER_READS).variant("talks").plays(&[Dilemma], Harmless),
        Item::new(26, "grandchild-holds-output", CHILDREN)
            .variant("holds")
            .plays(&[Race, Grid], fault("crashed", "exit status 0"))
            .plays(&[Dilemma], Harmless),
        Item::new(27, "forges", program!("27-forges.py"))
            .everywhere()
            .plays(&[Warm], Harmless)
            .plays(&[Race, Grid, Dilemma], Harmless),
        talks(28, "answers-twice", "twice")
            .plays(&[Race], fault("malformed", ""))
            // In the dilemma, everything until the end of the output is the reply.
            .plays(&[Dilemma], fault("illegal", "1 0")),
        // A process that plays one round has no other request that the reply could be taken for, so
        // only its own replies are affected.
        talks(28, "answers-ahead", "ahead").plays(&[Grid], Harmless),
        talks(29, "digits", "digits")
            .plays(&[Race, Grid], fault("malformed illegal", "1111"))
            .plays(&[Dilemma], fault("malformed illegal", "1111")),
        talks(29, "float", "float").plays(&[Race, Grid, Dilemma], fault("malformed", "1.0")),
        talks(29, "hexadecimal", "hexadecimal").plays(&[Race, Grid, Dilemma], fault("malformed", "0x1")),
        talks(29, "exponent", "exponent").plays(&[Race, Grid, Dilemma], fault("malformed", "1e0")),
        talks(30, "log-line", "log").read().plays(&[Race, Grid, Dilemma], fault("malformed", r"\\x1b[2J")),
        talks(30, "log-line-in-errors", "log-stderr").plays(&[Race, Grid, Dilemma], Harmless),
    ]
}

fn resources() -> Vec<Item> {
    let allocates = |name, variant| Item::new(31, name, ALLOCATES).variant(variant).with(LITTLE_MEMORY);
    // Without a limit for all processes together, each process has its own limit, and reports the
    // error itself.
    let memory =
        || fault("crashed late", "out of memory: it may use 64 MiB|out of the memory that it may use");
    let memory_of_build = || fault("unbuildable", "out of memory: it may use 4096 MiB|MemoryError");
    let fills = |number, name, variant| Item::new(number, name, FILLS).variant(variant);
    let sleeps = |name, seconds| Item::new(37, name, program!("37-sleeps.py")).variant(seconds);
    vec![
        allocates("allocates", "plain")
            .everywhere()
            .plays(&[Warm], memory())
            .plays(&[Race, Grid, Dilemma], memory()),
        allocates("allocates-in-a-build", "plain").plays(&[Build], memory_of_build()),
        Item { number: 32, ..allocates("allocates-shared-in-a-build", "shared") }
            .plays(&[Build], memory_of_build()),
        allocates("allocates-with-children", "children").everywhere().plays(&[Race, Dilemma], memory()),
        allocates("allocates-without-its-keeper", "orphan")
            .everywhere()
            .plays(&[Race, Dilemma], memory())
            .in_launcher(fault("crashed", "signal 9")),
        Item { number: 32, ..allocates("allocates-shared", "shared") }
            .everywhere()
            .plays(&[Race, Grid, Dilemma], memory()),
        Item { number: 32, ..allocates("fills-shared-memory", "shm") }
            .plays(&[Race], fault("crashed late", "memory|No space|space")),
        Item::new(33, "recurses", program!("33-recurses.py"))
            .plays(&[Race, Grid, Dilemma], fault("crashed", "signal 11|RecursionError|memory"))
            .plays(&[Build], fault("unbuildable", "")),
        fills(34, "fills", "bytes")
            .everywhere()
            .plays(&[Race, Grid, Dilemma], Harmless)
            .in_launcher(fault("crashed late", "out of space: its folders may hold 64 MiB")),
        fills(34, "fills-behind-a-closed-door", "closed")
            .everywhere()
            .plays(&[Race, Dilemma], Harmless)
            .in_launcher(fault("crashed late", "out of space: its folders may hold 64 MiB")),
        fills(34, "fills-deeper-than-a-path", "deep")
            .everywhere()
            .plays(&[Race, Dilemma], Harmless)
            .in_launcher(fault("crashed late", "out of space: its folders may hold 64 MiB")),
        fills(34, "fills-without-names", "removed")
            .everywhere()
            .plays(&[Race, Dilemma], Harmless)
            .in_launcher(fault("crashed late", "out of space: its folders may hold 64 MiB")),
        fills(34, "fills-without-names-or-files", "mapped")
            .everywhere()
            .plays(&[Race], Harmless)
            .in_launcher(fault("crashed late", "out of space: its folders may hold 64 MiB")),
        fills(34, "fills-what-is-built-without-names", "removed")
            .everywhere()
            .plays(&[Build], fault("unbuildable", "out of space: its folders may hold 1024 MiB")),
        fills(34, "fills-what-is-built", "bytes").everywhere().plays(
            &[Build],
            fault("unbuildable", "out of space: its folders may hold 1024 MiB|left more than"),
        ),
        fills(35, "million-files", "files")
            .everywhere()
            .plays(&[Race, Dilemma], fault("late crashed", "limit_seconds|space"))
            .plays(&[Build], fault("unbuildable", "out of space")),
        fills(36, "sparse-file", "sparse")
            .everywhere()
            .controlled()
            .plays(&[Race, Grid, Dilemma, Build], Harmless),
        sleeps("sleeps-within-its-time", "0.6").plays(&[Race, Grid, Dilemma], Harmless),
        sleeps("sleeps-past-its-time", "1.3").plays(&[Race, Grid, Dilemma], fault("late", "limit_seconds")),
        Item::new(38, "ponders", program!("38-ponders.py"))
            .with(&["--freeze"])
            .everywhere()
            .plays(&[Grid], Harmless),
    ]
}

/// Memory that belongs to no process.
fn unseen() -> Vec<Item> {
    let hides =
        |name, variant| Item::new(51, name, HIDES_MEMORY).variant(variant).with(LITTLE_MEMORY).everywhere();
    let out_of_memory = || fault("crashed", "out of memory: it may use 64 MiB");
    vec![
        hides("hides-memory-in-page-tables", "page-tables").plays(&[Race, Grid, Dilemma], out_of_memory()),
        hides("hides-memory-in-shared-parts", "shared")
            .with(&["--memory-mib", "256"])
            .plays(&[Race, Dilemma], fault("crashed", "out of memory: it may use 256 MiB")),
        hides("hides-memory-in-pipes", "pipes")
            .with(&["--memory-mib", "120"])
            .plays(&[Race, Dilemma], fault("crashed", "out of memory: it may use 120 MiB")),
        hides("hides-memory-in-sockets", "sockets").plays(&[Race, Dilemma], out_of_memory()),
        hides("hides-memory-in-empty-files", "files")
            .plays(&[Race], fault("crashed closed", "out of memory: it may use 64 MiB"))
            .in_launcher(fault("crashed late", "out of space|limit_seconds")),
        hides("hides-memory-in-files-without-a-name", "memfd")
            .controlled()
            .plays(&[Race, Grid, Dilemma, Build], Harmless),
        hides("hides-memory-in-large-pipes", "large-pipe").controlled().plays(&[Race, Build], Harmless),
    ]
}

/// Channels between bots, or from one run to the next.
fn channels() -> Vec<Item> {
    let tells = |name, variant| Item::new(52, name, TELLS_OTHERS).variant(variant);
    let everywhere = |name, variant| tells(name, variant).everywhere().controlled();
    vec![
        everywhere("locks-files-of-the-system", "locks").plays(&[Race, Dilemma, Warm, Build], Harmless),
        everywhere("watches-files-of-the-system", "watches").plays(&[Race, Dilemma, Build], Harmless),
        everywhere("asks-what-others-have-read", "residency").plays(&[Race, Dilemma, Build], Harmless),
        everywhere("drops-what-others-have-read", "eviction").plays(&[Race, Dilemma, Build], Harmless),
        // The launcher shows files as they are mounted for all (docs/SECURITY.md).
        tells("leaves-times-of-access", "times").plays(&[Race, Dilemma], Harmless),
        Item::new(53, "remembers-by-numbers", program!("53-remembers.py"))
            .everywhere()
            .plays(&[Dilemma, Warm], Harmless),
        Item::new(54, "computes-before-it-is-asked", program!("54-computes-first.py"))
            .with(&["--freeze"])
            .everywhere()
            .plays(&[Grid], Harmless),
        Item::new(54, "has-children-compute-before-it-is-asked", program!("54-computes-first.py"))
            .variant("children")
            .with(&["--freeze"])
            .everywhere()
            .plays(&[Grid], Harmless),
    ]
}

fn files() -> Vec<Item> {
    let artefact = |name, variant| Item::new(41, name, ARTEFACT).variant(variant);
    vec![
        Item::new(39, "reads", READS).everywhere().controlled().plays(&[Race, Grid, Dilemma, Warm], Harmless),
        Item::new(40, "writes", WRITES)
            .everywhere()
            .controlled()
            .plays(&[Race, Grid, Dilemma, Warm], Harmless),
        Item::new(40, "changes-modes", WRITES)
            .variant("modes")
            .everywhere()
            .controlled()
            .plays(&[Race, Grid, Dilemma, Warm], Harmless),
        Item::new(40, "keeps-for-the-next-run", program!("40-keeps.py"))
            .everywhere()
            .plays(&[Dilemma, Warm], Harmless),
        artefact("artefact-is-a-pipe", "pipe").plays(&[Build], fault("unbuildable", "artefact")),
        artefact("artefact-is-a-link", "link").plays(&[Build], fault("unbuildable", "artefact")),
        artefact("source-has-a-link", "source").plays(&[Build], fault("unbuildable", "artefact")),
        artefact("folders-without-end", "deep")
            .everywhere()
            .plays(&[Build], fault("unbuildable", "more than 64 deep|out of space")),
        Item::new(42, "connects", program!("42-connects.py"))
            .everywhere()
            .controlled()
            .plays(&[Race, Grid, Dilemma, Build], Harmless),
        Item::new(43, "rewrites-itself", WRITES)
            .variant("source")
            .everywhere()
            .controlled()
            .plays(&[Race, Grid, Dilemma], Harmless),
    ]
}

fn builds() -> Vec<Item> {
    let builds = |number, name, variant| Item::new(number, name, BUILDS).variant(variant);
    vec![
        builds(44, "hangs", "hangs").plays(&[Build], fault("unbuildable", "did not end within 6 s")),
        builds(45, "floods", "floods").plays(&[Build], fault("unbuildable", "wrote without end")),
        Item::new(46, "includes", program!("46-includes.c")).plays(&[Build], fault("unbuildable", "")),
        Item::new(47, "leaves-a-daemon", CHILDREN).variant("writes").everywhere().plays(&[Build], Harmless),
        Item::new(48, "reads-secrets", READS).everywhere().plays(&[Build], Harmless),
        Item::new(49, "writes-outside", WRITES).everywhere().plays(&[Build], Harmless),
        // If builds run as the host's own user, the launcher cannot prevent
        // this (docs/SECURITY.md).
        Item::new(49, "changes-modes-outside", WRITES)
            .variant("modes")
            .everywhere()
            .beyond_a_launcher_of_ones_own()
            .plays(&[Build], Harmless),
        builds(50, "gigabytes", "gigabytes")
            .plays(&[Build], fault("unbuildable", "out of space|left more than")),
    ]
}
