# A first bot for {game}. It sends random replies. The rules of the game explain the lines.
#
# It runs for a whole match and may keep data. Send each reply within the time limit.

# Replies to choose from.
replies=({examples})

# The start of the lines that need a reply. All other lines are information.
request_start={question}

# A fixed seed, so that the bot plays the same match in the same way again.
RANDOM=1

while IFS= read -r line; do
    [[ $line == "$request_start"* ]] && printf '%s\n' "${replies[RANDOM % ${#replies[@]}]}"
done
