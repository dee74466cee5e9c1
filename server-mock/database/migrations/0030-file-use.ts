import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'

/**
 * Bytes used by the files of each user; files without an owner count under 0. A trigger keeps the sums, so that a quota
 * check reads one row.
 */
export async function up(trx: Trx): Promise<void> {
  await sql`create table pishkhan.file_use (user_id bigint primary key, bytes bigint not null)`.execute(trx)
  await sql`insert into pishkhan.file_use (user_id, bytes) select coalesce(user_id, 0), sum(size) from pishkhan.files group by 1`.execute(
    trx,
  )
  await sql`create function pishkhan.count_file_use() returns trigger language plpgsql as $$
    declare file record; sign integer := case when tg_op = 'INSERT' then 1 else -1 end;
    begin
      if tg_op = 'INSERT' then file := new; else file := old; end if;
      insert into pishkhan.file_use as known (user_id, bytes) values (coalesce(file.user_id, 0), sign * file.size)
        on conflict (user_id) do update set bytes = known.bytes + excluded.bytes;
      return null;
    end $$`.execute(trx)
  await sql`create trigger count_file_use after insert or delete on pishkhan.files for each row execute function pishkhan.count_file_use()`.execute(
    trx,
  )
}
