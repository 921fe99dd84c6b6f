# A sealed-bid auction: everybody knows what an item is worth to himself, and nobody what it is worth to others.
#
# This game speaks the protocol by hand, to show how little there is to it.

require "json"

# SplitMix64: the same numbers from the same seed, whichever Ruby it is.
class Chance
  MASK = (1 << 64) - 1

  def initialize(seed)
    @state = seed
  end

  def below(bound)
    @state = (@state + 0x9E3779B97F4A7C15) & MASK
    mixed = @state
    mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & MASK
    ((mixed ^ (mixed >> 31)) * bound) >> 64
  end
end

def hear
  line = $stdin.gets or exit
  JSON.parse(line)
end

def say(message)
  $stdout.write(JSON.generate(message), "\n")
  $stdout.flush
end

# The bid that an answer makes, and what is wrong with it. Who makes none bids nothing.
def bid_of(answer, purse)
  return 0, nil if answer["fault"]

  line = answer["lines"][0]
  return 0, ["malformed", "expected a bid as a whole number, found #{line.inspect}"] unless line.match?(/\A\d{1,9}\z/)

  bid = line.to_i
  bid > purse ? [0, ["illegal", "a bid of #{bid} with #{purse} in the purse"]] : [bid, nil]
end

start = hear
seats = start["seats"]
rounds, purse, pays = start["parameters"].values_at("rounds", "purse", "pays")
chance = Chance.new(start["seed"].hex)
purses = [purse] * seats
gains = [0] * seats
sold = []
faults = []
tells = []

rounds.times do |round|
  values = Array.new(seats) { chance.below(101) }
  asks = seats.times.map do |seat|
    lines = ["round #{round + 1} value #{values[seat]} purse #{purses[seat]}"]
    lines.unshift("seats #{seats} you #{seat} rounds #{rounds} pays #{pays}") if round.zero?
    { seat: seat, send: lines }
  end
  last = sold.last(12).map { |item| format("%4d. seat %d pays %d", *item) }
  caption = ["round #{round + 1} of #{rounds}", *last]
  say({ type: "ask", asks: asks, tells: tells, faults: faults, done: round.fdiv(rounds), standing: gains,
        frame: { caption: caption } })

  faults = []
  bids = hear["answers"].each_with_index.map do |answer, seat|
    bid, (kind, what) = bid_of(answer, purses[seat])
    faults.push({ answer: seat, fault: kind, what: what }) if kind
    bid
  end
  best = bids.max
  bidders = seats.times.select { |seat| bids[seat] == best }
  # Among equal bids, the lot decides.
  winner = best.zero? ? nil : bidders[chance.below(bidders.length)]
  price = 0
  if winner
    price = bids.sort[-pays]
    purses[winner] -= price
    gains[winner] += values[winner] - price
    sold.push([round + 1, winner, price])
  end
  news = winner ? "sold #{winner} #{price}" : "unsold"
  tells = seats.times.map { |seat| { seat: seat, send: [news] } }
end

say({ type: "end", scores: gains, reason: "#{sold.length} of #{rounds} items were sold", faults: faults,
      frame: { caption: ["the purses hold #{purses.join(', ')}"] }, details: { purses: purses, sold: sold.length } })
