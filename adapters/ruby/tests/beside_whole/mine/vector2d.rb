raise 'this is not the file of the controller'
