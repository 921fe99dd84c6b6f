# A first bot for the rat race, in the plain dialect: one line requests a move, one line replies.
#
#     rathaus play rat-race . --boards 3 --set turns=1000
#     rathaus check rat-race .
#
# A specimen sees 5 x 5 colours around itself. It does not know which colours are empty cells,
# teleporters, traps or walls. Its genome has 100 random bits. Specimens that get far to the right
# have children, which inherit these bits. So you choose what the bits say about colours. If the
# same bits always mean the same thing, the population improves with time.
#
# Keep no data from one line to the next.
read -r handshake
echo "rathaus 1 plain"

# Each line is `move SEED GENOME C0 C1 ... C24`. The colours are row by row: C12 is the specimen's
# own cell, and C8, C13 and C18 are the cells ahead.
while read -r -a words; do
    genome=${words[2]}
    best=-1
    way=0
    for dy in 0 -1 1; do
        colour=${words[3 + 13 + 5 * dy]}
        ((colour < 0)) && continue # Out of bounds, which is deadly.
        quality=$((2#${genome:6 * colour:6})) # Six bits for each colour: how good it is.
        ((quality > best)) && best=$quality way=$dy
    done
    echo "1 $way pure" # One cell to the right. `pure` says that the move is not random.
done
