# A first bot for the rat race.
#
#     rathaus play rat-race .
#     rathaus check rat-race .
#
# A specimen sees 5 x 5 colours around itself. It does not know which colours are empty cells,
# teleporters, traps or walls. Its genome has 100 random bits. Specimens that get far to the right
# have children, which inherit these bits. So you choose what the bits say about colours. If the
# same bits always mean the same thing, the population improves with time.
#
# Keep no data from one call to the next, and use no randomness except @rng.

class Bot < Player
    # Returns the step: x and y are -1, 0 or 1. The goal is on the right.
    def turn
        best, ways = -1, []
        [-1, 0, 1].each do |y|
            colour = vision_at(1, y) # A cell ahead. -1 is out of bounds: deadly.
            next if colour == OUT_OF_BOUNDS_COLOR
            quality = bit_chunk(6 * colour, 6) # Six bits for each colour: how good it is.
            best, ways = quality, [] if quality > best
            ways << y if quality == best
        end
        Vector2D.new(1, ways.sample(random: @rng))
    end
end
