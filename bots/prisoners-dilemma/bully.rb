# Bully: takes from everybody who does not fight back. It leaves alone those who took from it in the round before, and takes from all others,
# so in the first round from all. Only the name of the original is known.
players, me, rounds = gets.split.map(&:to_i)
last = ''
rounds.times { last = gets }

fighters = last.scan(/\((\d+), #{me}\)/).flatten.map(&:to_i)
victims = (1..players).to_a - fighters - [me]
puts victims.join(' ')
