import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'

/** Smaller versions of a picture take room as well: they count to the bytes that files use. Of files that are there it is not known. */
export async function up(trx: Trx): Promise<void> {
  await sql`alter table pishkhan.files add column versions_size bigint not null default 0`.execute(trx)
  await sql`create or replace function pishkhan.count_file_use() returns trigger language plpgsql as $$
    declare file record; sign integer := case when tg_op = 'INSERT' then 1 else -1 end;
    begin
      if tg_op = 'INSERT' then file := new; else file := old; end if;
      insert into pishkhan.file_use as known (user_id, bytes) values (coalesce(file.user_id, 0), sign * (file.size + file.versions_size))
        on conflict (user_id) do update set bytes = known.bytes + excluded.bytes;
      return null;
    end $$`.execute(trx)
}
