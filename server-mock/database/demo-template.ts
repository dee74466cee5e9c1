import { join } from 'node:path'

/** Folder in which the build leaves a database with demo data. The first start copies it instead of seeding. */
export const demoTemplate = (root: string): string => join(root, 'dist/demo/postgres')
