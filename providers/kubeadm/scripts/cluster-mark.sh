claim
