# Keeps a program ready: does once what every start of it would do again, and forks for each run. warm.rb SOURCE
#
# The host speaks on standard input, a socket: a byte before each run, and three files, the standard streams of the run. The answer is a line
# with the wait status, the processor time in microseconds, and 1 if processes were left behind, else 0. Nothing of the program itself is run
# before the fork. What a program could notice is that the classes of `socket` and `fiddle` are there already.
require 'fiddle'
require 'socket'

module RathausWarm
  # Libraries of Ruby's own that are the same after a fork as after a start, and that programs often use.
  HARMLESS = %w[bigdecimal date digest json matrix ostruct pp prime set stringio strscan time].freeze

  # <sys/prctl.h>
  DUMPABLE = 4
  CHILD_SUBREAPER = 36

  # How long processes that were killed may take to be gone, in seconds.
  PATIENCE = 0.1

  module_function

  def prctl(option, value)
    long = Fiddle::TYPE_LONG
    @prctl ||= Fiddle::Function.new(Fiddle.dlopen(nil)['prctl'], [Fiddle::TYPE_INT] + [long] * 4, Fiddle::TYPE_INT)
    raise "prctl #{option} failed" unless @prctl.call(option, value, 0, 0, 0).zero?
  end

  # SIGCHLD and SIG_IGN of <signal.h>. Ruby's own `trap` would wait for children none the less.
  CHILD_ENDED = 17
  IGNORE = 1

  # What to do when a child ends. Returns what was done before.
  def on_end_of_child(handler)
    @signal ||= Fiddle::Function.new(Fiddle.dlopen(nil)['signal'], [Fiddle::TYPE_INT, Fiddle::TYPE_VOIDP], Fiddle::TYPE_VOIDP)
    @signal.call(CHILD_ENDED, handler)
  end

  # The number of the process that was started last, where this sandbox numbers its own: its keeper is the first then.
  def last_number
    File.read('/proc/loadavg').split.last.to_i if @parent == 1
  end

  # Compiles a program and loads what it will.
  def prepare(source)
    text = File.binread(source)
    raise 'it looks at how it was started' if text.match?(/^__END__\r?$|\b(?:caller|caller_locations|TOPLEVEL_BINDING)\b/)

    wanted = text.scan(/^\s*require\s*\(?\s*['"](\w+)['"]/).flatten
    (wanted & HARMLESS).each { |library| require library }
    RubyVM::InstructionSequence.compile_file(source)
  end

  # The standard streams of the next run, or nothing at the end.
  def receive(host)
    _, _, _, *attached = host.recvmsg(1, scm_rights: true)
    files = attached.flat_map { |control| control.cmsg_is?(:SOCKET, :RIGHTS) ? control.unix_rights : [] }
    files unless files.empty?
  end

  # When the folders for what is written for a while were read and changed last, where a sandbox names them.
  def scratch
    folders = ENV.fetch('RATHAUS_SCRATCH', '').split(':')
    folders.map { |folder| File.stat(folder) }.map { |found| [found.ctime, found.mtime, found.atime] }
  end

  def lead_a_group
    Process.setpgid(0, 0)
  rescue Errno::EPERM
    # A sandbox without processes of its own keeps all in one group.
  end

  # Waits for a run and says what became of it. All that it leaves behind becomes a child of this process.
  def await_end(child, untouched)
    before = Process.times
    _, status = Process.wait2(child)
    after = Process.times
    # Its number cannot have been given to another group so soon: numbers go round, and there are thousands of them.
    begin
      Process.kill(:KILL, -child)
    rescue Errno::ESRCH
      # Nobody was left in its group, or it has none of its own.
    end
    cpu = after.cutime - before.cutime + after.cstime - before.cstime
    # Whoever has started others is seen by the next run, whose number is larger.
    is_tidy = [nil, child].include?(last_number) && scratch == untouched
    "#{status.to_i} #{(cpu * 1e6).round} #{left_behind | (is_tidy ? 0 : 1)}\n"
  end

  def left_behind
    deadline = Process.clock_gettime(Process::CLOCK_MONOTONIC) + PATIENCE
    loop do
      next if Process.wait(-1, Process::WNOHANG)
      return 1 if Process.clock_gettime(Process::CLOCK_MONOTONIC) > deadline

      sleep 0.001
    end
  rescue Errno::ECHILD
    0
  end

  # Forks for each run that the host asks for. Returns in the forks only.
  def serve(host)
    @parent = Process.ppid
    untouched = scratch
    # Those who have ended are not waited for, so that nothing is counted of them.
    usual = on_end_of_child(IGNORE)
    while (files = receive(host))
      reported, report = IO.pipe
      unless fork
        reported.close
        on_end_of_child(usual)
        attend(host, files, report, untouched)
        return
      end
      [report, *files].each(&:close)
      line = reported.read
      reported.close
      # Somebody has ended who was to report.
      break if line.empty?

      host.write(line)
    end
    exit!
  end

  # Forks a run, waits for it and reports. What the system counts of those who have ended is counted of this process, which ends with the
  # run. Returns in the run only.
  def attend(host, files, report, untouched)
    prctl(CHILD_SUBREAPER, 1)
    child = fork
    unless child
      report.close
      lead_a_group
      begin_with(files)
      host.close
      return
    end
    host.close
    begin
      # So that the group is there, whichever of the two is the first to run.
      Process.setpgid(child, child)
    rescue SystemCallError
      # It has ended already.
    end
    files.each(&:close)
    report.write(await_end(child, untouched))
    exit!
  end

  # Makes these files the standard streams, in the state in which Ruby starts with them.
  def begin_with(files)
    [$stdin, $stdout, $stderr].zip(files, %w[r w w]) do |stream, file, mode|
      stream.reopen(IO.for_fd(file.fileno, mode, autoclose: false))
      file.close
    end
    $stdin.set_encoding(Encoding.default_external)
    $stderr.sync = true
  end

  # Ends like Ruby does, but leaves alone what was there before the program: to take it apart is a part of the cost of a short run.
  def finish(error)
    status = error.is_a?(SystemExit) ? error.status : 0
    if error && !error.is_a?(SystemExit) && !error.is_a?(SignalException)
      $stderr.write(own_words(error))
      status = 1
    end
    ObjectSpace.each_object(IO) do |stream|
      stream.flush unless stream.closed?
    rescue IOError, SystemCallError
      # It was not open for writing, or nobody reads any more.
    end
    end_by(error.signo) if error.is_a?(SignalException)
    exit!(status)
  end

  def end_by(signal)
    trap(signal, 'SYSTEM_DEFAULT')
    Process.kill(signal, Process.pid)
    sleep
  end

  # What Ruby prints for an error, without the frames of this file.
  def own_words(error)
    error.full_message(highlight: false, order: :top).lines.reject { |line| line.start_with?("\tfrom #{__FILE__}:") }.join
  end
end

begin
  copy = $stdin.dup
  copy.autoclose = false
  host = UNIXSocket.for_fd(copy.fileno)
  RathausWarm.prctl(RathausWarm::DUMPABLE, 0)
  source = File.expand_path(ARGV.shift)
  program = RathausWarm.prepare(source)
  GC.start
  host.write("ready\n")
rescue StandardError, ScriptError => error
  # What is wrong with a program, Ruby itself knows best how to say.
  host&.write("#{error.message.lines.first.to_s.strip[0, 190]}\n")
  exit!
end
RathausWarm.serve(host)
RathausWarm.prctl(RathausWarm::DUMPABLE, 1)
srand
$PROGRAM_NAME = source
warm = RathausWarm
at_exit { warm.finish($!) }
Object.send(:remove_const, :RathausWarm)
program.eval
