module Rathaus
  # Redirects draws that name no generator to the adapter's: the functions `rand` and `srand`, those
  # of the class Random, and `sample` and `shuffle` of arrays. The rules allow only `@rng`. Other
  # draws would not be recorded, and would differ in each process.
  module DefaultRandomness
    OF_KERNEL = { rand: :rand_of_kernel, srand: :reseed }.freeze
    OF_RANDOM = { rand: :rand, srand: :reseed, bytes: :bytes, seed: :seed }.freeze
    OF_ARRAYS = %i[sample shuffle shuffle!].freeze

    def self.install(generator)
      OF_KERNEL.each { |name, own| define_function(name, generator.method(own).to_proc) }
      OF_RANDOM.each { |name, own| Random.define_singleton_method(name, generator.method(own).to_proc) }
      OF_ARRAYS.each { |name| use_by_default(name, generator) }
    end

    # Defines a private method of all objects, and a public one of Kernel.
    def self.define_function(name, body)
      Kernel.send(:define_method, name, body)
      Kernel.send(:private, name)
      Kernel.define_singleton_method(name, body)
    end

    def self.use_by_default(name, generator)
      original = Array.instance_method(name)
      Array.send(:define_method, name) do |*arguments, random: generator|
        original.bind_call(self, *arguments, random: random)
      end
    end
    private_class_method :define_function, :use_by_default
  end
end
