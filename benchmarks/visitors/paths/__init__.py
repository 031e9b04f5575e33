"""Four people who know nothing but the screen: a stakeholder, two students and an analyst."""
