"""What the page Foundations computes, part by part: settings in, numbers out."""
