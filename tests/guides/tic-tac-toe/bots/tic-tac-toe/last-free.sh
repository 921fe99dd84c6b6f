# Takes the last free cell.
while read -r board; do
    before=${board%.*}
    echo ${#before}
done
