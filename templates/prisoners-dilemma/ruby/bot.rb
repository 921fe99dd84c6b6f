# A first bot for the prisoner's dilemma: tit for tat that forgives.
#
#     rathaus play prisoners-dilemma . .
#     rathaus check prisoners-dilemma .
#
# Each round runs this program once. It reads the whole game so far and writes the identifiers of
# the players to take from. A take gains 1 point and costs the other player 2, so feuds hurt both.
#
# The same input must give the same output. Instead of random numbers, use the number of the
# round: it is the same for all players. To keep data, write a second line. It is the last line
# of the next input.

# It forgives everybody in one round of this many. This ends feuds with players like itself.
FORGIVES_EVERY = 10

# Returns the players to take from. `history` has pairs [taker, taken] for each round.
def takes(_players, me, history, number)
  return [] if history.empty? || (number % FORGIVES_EVERY).zero?

  history.last.select { |_, taken| taken == me }.map(&:first).uniq
end

lines = $stdin.read.b.split("\n", -1)
players, me, rounds = lines[0].split.map(&:to_i)
history = lines[1, rounds].map { |line| line.scan(/\((\d+), (\d+)\)/).map { |pair| pair.map(&:to_i) } }
number = lines[rounds + 1].to_i
puts takes(players, me, history, number).join(" ")
