module Rathaus
  # Loads a submission: a whole player file, or a bare class without requires.
  module Loading
    CONTROLLER = File.join(File.dirname(__dir__), 'controller')
    CONTROLLER_FILES = %w[constants vector2d].freeze

    # Returns the player's class.
    def self.load_player(form, source, entry)
      source = File.expand_path(source)
      CONTROLLER_FILES.each { |name| require File.join(CONTROLLER, name) }
      require_relative 'player' if form == 'bare'
      set_load_path(File.dirname(source))
      load(source)
      # A whole file may assign PLAYER more than once. The last value counts.
      Object.const_get(form == 'whole' ? :PLAYER : entry)
    end

    # Sets the load path: the controller's files, then the submission's folder, then Ruby's.
    def self.set_load_path(folder)
      $LOAD_PATH.unshift(CONTROLLER, folder)
      Kernel.send(:define_method, :require_relative) do |name|
        location = caller_locations(1, 1).first
        path = File.expand_path(name, File.dirname(location.absolute_path || location.path))
        require(Loading.controller_file(path, folder) || path)
      end
      Kernel.send(:private, :require_relative)
    end
    private_class_method :set_load_path

    # The controller's file for a path, or nil. A submission expects these files in its own folder.
    def self.controller_file(path, folder)
      name = File.basename(path, '.rb')
      File.join(CONTROLLER, name) if File.dirname(path) == folder && CONTROLLER_FILES.include?(name)
    end
  end
end
