/** A call of the command line that cannot be understood; it ends with exit code 2. */
export class UsageError extends Error {}
