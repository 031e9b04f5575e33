from pathlib import Path

import pytest

from tests.commands.cases import SCHEMA, N


@pytest.fixture
def place(tmp_path: Path) -> Path:
    lines = ["age,job,sick"]
    lines += [f"{20 + k % 60},{'ab'[k % 2]},{'yes' if k % 60 > 30 else 'no'}" for k in range(N)]
    (tmp_path / "t.csv").write_text("\n".join(lines) + "\n")
    (tmp_path / "s.json").write_text(SCHEMA.to_json())
    return tmp_path
