require_relative 'constants'

# Positions and moves.
class Vector2D
  attr_accessor :x, :y

  def initialize(x, y)
    @x = x
    @y = y
  end

  # The vector of the first two integers in a text, such as the result of `to_s`.
  def self.from_string(text)
    x, y = text.scan(/-?\d+/).first(2).map(&:to_i)
    raise ArgumentError, "there are no two numbers in #{text.inspect}" unless y

    new(x, y)
  end

  def +(other)
    other = Vector2D.both(other)
    Vector2D.new(@x + other.x, @y + other.y)
  end

  def -(other)
    other = Vector2D.both(other)
    Vector2D.new(@x - other.x, @y - other.y)
  end

  # Multiplies by a number, or by a vector coordinate by coordinate.
  def *(other)
    other = Vector2D.both(other)
    Vector2D.new(@x * other.x, @y * other.y)
  end

  # Allows `2 * vector`.
  def coerce(number)
    [Vector2D.both(number), self]
  end

  def ==(other)
    other.is_a?(Vector2D) && @x == other.x && @y == other.y
  end
  alias eql? ==

  # The same in every process, unlike Ruby's hashes of numbers.
  def hash
    (31 * @x + @y).to_i
  end

  def out_of_bounds
    @x < 0 || @y < 0 || @x >= BOARD_EXTENDED_WIDTH || @y >= BOARD_HEIGHT
  end

  def at_goal
    @x >= UNSAFE_BOARD_WIDTH
  end

  def to_s
    "(#{@x},#{@y})"
  end

  # Turns a number into a vector with that number in both coordinates. Returns a vector unchanged.
  def self.both(value)
    value.is_a?(Numeric) ? new(value, value) : value
  end
end
