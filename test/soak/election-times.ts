/** Short, so that a leader can be lost often. */
export const electionTimes = { leaseSeconds: 2, renewDeadline: 1200, retryPeriod: 300 }
