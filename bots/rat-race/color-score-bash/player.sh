# ColorScore, the sample strategy of the challenge, in the plain dialect of the protocol.
#
# Six bits of the genome for each colour, the first bit the most significant, are the quality of that colour. Of the three cells
# ahead the specimen moves to the one whose colour has the best quality, a random one of those that tie.
read -r greeting
echo "rathaus 1 plain"

# A line reads: move SEED GENOME C0 C1 ... C24. The cells ahead are C8, C13 and C18.
while read -r -a words; do
    genome=${words[2]}
    best=-1
    ways=()
    for dy in -1 0 1; do
        colour=${words[3 + 13 + 5 * dy]}
        ((colour < 0)) && continue
        quality=$((2#${genome:6 * colour:6}))
        ((quality > best)) && best=$quality ways=()
        ((quality == best)) && ways+=("$dy")
    done
    if ((${#ways[@]} == 1)); then
        echo "1 ${ways[0]} pure"
    else
        # The last digits of the seed are as random as a generator that is seeded with it.
        echo "1 ${ways[0x${words[1]: -8} % ${#ways[@]}]}"
    fi
done
