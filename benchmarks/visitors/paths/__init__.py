"""Three people who know nothing but the screen: a stakeholder, a student and an analyst."""
