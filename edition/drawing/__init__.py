"""Figures at build: drawn by Plotly in Chromium, kept as SVG and as what changes between places."""
