# A sealed-bid auction. Each bidder knows only what an item is worth to itself.
#
# This program speaks the protocol without a library, as an example.

require "json"

# SplitMix64: the same numbers from the same seed in all versions of Ruby.
class RandomNumbers
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

def receive
  line = $stdin.gets or exit
  JSON.parse(line)
end

def send_message(message)
  $stdout.write(JSON.generate(message), "\n")
  $stdout.flush
end

# Returns the bid of an answer, and a fault or nil. The bid of a faulty answer is 0.
def bid_of(answer, purse)
  return 0, nil if answer["fault"]

  line = answer["lines"][0]
  return 0, ["malformed", "expected a bid as an integer, found #{line.inspect}"] unless line.match?(/\A\d{1,9}\z/)

  bid = line.to_i
  bid > purse ? [0, ["illegal", "the bid #{bid} exceeds the purse of #{purse}"]] : [bid, nil]
end

start = receive
seats = start["seats"]
rounds, purse, pays = start["parameters"].values_at("rounds", "purse", "pays")
random = RandomNumbers.new(start["seed"].hex)
purses = [purse] * seats
gains = [0] * seats
sold, faults, tells = [], [], []

rounds.times do |round|
  values = Array.new(seats) { random.below(101) }
  asks = seats.times.map do |seat|
    lines = ["round #{round + 1} value #{values[seat]} purse #{purses[seat]}"]
    lines.unshift("seats #{seats} you #{seat} rounds #{rounds} pays #{pays}") if round.zero?
    { seat: seat, send: lines }
  end
  last = sold.last(12).map { |item| format("%4d. seat %d pays %d", *item) }
  caption = ["round #{round + 1} of #{rounds}", *last]
  send_message({ type: "ask", asks: asks, tells: tells, faults: faults, done: round.fdiv(rounds), standing: gains,
                 frame: { caption: caption } })

  faults = []
  bids = receive["answers"].each_with_index.map do |answer, seat|
    bid, (kind, what) = bid_of(answer, purses[seat])
    faults.push({ answer: seat, fault: kind, what: what }) if kind
    bid
  end
  bidders = seats.times.select { |seat| bids[seat] == bids.max }
  # Equal bids are decided at random.
  winner = bids.max.zero? ? nil : bidders[random.below(bidders.length)]
  price = 0
  if winner
    price = bids.sort[-pays]
    purses[winner] -= price
    gains[winner] += values[winner] - price
    sold.push([round + 1, winner, price])
  end
  result = winner ? "sold #{winner} #{price}" : "unsold"
  tells = seats.times.map { |seat| { seat: seat, send: [result] } }
end

send_message({ type: "end", scores: gains, reason: "#{sold.length} of #{rounds} items were sold", faults: faults,
               frame: { caption: ["the purses hold #{purses.join(', ')}"] },
               stats: seats.times.map { |seat| { items: sold.count { |item| item[1] == seat }, paid: purse - purses[seat] } } })
