# Refused when loaded: name.rb:3
class Broken < Player
  no_such_method
end
