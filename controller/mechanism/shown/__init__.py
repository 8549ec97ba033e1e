"""What the mechanism shows: prompts, dome, the snapshot's view."""
