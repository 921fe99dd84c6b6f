# A first bot for the rat race. Play it with `rathaus play rat-race .`, and try it out with `rathaus check rat-race .`
#
# A specimen sees 5 x 5 colours around itself, and nobody has told it what they mean: empty, teleporter, trap or wall. Its genome has
# 100 random bits. Those that get far to the right have children, so whatever the bits say about colours gets better with
# time, as long as the same bits always mean the same thing. What they mean is for you to invent.
#
# There must be nothing that is kept from one call to the next, and no randomness but @rng.

class Bot < Player
    # Returns the step to take: each of x and y is -1, 0 or 1, and the goal is at the right.
    def turn
        best, ways = -1, []
        [-1, 0, 1].each do |y|
            colour = vision_at(1, y) # The colour of a cell ahead; -1 is outside, where it is deadly.
            next if colour == OUT_OF_BOUNDS_COLOR
            quality = bit_chunk(6 * colour, 6) # Six bits for each colour, as a number: how much this one is liked.
            best, ways = quality, [] if quality > best
            ways << y if quality == best
        end
        Vector2D.new(1, ways.sample(random: @rng))
    end
end
