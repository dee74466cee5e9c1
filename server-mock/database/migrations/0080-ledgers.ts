import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'

/**
 * The schema of the balances of ledgers, and what makes entries append-only. Changes of their tables for a publication run
 * `set local pishkhan.ledger_upkeep = 'on'`.
 */
export async function up(trx: Trx): Promise<void> {
  await sql`create schema ledger`.execute(trx)
  await sql`create function pishkhan.protect_entries() returns trigger language plpgsql as $$
    begin
      if coalesce(current_setting('pishkhan.ledger_upkeep', true), '') = 'on' and tg_op = 'UPDATE' then return null; end if;
      raise exception 'entries of a ledger can only be added to' using errcode = 'insufficient_privilege';
    end $$`.execute(trx)
}
