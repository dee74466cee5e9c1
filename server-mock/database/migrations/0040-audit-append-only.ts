import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'

/**
 * Makes the audit append-only. To purge it, a transaction has to run `set local pishkhan.purge_audit = 'on'`; in the
 * server only restoring a backup does.
 */
export async function up(trx: Trx): Promise<void> {
  await sql`create function pishkhan.protect_audit() returns trigger language plpgsql as $$
    begin
      if coalesce(current_setting('pishkhan.purge_audit', true), '') = 'on' and tg_op <> 'UPDATE' then return null; end if;
      raise exception 'pishkhan.audit can only be added to' using errcode = 'insufficient_privilege';
    end $$`.execute(trx)
  await sql`create trigger protect_audit before update or delete or truncate on pishkhan.audit for each statement
    execute function pishkhan.protect_audit()`.execute(trx)
}
