// Begrudger: bears one grudge at a time. It takes from the player who has taken from it most often in the whole game, and from nobody
// as long as nobody has; of several, the one with the smallest number counts. Only the name of the original is known.
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
