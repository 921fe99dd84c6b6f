raise ImportError("this is not the module of the controller")
