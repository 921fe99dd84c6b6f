# Ends its own process, with status 3.
class Mine < Player
  def turn
    exit!(3)
  end
end
