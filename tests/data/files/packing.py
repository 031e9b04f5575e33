"""Files for tests: workbooks and Parquet of some rows, and workbooks of any XML."""

import io
import zipfile

import openpyxl
import pyarrow as pa
from pyarrow import parquet

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
KIND = "application/vnd.openxmlformats-officedocument.spreadsheetml"

PARTS = {
    "[Content_Types].xml": (
        f'<Types xmlns="{PACKAGE}/content-types">'
        f'<Override PartName="/xl/workbook.xml" ContentType="{KIND}.sheet.main+xml"/></Types>'
    ),
    "_rels/.rels": (
        f'<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="r" '
        f'Type="{OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>'
    ),
    "xl/workbook.xml": (
        f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><sheets>'
        '<sheet name="S" sheetId="1" r:id="r"/></sheets></workbook>'
    ),
    "xl/_rels/workbook.xml.rels": (
        f'<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="r" '
        f'Type="{OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>'
    ),
}


def raw(rows: str, before: str = "", **others: str | bytes) -> bytes:
    """Return a workbook whose sheet holds some XML.

    Others are parts, named with _ for a slash and __ for a point.
    """
    sheet = f'{before}<worksheet xmlns="{MAIN}"><sheetData>{rows}</sheetData></worksheet>'
    more = {name.replace("__", ".").replace("_", "/"): part for name, part in others.items()}
    return zipped({**PARTS, "xl/worksheets/sheet1.xml": sheet, **more})


def zipped(parts: dict[str, str] | dict[str, str | bytes]) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    return target.getvalue()


def book(rows, **more) -> bytes:
    """Return a workbook whose first sheet, and others by their names, hold some rows."""
    made = openpyxl.Workbook()
    for row in rows:
        made.active.append(row)
    for name, others in more.items():
        sheet = made.create_sheet(name)
        for row in others:
            sheet.append(row)
    return saved(made)


def saved(made: openpyxl.Workbook) -> bytes:
    target = io.BytesIO()
    made.save(target)
    return target.getvalue()


def arrow(columns, **options) -> bytes:
    """Return a Parquet file."""
    target = io.BytesIO()
    parquet.write_table(pa.table(columns), target, **options)
    return target.getvalue()
