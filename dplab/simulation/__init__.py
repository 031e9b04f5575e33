"""Many private classifiers, compared: settings, records, measures, sweeps, what sums them up."""
