# A first bot for {game}. It sends random replies. The rules of the game explain the lines.
#
# It runs for a whole match and may keep data. Send each reply within the time limit.

# A fixed seed, so that the bot plays the same match in the same way again.
RANDOM=1

# Sends one of these replies.
choose() {
    local replies=("$@")
    printf '%s\n' "${replies[RANDOM % $#]}"
}

# The starts of lines that need a reply, with replies to choose from. The first start that fits
# counts. All other lines are information.
while IFS= read -r line; do
    case $line in
        {question}*) choose {examples} ;;
    esac
done
