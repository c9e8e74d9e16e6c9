"""Who sits here, where the computer cannot know."""
