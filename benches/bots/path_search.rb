# Searches all that it sees for the cheapest way to the far column, by Dijkstra, and draws nothing. Colours cost what the genome says.
class PathSearch < Player
  FAR = 1 << 20

  def turn
    price = Array.new(16) { |colour| 1 + bit_chunk(6 * colour, 6) }
    cost = Array.new(25, FAR)
    first = Array.new(25, 14)
    done = Array.new(25, false)
    cost[12] = 0
    while (near = nearest(cost, done))
      done[near] = true
      y, x = near.divmod(5)
      return Vector2D.new(first[near] % 5 - 2, first[near] / 5 - 2) if x == 4

      [0, y - 1].max.upto([4, y + 1].min) do |ny|
        [0, x - 1].max.upto([4, x + 1].min) do |nx|
          following = 5 * ny + nx
          colour = vision_at(nx - 2, ny - 2)
          next if done[following] || colour == OUT_OF_BOUNDS_COLOR

          found = cost[near] + price[colour]
          next if found >= cost[following]

          cost[following] = found
          first[following] = near == 12 ? following : first[near]
        end
      end
    end
    Vector2D.new(1, 0)
  end

  def nearest(cost, done)
    near = nil
    25.times { |i| near = i if !done[i] && cost[i] < FAR && (near.nil? || cost[i] < cost[near]) }
    near
  end
end
