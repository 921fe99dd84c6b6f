# A first bot for {game}. It sends random replies. The rules of the game explain the lines.
#
# It runs for a whole match and may keep data. Flush each reply, and send it within the time limit.
$stdout.sync = true

# Replies to choose from.
REPLIES = [{examples}]

# The start of the lines that need a reply. All other lines are information.
REQUEST_START = {question}

# A fixed seed, so that the bot plays the same match in the same way again.
RANDOM = Random.new(1)

def reply(_line)
  REPLIES.sample(random: RANDOM)
end

while (line = $stdin.gets)
  puts reply(line.chomp) if line.start_with?(REQUEST_START)
end
