/** Thrown by an expectation of a server that does not hold. */
export class Broken extends Error {}

/** What could not be tried, and what it would need. */
export class Untried extends Error {}
