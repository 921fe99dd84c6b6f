# A first bot for {game}. It says at random what bots of this game could say; its rules tell what its lines mean.
#
# It lives for a match, and remembers what it likes. A line has to be answered within its time.

# What bots could say.
answers=({examples})

# How lines begin that want an answer. Other lines tell something.
question={question}

# With a seed of its own, it plays the same match again in the same way.
RANDOM=1

while IFS= read -r line; do
    [[ $line == "$question"* ]] && printf '%s\n' "${answers[RANDOM % ${#answers[@]}]}"
done
