# Middle Man: begins in the middle row, in a random column, and works up and down in turn, over active vertices and round broken ones. It breaks
# nothing. What it does at a dead end or when both ends have arrived is our own choice: it begins anew in another column.
$stdout.sync = true

# One end of the path: where it is, and whether it goes up (1) or down (-1).
Tip = Struct.new(:x, :y, :step)

class MiddleMan
  def initialize(side)
    @side = side
    @state = {}
    begin_anew
  end

  def take(choices, state)
    choices.each { |choice| @state[choice] ||= state unless choice == 'N' }
  end

  def choose
    # A handful of tries, as a dead end costs one and a whole grid has no free vertex.
    8.times do
      @tips.rotate!
      vertex = @tips.lazy.filter_map { |tip| advance(tip) }.first
      return vertex if vertex
      begin_anew
    end
    nil
  end

  private

  def begin_anew
    column = rand(@side)
    middle = @side / 2
    @tips = [Tip.new(column, middle - 1, 1), Tip.new(column, middle, -1)]
  end

  # Follows what is active, and names the first inactive vertex after that.
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
