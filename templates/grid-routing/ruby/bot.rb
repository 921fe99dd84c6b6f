# A first bot for the grid-routing battle. It builds a path towards the vertices of others.
#
#     rathaus play grid-routing . . . --rounds 10 --ascii
#     rathaus check grid-routing .
#
# No bot has time for a path from a source in row 0 to a sink in the last row. So it goes to the
# nearest active vertex ahead, follows the active vertices from there, and continues at their end.
# When the path is complete, it connects one more source to it in each turn. It breaks nothing.
#
# Each round starts this program again. It runs until the line SCORE. Send each reply within the
# time limit, and flush it. The file data.txt is kept from round to round.
require "set"

$stdout.sync = true

# How many starts to try in a turn. Dead ends and connected sources take one each.
ATTEMPTS = 20

class Bot
  attr_reader :active, :broken

  def initialize(side)
    @side = side
    @active = Set.new
    @broken = Set.new
    # The first vertex of the path is in this column: in row 0, from where the path goes up (1), or
    # in the last row, from where it goes down (-1).
    @column = rand(side)
    @step = [1, -1].sample
  end

  # Returns the vertex to break, or nil.
  def destroy
    nil
  end

  # Returns the vertex to activate, or nil.
  def activate
    ATTEMPTS.times do
      vertex = follow
      return vertex if vertex
    end
    nil
  end

  private

  # Follows the path to its first free vertex. Without one, chooses another start.
  def follow
    x, y = @column, @step.positive? ? 0 : @side - 1
    while x && @active.include?([x, y])
      y += @step
      return connect(@step.positive? ? @column : x) unless y.between?(0, @side - 1)

      x = next_column(x, y)
    end
    return [x, y] if x && !@broken.include?([x, y])

    @column = rand(@side)
    nil
  end

  # Starts next to the source of a complete path.
  def connect(source)
    @column = (source + 1) % @side
    @step = 1
    nil
  end

  # Returns the column in row y that is nearest to the target, or nil at a dead end.
  def next_column(x, y)
    ways = [0, -1, 1].map { |dx| (x + dx) % @side }.reject { |way| @broken.include?([way, y]) }
    active = ways.find { |way| @active.include?([way, y]) }
    return active if active || ways.empty?

    target = target(x, y)
    ways.min_by.with_index { |way, i| [distance(way, target), i] }
  end

  # Returns the column of the nearest active vertex ahead that a path could reach.
  def target(x, y)
    best, column = @side, x
    @active.each do |other_x, other_y|
      rows = (other_y - y) * @step + 1
      best, column = rows, other_x if rows.between?(1, best - 1) && distance(x, other_x) <= rows
    end
    column
  end

  def distance(one, other)
    [(one - other) % @side, (other - one) % @side].min
  end
end

def vertices(choices)
  (choices - ["N"]).map { |choice| choice.split(",").map(&:to_i) }
end

def reply(vertex)
  puts vertex ? "VERTEX #{vertex.join(',')}" : "NONE"
end

bot = nil
while (line = $stdin.gets)
  word, *words = line.split
  case word
  when "BEGIN" then bot = Bot.new(words[2].to_i) # bots, turns, and vertices on a side
  when "DESTROY" then reply(bot.destroy)
  when "BROKEN" then bot.broken.merge(vertices(words.drop(1))) # the turn, and all choices
  when "ACTIVATE" then reply(bot.activate)
  when "OWNED" then bot.active.merge(vertices(words.drop(1)))
  when "SCORE" then break
  end
end
