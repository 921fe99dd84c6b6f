# A first bot for the rat race, in the plain dialect: a line comes in for every move, and a line goes out.
# Play it with `rathaus play rat-race . --boards 3 --set turns=1000`, and try it out with `rathaus check rat-race .`
#
# A specimen sees 5 x 5 colours around itself, and nobody has told it what they mean: empty, teleporter, trap or wall. Its genome has
# 100 random bits. Those that get far to the right have children, so whatever the bits say about colours gets better with
# time, as long as the same bits always mean the same thing. What they mean is for you to invent.
#
# There must be nothing that is kept from one line to the next.
read -r greeting
echo "rathaus 1 plain"

# A line reads: move SEED GENOME C0 C1 ... C24. The colours come row by row: C12 is the specimen's own cell, C8, C13 and C18
# are the cells ahead.
while read -r -a words; do
    genome=${words[2]}
    best=-1
    way=0
    for dy in 0 -1 1; do
        colour=${words[3 + 13 + 5 * dy]}
        ((colour < 0)) && continue # Outside, where it is deadly.
        quality=$((2#${genome:6 * colour:6})) # Six bits for each colour, as a number: how much this one is liked.
        ((quality > best)) && best=$quality way=$dy
    done
    echo "1 $way pure" # One to the right; `pure` says that there was no chance in it.
done
