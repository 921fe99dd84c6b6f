# ColorScore, the sample strategy of the contest, in the plain dialect of the protocol.
#
# Each colour has 6 bits of the genome, its quality. The first bit is the most significant. Of the
# three cells ahead, the specimen moves to the one whose colour has the best quality, and to a
# random one of those that tie.
read -r handshake
echo "rathaus 1 plain"

# Each line is `move SEED GENOME C0 C1 ... C24`. The cells ahead are C8, C13 and C18.
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
        # The last digits of the seed are random enough.
        echo "1 ${ways[0x${words[1]: -8} % ${#ways[@]}]}"
    fi
done
