//! A running bot that a test talks to in lines. Any forbidden behaviour of the bot fails the test.

use std::time::Duration;

use rathaus_sandbox::{ProgramCommand, SandboxedProcess};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::runtime::Runtime;
use tokio::time::timeout;

use crate::workshop::{runtime, standard_rules};

/// The time limit of a reply: far longer than any bot needs, even when many tests share
/// the machine.
const TIMEOUT: Duration = Duration::from_secs(60);

/// The handshake reply of every adapter.
pub const HELLO: &str = "rathaus 1 turns boards=64";

/// A running bot, which is killed when it goes out of scope.
pub struct Bot {
    process: SandboxedProcess,
    unsent: Vec<u8>,
    received: Vec<u8>,
    runtime: Runtime,
}

/// The handshake for the game with its default parameters.
pub fn handshake() -> String {
    let handshake = standard_rules().handshake().expect("bots of the rat race are greeted");
    String::from_utf8(handshake.encode()).expect("ASCII").trim_end().to_owned()
}

impl Bot {
    /// Starts a bot.
    pub fn start(program: &ProgramCommand) -> Bot {
        let runtime = runtime();
        let process = runtime.block_on(program.spawn()).unwrap_or_else(|error| panic!("{error}"));
        Bot { process, unsent: Vec::new(), received: Vec::new(), runtime }
    }

    /// Starts a bot and does the handshake.
    pub fn with_handshake(program: &ProgramCommand) -> Bot {
        let mut bot = Bot::start(program);
        bot.tell(&handshake());
        assert_eq!(bot.answer(), HELLO);
        bot
    }

    /// Queues a line, which is sent while the test waits for a reply.
    pub fn tell(&mut self, line: &str) {
        self.unsent.extend(line.bytes().chain([b'\n']));
    }

    /// Sends these bytes at once, without the queued lines.
    pub fn tell_raw(&mut self, bytes: &[u8]) {
        let stdin = self.process.stdin.as_mut().expect("an open input");
        let written = self.runtime.block_on(async { timeout(TIMEOUT, stdin.write_all(bytes)).await });
        assert!(matches!(written, Ok(Ok(()))), "it takes no more input. {}", self.said());
    }

    /// The next line of the bot. Queued lines are sent at the same time, because a bot may wait for
    /// room in its output before it reads on, and the other way round.
    pub fn answer(&mut self) -> String {
        let line = loop {
            if let Some(end) = self.received.iter().position(|byte| *byte == b'\n') {
                let line = self.received.drain(..=end).collect();
                break String::from_utf8(line).expect("an answer in ASCII");
            }
            self.exchange();
        };
        line.trim_end_matches('\n').to_owned()
    }

    /// Closes the input, and expects no more output and a successful exit.
    pub fn end(self) {
        self.end_with(0);
    }

    /// Closes the input, and expects no more output and this exit status. Returns the bot's stderr.
    pub fn end_with(mut self, status: i32) -> String {
        let Bot { process, unsent, received, runtime } = &mut self;
        let mut stdin = process.stdin.take().expect("an open input");
        let end = async {
            // A bot that exits because of its input need not have read all of it.
            let _ = stdin.write_all(unsent).await;
            drop(stdin);
            process.stdout.read_to_end(received).await.expect("the end of its output");
            process.wait_timeout(TIMEOUT).await
        };
        let ended = runtime.block_on(async { timeout(TIMEOUT, end).await });
        let said = self.said();
        let found = ended.ok().flatten().unwrap_or_else(|| panic!("it lives on without input. {said}"));
        let rest = String::from_utf8_lossy(&self.received);
        assert!(rest.is_empty(), "it said more than it was asked: {rest:?}");
        assert_eq!(found.code(), Some(status), "{said}");
        said
    }

    /// Writes some bytes or reads some, whichever is possible.
    fn exchange(&mut self) {
        let Bot { process, unsent, received, runtime } = self;
        let (stdin, stdout) = (process.stdin.as_mut().expect("an open input"), &mut process.stdout);
        let exchange = async {
            tokio::select! {
                written = stdin.write(unsent), if !unsent.is_empty() => Exchanged::Written(written.unwrap_or(0)),
                read = stdout.read_buf(received) => Exchanged::Read(read.unwrap_or(0)),
            }
        };
        let exchanged = runtime.block_on(async { timeout(TIMEOUT, exchange).await });
        match exchanged {
            Ok(Exchanged::Written(0)) => panic!("it closed its input. {}", self.said()),
            Ok(Exchanged::Read(0)) => panic!("it ended where an answer was due. {}", self.said()),
            Ok(Exchanged::Written(count)) => drop(self.unsent.drain(..count)),
            Ok(Exchanged::Read(_)) => {}
            Err(_) => panic!("no answer within {} s. {}", TIMEOUT.as_secs(), self.said()),
        }
    }

    /// The end of its stderr.
    fn said(&self) -> String {
        format!("Its standard error: {}", self.process.stderr.take(usize::MAX))
    }
}

/// The number of bytes that were written or read.
enum Exchanged {
    Written(usize),
    Read(usize),
}
