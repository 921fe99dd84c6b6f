# Refused when loaded: no_such_library
require 'no_such_library'
class Broken < Player
end
