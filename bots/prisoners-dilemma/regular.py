# Regular: learns how each player reacts to a take, and to no take. It takes from those whom a take
# provokes to less than one additional take in two rounds, because a take gains 1 and being taken
# from costs 2. Without data, it expects tit for tat. Only the name of the original is known.
import re
import sys

players, me, rounds = map(int, sys.stdin.readline().split())

# For each player and each of my actions (0: no take, 1: a take): how often I did that, and how
# often the player took from me in the next round.
cases = [[0, 0] for _ in range(players + 1)]
answers = [[0, 0] for _ in range(players + 1)]
mine = None
for _ in range(rounds):
    line = sys.stdin.readline()
    theirs = set(map(int, re.findall(r'\((\d+), %d\)' % me, line)))
    if mine is not None:
        for other in range(1, players + 1):
            cases[other][other in mine] += 1
            answers[other][other in mine] += other in theirs
    mine = set(map(int, re.findall(r'\(%d, (\d+)\)' % me, line)))


def answer_rate(other, treatment):
    count = cases[other][treatment]
    return answers[other][treatment] / count if count else treatment


def provoked(other):
    return answer_rate(other, 1) - answer_rate(other, 0)


print(*(other for other in range(1, players + 1) if other != me and provoked(other) < 0.5))
