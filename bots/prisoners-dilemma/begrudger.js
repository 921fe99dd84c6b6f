// Begrudger: takes from the player who has taken from it most often in the game, and from nobody
// before that. Of equal players it chooses the lowest number. Only the name of the original is
// known.
const lines = require('fs').readFileSync(0, 'utf8').split('\n');
const [players, me, rounds] = lines[0].split(' ').map(Number);

const offences = new Array(players + 1).fill(0);
for (const line of lines.slice(1, rounds + 1)) {
    for (const [, taker, taken] of line.matchAll(/\((\d+), (\d+)\)/g)) {
        if (Number(taken) === me) {
            offences[taker]++;
        }
    }
}

let worst = 0;
for (let other = 1; other <= players; other++) {
    if (offences[other] > offences[worst]) {
        worst = other;
    }
}
console.log(worst > 0 ? worst : '');
