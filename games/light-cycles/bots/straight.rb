# Drives straight on until something is in its way, then turns to the side with more free cells.

$stdout.sync = true

DIRECTIONS = { "left" => [-1, 0], "right" => [1, 0], "up" => [0, -1], "down" => [0, 1] }.freeze

width = height = me = 0
walls = {}
way = "up"

while (line = gets)
  words = line.split
  if words[0] == "board"
    width, height, me = words.values_at(1, 2, 6).map(&:to_i)
    next
  end

  places = words.drop(2).each_slice(2).map { |x, y| x == "-" ? nil : [x.to_i, y.to_i] }
  places.compact.each { |place| walls[place] = true }
  free = lambda do |name|
    x, y = places[me]
    dx, dy = DIRECTIONS[name]
    count = 0
    while (x += dx).between?(0, width - 1) && (y += dy).between?(0, height - 1) && !walls[[x, y]]
      count += 1
    end
    count
  end
  way = DIRECTIONS.keys.max_by(&free) if free.call(way).zero?
  puts way
end
