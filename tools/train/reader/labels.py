"""The answers in the order in which the server reads them."""

EVENTS = [
    None, "raise", "ipo", "acquisition", "purchase", "closure", "layoffs", "arrival", "departure", "legal", "incident",
    "partnership", "launch", "results", "expansion",
]  # fmt: skip
ROLES = ["subject", "mention", "other"]
CERTAINTIES = ["stated", "reported", "denied"]
TAGS = [
    None, "raised", "valuation", "price", "revenue", "penalty", "round", "investor", "buyer", "bought", "merger", "partner",
    "customer", "joins", "leaves", "layoffs",
]  # fmt: skip
