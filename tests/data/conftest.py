"""What the data tests share: a hypothesis profile that never flakes."""

from hypothesis import settings

settings.register_profile("steady", derandomize=True, deadline=None)
settings.load_profile("steady")
