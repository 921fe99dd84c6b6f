# Tit for tat: takes from those who took from it in the round before, and from nobody in the first
# round. Only the name of the original is known.
read -r players me rounds
if ((rounds > 0)); then
    sed -n "${rounds}p" | tr ')' '\n' | sed -n "s/^ *(\([0-9]*\), $me$/\1/p" | paste -sd ' '
fi
