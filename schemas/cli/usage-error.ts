/** Thrown when the command line has wrong arguments; the exit code is 2. */
export class UsageError extends Error {}
