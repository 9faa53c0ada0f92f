"""Reading an episode's observations into proposed claims."""
