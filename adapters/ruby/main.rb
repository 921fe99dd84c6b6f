# Plays a submission: main.rb whole|bare SOURCE ENTRY.
#
# `whole` is a complete player file for the original controller. `bare` is a class without requires.
require_relative 'rathaus/play'

abort 'usage: main.rb whole|bare SOURCE ENTRY' unless ARGV.length == 3 && %w[whole bare].include?(ARGV[0])
# Empties ARGV, because `gets` of the submission would read the files that it names.
form, source, entry = ARGV.shift(3)
status = Rathaus.play(form, source, entry)
# Exits without running the exit handlers of the submission, and without waiting for its threads.
exit!(status)
