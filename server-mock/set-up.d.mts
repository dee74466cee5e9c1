/** Folder of the checkout. */
export declare const root: string
export declare function run(command: string, args: string[], options?: Record<string, unknown>): void
export declare function ensureNode(): void
export declare function ensureInstalled(): void
export declare function ensureBuilt(): void
