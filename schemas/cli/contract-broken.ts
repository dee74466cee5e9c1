/** Thrown when a server does not meet an expectation. */
export class Broken extends Error {}

/** Thrown when something could not be tested, with the reason. */
export class Untried extends Error {}
