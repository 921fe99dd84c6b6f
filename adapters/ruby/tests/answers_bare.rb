# Answers with one kind of thing for each number in the genome.
class Answers < Player
  ANSWERS = [
    -> { Vector2D.new(1, 0) },
    -> { Vector2D.new(1.0, -0.0) },
    -> { nil },
    -> { [1, 0] },
    -> { Vector2D.new(1, 0.5) },
    -> { Vector2D.new(-2, 0) },
    -> { Vector2D.new('1', 0) },
    -> { Vector2D.new(nil, []) },
    -> { 'wrong'.no_such_method },
    -> { exit(0) },
    -> { endless = ->(number) { 1 + endless.call(number + 1) }; endless.call(0) },
    -> { throw :nobody_catches_it },
    -> { raise Class.new(StandardError) { define_method(:message) { raise "there are no words" } } }
  ].freeze

  def turn
    @vision[3][2] = nil # The vision is the player's own: it may change it.
    instance_exec(&ANSWERS[@genome])
  end
end
