"""Search of the product beside that of mem0 and Graphiti, on the same items."""
