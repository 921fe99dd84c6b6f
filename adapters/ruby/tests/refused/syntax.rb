# Refused by the build: syntax.rb:
class Broken < Player
  def turn(
end
