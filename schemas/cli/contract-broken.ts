/** Thrown by an expectation of a server that does not hold. */
export class Broken extends Error {}
