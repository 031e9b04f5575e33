"""Figures drawn at build: by Plotly in Chromium, as SVG, and as what changes from place to place."""
