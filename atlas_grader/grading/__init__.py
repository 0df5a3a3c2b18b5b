"""Grade one answer: claim → judge → count → report, one module each."""
