import { join } from 'node:path'

/** Where the build leaves a database full of demo data, for the first start to copy instead of seeding. */
export const demoTemplate = (root: string): string => join(root, 'dist/demo/postgres')
