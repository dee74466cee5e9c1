import type { Kysely, Transaction } from 'kysely'

/** Tables are made from entity documents, so their columns are not known to the compiler. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Tables = any
export type Trx = Transaction<Tables>

export interface Database {
  readonly kind: 'pglite' | 'postgres'
  /** Runs the work in one transaction; a throw rolls everything back. Inside it use the transaction only. */
  transaction<T>(work: (trx: Trx) => Promise<T>): Promise<T>
  /** As `transaction`, for work that only reads. */
  read<T>(work: (trx: Trx) => Promise<T>): Promise<T>
  /** For migrations and tests; never inside an open transaction. */
  readonly kysely: Kysely<Tables>
  close(): Promise<void>
}
