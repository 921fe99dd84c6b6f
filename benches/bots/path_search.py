class PathSearch(Player):
    """Searches all that it sees for the cheapest way to the far column, by Dijkstra, and draws nothing. Colours cost what the genome says."""

    def turn(self):
        price = [1 + self.bit_chunk(6 * colour, 6) for colour in range(16)]
        far = 1 << 20
        cost, first, done = [far] * 25, [14] * 25, [False] * 25
        cost[12] = 0
        while True:
            near = -1
            for i in range(25):
                if not done[i] and cost[i] < far and (near < 0 or cost[i] < cost[near]):
                    near = i
            if near < 0:
                return Coordinate(1, 0)
            done[near] = True
            y, x = divmod(near, 5)
            if x == 4:
                return Coordinate(first[near] % 5 - 2, first[near] // 5 - 2)
            for ny in range(max(0, y - 1), min(4, y + 1) + 1):
                for nx in range(max(0, x - 1), min(4, x + 1) + 1):
                    following = 5 * ny + nx
                    colour = self.vision[ny][nx]
                    if done[following] or colour == OUT_OF_BOUNDS_COLOR:
                        continue
                    found = cost[near] + price[colour]
                    if found < cost[following]:
                        cost[following] = found
                        first[following] = following if near == 12 else first[near]
