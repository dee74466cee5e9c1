import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'
import { seedRecords } from '#server/model/seed.ts'
import { folders, type SeedFolder } from './demo-labels.ts'

const start = Date.UTC(2025, 10, 1, 6)
const dayMs = 86_400_000

interface LabelSeed {
  id: number
  title: { fa: string; en: string }
  parent_id: number | null
  attached_folders: number[]
  order: number
  created_at: string
  updated_at: string
}

/** Folders with their labels, and labels of the first and the latest posts; the same on every run. */
export async function seedTagging(trx: Trx, registry: DocumentRegistry): Promise<void> {
  const { rows: types } = await sql<{ id: number; slug: string }>`select id, slug from data.content_type`.execute(trx)
  const typeIds = new Map(types.map(({ id, slug }) => [slug, id]))
  const stamp = new Date(start).toISOString()
  await seedRecords(
    trx,
    registry,
    'tagging_folder',
    folders.map(({ slug, title, types: named }, index) => ({
      id: index + 1,
      slug,
      title,
      content_types: named.flatMap((type) => typeIds.get(type) ?? []),
      order: (index + 1) * 10,
      created_at: stamp,
      updated_at: stamp,
    })),
  )
  const labels = labelRows()
  await seedRecords(
    trx,
    registry,
    'tagging_label',
    labels.map((label) => ({ ...label })),
  )
  await labelPosts(trx, labels)
}

/** Labels of all folders, those above before those beneath. */
export function labelRows(): LabelSeed[] {
  const rows: LabelSeed[] = []
  const add = (written: string, parent_id: number | null, folder: number, order: number): number => {
    const [fa, en] = written.split('=').map((name) => name.trim()) as [string, string]
    const at = new Date(start + rows.length * 3 * dayMs).toISOString()
    return rows.push({
      id: rows.length + 1,
      title: { fa, en },
      parent_id,
      attached_folders: [folder],
      order: order * 10,
      created_at: at,
      updated_at: at,
    })
  }
  const addAll = (entries: SeedFolder['labels'], parent: number | null, folder: number): void =>
    Object.entries(entries).forEach(([name, beneath], index) => {
      const id = add(name, parent, folder, index + 1)
      for (const [nth, child] of beneath.entries()) add(child, id, folder, nth + 1)
    })
  folders.forEach(({ labels }, index) => addAll(labels, null, index + 1))
  return rows
}

/** Gives some posts labels: the first, and every third of the latest products, articles and news. */
async function labelPosts(trx: Trx, labels: readonly LabelSeed[]): Promise<void> {
  const { rows: posts } = await sql<{ id: number; type: string }>`select id, type from (
      select p.id, t.slug as type, row_number() over (partition by t.id order by p.id) as first,
        row_number() over (partition by t.id order by p.id desc) as latest
      from data.post p join data.content_type t on t.id = p.content_type_id) numbered
    where first <= 20 or (latest <= 600 and latest % 3 = 0) order by id`.execute(trx)
  const values = posts.flatMap(({ id, type }, nth) => {
    const chosen = folders.flatMap((folder, index) => {
      if (folder.types.length > 0 && !folder.types.includes(type)) return []
      const own = labels.filter((label) => label.attached_folders.includes(index + 1)).map((label) => label.id)
      return [[folder.slug, [...new Set([own[(nth * 7 + index) % own.length]!, own[(nth * 11 + 3) % own.length]!])]] as const]
    })
    return chosen.length > 0 ? [{ id, labels: Object.fromEntries(chosen) }] : []
  })
  if (values.length === 0) return
  await sql`update data.post p set labels = v.labels
    from jsonb_to_recordset(${JSON.stringify(values)}::text::jsonb) as v(id bigint, labels jsonb) where p.id = v.id`.execute(trx)
}
