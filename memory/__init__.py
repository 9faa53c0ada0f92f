"""The domain: episodes, claims, graph, retraction, consolidation, retrieval."""
