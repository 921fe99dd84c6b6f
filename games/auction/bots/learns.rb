# Records the prices of items. Makes the bid that would have gained most on average.

$stdout.sync = true

prices = []
while (line = gets)
  words = line.split
  case words[0]
  when "sold" then prices.push(words[2].to_i)
  when "unsold" then prices.push(0)
  when "round"
    value, purse = words[3].to_i, words[5].to_i
    bid = value / 2
    if prices.length >= 5
      # Compares the total gains of all bids that would have won at least once.
      bid = [0, *prices.map { |price| price + 1 }].select { |it| it <= value }.max_by do |it|
        (value - it) * prices.count { |price| price < it }
      end
    end
    puts [bid, purse].min
  end
end
