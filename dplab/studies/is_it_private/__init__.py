"""What mechanisms claim, held against the meter, the calibration and the papers' bounds."""
