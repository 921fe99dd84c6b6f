# FaucetBot: makes a bottleneck of the second row. It breaks that row outwards from one column, the faucet, and activates the pipe through it,
# from the source below straight up. How the original dealt with vertices that were taken is not known; ours steps round those that are broken.
input <- file("stdin", "r")
side <- 1
faucet <- 0
broken <- character(0)   # by anyone, anywhere
x <- 0   # where the pipe goes on
y <- 0
wall <- 0   # how many vertices of the second row it has broken

say <- function(...) {
    cat(..., "\n", sep = "")
    flush(stdout())
}

name <- function(x, y) sprintf("%d,%d", as.integer(x %% side), as.integer(y))

# The column in which the pipe can go on, the one straight ahead first.
next_column <- function() {
    ways <- x + c(0, -1, 1)
    if (y < 2) ways <- x
    open <- ways[!(name(ways, y) %in% broken)]
    if (length(open) > 0) open[1] else x
}

while (length(line <- readLines(input, n = 1, warn = FALSE)) > 0) {
    words <- strsplit(line, " ", fixed = TRUE)[[1]]
    if (words[1] == "BEGIN") {
        side <- as.integer(words[4])
        faucet <- sample.int(side, 1) - 1
        x <- faucet
    } else if (words[1] == "DESTROY") {
        # Right and left of the faucet in turn, until the row has been gone round.
        if (side > 1 && wall < side - 1) {
            distance <- wall %/% 2 + 1
            wall <- wall + 1
            say("VERTEX ", name(faucet + if (wall %% 2 == 1) distance else -distance, 1))
        } else {
            say("NONE")
        }
    } else if (words[1] == "BROKEN") {
        broken <- c(broken, words[-(1:2)])
    } else if (words[1] == "ACTIVATE") {
        if (y < side) {
            x <- next_column()
            say("VERTEX ", name(x, y))
            y <- y + 1
        } else {
            say("NONE")
        }
    } else if (words[1] == "SCORE") {
        break
    }
}
