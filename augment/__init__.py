"""New instances from human demonstrations: prompts, candidates, least-similar selection."""
