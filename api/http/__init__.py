"""What every HTTP service of ours shares: guard, problem details, pages."""
