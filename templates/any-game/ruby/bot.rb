# A first bot for {game}. It sends random replies. The rules of the game explain the lines.
#
# It runs for a whole match and may keep data. Flush each reply, and send it within the time limit.
$stdout.sync = true

# The starts of lines that need a reply, with replies to choose from. The first start that fits
# counts. All other lines are information.
REPLIES = [
  [{question}, [{examples}]],
]

# A fixed seed, so that the bot plays the same match in the same way again.
RANDOM = Random.new(1)

def reply(line)
  _, replies = REPLIES.find { |start, _| line.start_with?(start) }
  replies&.sample(random: RANDOM)
end

while (line = $stdin.gets)
  answer = reply(line.chomp)
  # Not `puts`, which leaves out the empty line at the end of an answer.
  print answer, "\n" if answer
end
