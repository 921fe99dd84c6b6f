# Middle Man: starts in the middle row of a random column and builds up and down in turn. It follows
# active vertices and avoids broken ones. It breaks nothing. Our choice: at a dead end, or when both
# ends have arrived, it starts again in another column.
$stdout.sync = true

# One end of the path: its position, and whether it goes up (1) or down (-1).
Tip = Struct.new(:x, :y, :step)

class MiddleMan
  def initialize(side)
    @side = side
    @state = {}
    restart
  end

  def take(choices, state)
    choices.each { |choice| @state[choice] ||= state unless choice == 'N' }
  end

  def choose
    # A limited number of attempts: each dead end takes one, and a full grid has no free vertex.
    8.times do
      @tips.rotate!
      vertex = @tips.lazy.filter_map { |tip| advance(tip) }.first
      return vertex if vertex
      restart
    end
    nil
  end

  private

  def restart
    column = rand(@side)
    middle = @side / 2
    @tips = [Tip.new(column, middle - 1, 1), Tip.new(column, middle, -1)]
  end

  # Follows active vertices. Returns the first inactive vertex after them.
  def advance(tip)
    loop do
      y = tip.y + tip.step
      return nil unless y.between?(0, @side - 1)

      ways = [0, *[-1, 1].shuffle].map { |dx| (tip.x + dx) % @side }
      ways = ways.first(1) if y == @side / 2 && tip.step == 1
      active = ways.find { |x| @state["#{x},#{y}"] == :active }
      unless active
        free = ways.find { |x| !@state["#{x},#{y}"] }
        return free && "#{free},#{y}"
      end
      tip.x, tip.y = active, y
    end
  end
end

bot = MiddleMan.new(1)
while (line = gets)
  word, *rest = line.split
  case word
  when 'BEGIN' then bot = MiddleMan.new(rest[2].to_i)
  when 'DESTROY' then puts 'NONE'
  when 'BROKEN' then bot.take(rest.drop(1), :broken)
  when 'OWNED' then bot.take(rest.drop(1), :active)
  when 'ACTIVATE'
    vertex = bot.choose
    puts vertex ? "VERTEX #{vertex}" : 'NONE'
  when 'SCORE' then break
  end
end
