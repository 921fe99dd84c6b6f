# A whole player file that needs another file, and has neighbours that are named like those of the controller.
require_relative 'vector2d'
require_relative 'constants.rb'
require_relative 'helper'

raise 'the helper beside the submission was not found' unless HELPER == 50

class Player
  def initialize(rng)
    @rng = rng
  end

  def take_turn(_genome, _vision)
    turn
  end
end

class Beside < Player
  def turn
    Vector2D.new(1, 0)
  end
end

PLAYER = Beside
