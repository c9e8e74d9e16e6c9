"""Judge instances: the queue, one instance with its questions, the recheck, what came back."""
