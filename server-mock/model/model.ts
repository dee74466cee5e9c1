/**
 * The generic calls over any entity. Each takes the open transaction, checks the entity's access for the caller and
 * throws `ApiError`; each write raises the record's version and leaves a row in the audit. `{ trusted: true }` as last
 * argument skips the entity's access (never its validation), for a feature that has checked access itself.
 */
export { describe, type ModelInfo } from './describe.ts'
export { listRecords } from './list/list.ts'
export { gridRows, type GridRows } from './grid/grid.ts'
export { readRecord, readStored, type ModelRecord } from './read.ts'
export { refuseTrashed } from './write/hold-record.ts'
export { writeRecord, type Change } from './write/write-record.ts'
export { takeTransition, type Step } from './lifecycles/take-transition.ts'
export { destroyRecord, restoreRecord, setActive, trashRecord } from './lifecycle.ts'
export { moveRecord, type Move } from './grid/reorder.ts'
export { seedRecords } from './seed.ts'
export { postEntries, reverseEntries } from './ledgers/post-entries.ts'
export { seedEntries } from './ledgers/seed-entries.ts'
export type { LedgerEntry } from './ledgers/pending-posts.ts'
export { writeAudit, type AuditEntry } from './audit.ts'
export { systemCaller, trusted, type ModelContext, type ModelOptions } from './context.ts'
