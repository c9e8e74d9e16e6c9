"""How alike two texts are, by BERTScore. The libraries it needs are loaded on first use."""

from augment.similarity.measure import Similarity, open_similarity

__all__ = ["Similarity", "open_similarity"]
