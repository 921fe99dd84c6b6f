# Chase: chooses clicks for the first row. Then the clicks of each row below follow: only they can
# still turn off the lights above. If the last row becomes dark, this is a solution. It tries all
# first rows and keeps the solution with the fewest clicks. The time doubles with each cell of the
# shorter side.
$stdout.sync = true

# A larger number of first rows would take minutes.
MAX_WIDTH = 16

class Chase
  attr_reader :tried

  # Turns the board so that its rows are the shorter side. A row is a number with one bit per cell.
  def initialize(lines)
    @turned = lines.first.size > lines.size
    rows = lines.map(&:chars)
    rows = rows.transpose if @turned
    @width = rows.first.size
    @rows = rows.map { |row| row.each_index.sum { |x| row[x] == '1' ? 1 << x : 0 } }
    @mask = (1 << @width) - 1
    @tried = 0
  end

  def too_wide?
    @width > MAX_WIDTH
  end

  # Returns the rows of clicks of the best solution, or nil.
  def solve
    best = least = nil
    (0..@mask).each do |first|
      @tried += 1
      clicks = chase(first) or next
      count = clicks.sum { |row| row.digits(2).sum }
      best, least = clicks, count if least.nil? || count < least
    end
    best
  end

  def cells(clicks)
    clicks.each_with_index.flat_map do |row, y|
      (0...@width).select { |x| row[x] == 1 }.map { |x| @turned ? "#{y},#{x}" : "#{x},#{y}" }
    end
  end

  private

  # Returns the clicks of all rows that follow from the first row, or nil if that is no solution.
  def chase(first)
    clicks = []
    above, row = 0, first
    @rows.each do |lights|
      clicks << row
      left = lights ^ above ^ row ^ (row << 1 & @mask) ^ (row >> 1)
      above, row = row, left
    end
    clicks if row.zero?
  end
end

_word, _columns, _rows, *lines = $stdin.read.split
chase = Chase.new(lines)
if chase.too_wide?
  puts 'UNKNOWN'
else
  clicks = chase.solve
  puts "PROGRESS evaluations=#{chase.tried}"
  puts clicks ? ['CLICKS', *chase.cells(clicks)].join(' ') : 'NONE'
end
