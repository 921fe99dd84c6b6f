# Refused when loaded: SystemExit
class Broken < Player
end
exit(0)
