# FaucetBot: turns the second row into a bottleneck. It breaks that row outwards from one column,
# the faucet, and activates a pipe straight up through it, from the source below. How the original
# bot handled taken vertices is not known. Ours avoids broken ones.
input <- file("stdin", "r")
side <- 1
faucet <- 0
broken <- character(0)   # all broken vertices
x <- 0   # the next vertex of the pipe
y <- 0
wall <- 0   # the number of vertices of the second row that it has broken

say <- function(...) {
    cat(..., "\n", sep = "")
    flush(stdout())
}

name <- function(x, y) sprintf("%d,%d", as.integer(x %% side), as.integer(y))

# The next column of the pipe. Prefers straight ahead.
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
        # Alternates between right and left of the faucet until the row is complete.
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
