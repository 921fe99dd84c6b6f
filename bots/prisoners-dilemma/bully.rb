# Bully: takes from everybody who did not take from it in the round before, and so from all in the
# first round. Only the name of the original is known.
players, me, rounds = gets.split.map(&:to_i)
last = ''
rounds.times { last = gets }

fighters = last.scan(/\((\d+), #{me}\)/).flatten.map(&:to_i)
victims = (1..players).to_a - fighters - [me]
puts victims.join(' ')
