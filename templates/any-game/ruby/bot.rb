# A first bot for {game}. It says at random what bots of this game could say; its rules tell what its lines mean.
#
# It lives for a match, and remembers what it likes. A line has to be answered within its time, and flushed.
$stdout.sync = true

# What bots could say.
ANSWERS = [{examples}]

# How lines begin that want an answer. Other lines tell something.
QUESTION = {question}

# With a seed of its own, it plays the same match again in the same way.
CHANCE = Random.new(1)

def answer(_line)
  ANSWERS.sample(random: CHANCE)
end

while (line = $stdin.gets)
  puts answer(line.chomp) if line.start_with?(QUESTION)
end
