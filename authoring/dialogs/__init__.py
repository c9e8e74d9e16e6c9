"""Small questions: yes or no, a name, a choice; and help."""
