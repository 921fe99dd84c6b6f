//! A first bot for the rat race, in the plain dialect: one line requests a move, one line replies.
//!
//!     rathaus play rat-race .
//!     rathaus check rat-race .
//!
//! A specimen sees 5 x 5 colours around itself. It does not know which colours are empty cells,
//! teleporters, traps or walls. Its genome has 100 random bits. Specimens that get far to the right
//! have children, which inherit these bits. So you choose what the bits say about colours. If the
//! same bits always mean the same thing, the population improves with time.
//!
//! Keep no data from one line to the next.

use std::io::{self, BufRead, BufWriter, Write};

fn main() -> io::Result<()> {
    let mut requests = io::stdin().lock().lines();
    let mut replies = BufWriter::new(io::stdout().lock());
    requests.next(); // The handshake.
    writeln!(replies, "rathaus 1 plain")?;
    replies.flush()?;
    for request in requests {
        writeln!(replies, "{}", reply(&request?))?;
        replies.flush()?;
    }
    Ok(())
}

/// Each line is `move SEED GENOME C0 C1 ... C24`. The colours are row by row: C12 is the specimen's
/// own cell, and C8, C13 and C18 are the cells ahead.
fn reply(request: &str) -> String {
    let words: Vec<&str> = request.split(' ').collect();
    let (genome, colours) = (words[2].as_bytes(), &words[3..]);
    let mut best = None;
    let mut way = 0;
    for dy in [0, -1, 1] {
        let cell = (13 + 5 * dy) as usize;
        // A negative number is out of bounds, which is deadly.
        if let Ok(colour) = colours[cell].parse::<usize>() {
            // Six bits for each colour: how good it is.
            let quality = Some(bits(&genome[6 * colour..6 * colour + 6]));
            if quality > best {
                best = quality;
                way = dy;
            }
        }
    }
    // One cell to the right. `pure` says that the move is not random.
    format!("1 {way} pure")
}

/// The number that some bits of a genome stand for.
fn bits(digits: &[u8]) -> u32 {
    digits.iter().fold(0, |number, digit| 2 * number + u32::from(*digit == b'1'))
}
