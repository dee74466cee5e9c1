import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'
import { createRandom, type Random } from '#server/model/seed-random.ts'
import { seedRecords } from '#server/model/model.ts'
import { comments, people, replies, visitorReplies } from './seed/texts.ts'

type Status = 'pending' | 'approved' | 'rejected' | 'spam'
type Row = Record<string, unknown> & { id: number; created_at: string }

const lastDay = Date.UTC(2026, 9, 31)
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const threads = 150

interface Post {
  id: number
  locale: string
}
interface Staff {
  id: number
  name_full: string
}

/** A year of comments with their threads; the same rows on every run. None where there are no posts. */
export async function seedComments(trx: Trx, registry: DocumentRegistry): Promise<void> {
  const { rows: posts } = await sql<Post>`
    select post.id, post.locale from data.post as post join data.content_type as type on type.id = post.content_type_id
    where type.features ? 'comments' and post.status = 'published' and post.deleted_at is null order by post.id limit 60`.execute(trx)
  if (posts.length === 0) return
  const { rows: staff } = await sql<Staff>`
    select id, name_full from data.user where roles @> '["content_manager"]'::jsonb or roles @> '["moderator"]'::jsonb order by id`.execute(
    trx,
  )
  const random = createRandom(20_261_031)
  const rows: Row[] = []
  for (let thread = 0; thread < threads; thread++) {
    const comment = composeComment(random, random.pick(posts), thread, rows.length + 1)
    rows.push(comment)
    if (comment.status === 'approved' && (thread === 0 || random.chance(0.3)))
      rows.push(...composeThread(random, comment, staff, rows.length))
  }
  await seedRecords(trx, registry, 'comment', rows)
}

/** The newest comments wait, the older ones are decided. */
function statusOf(random: Random, ageDays: number): Status {
  const chance = random.next()
  if (chance < 0.09) return 'spam'
  if (chance < 0.16) return 'rejected'
  return ageDays < 16 ? 'pending' : 'approved'
}

const languageOf = (locale: string): 0 | 1 => (locale === 'en' ? 1 : 0)

function composeComment(random: Random, post: Post, thread: number, id: number): Row {
  const language = languageOf(post.locale)
  const ageDays = thread === 0 ? 20 : ((thread * 7) % 365) + random.next()
  const status = thread === 0 ? 'approved' : statusOf(random, ageDays)
  const kind = status === 'spam' || status === 'rejected' ? status : 'good'
  const image = String(random.between(1, 24)).padStart(2, '0')
  const hasFile = thread === 0 || (kind === 'good' && random.chance(0.08))
  return {
    ...composeSender(random, language),
    id,
    post_id: post.id,
    text: random.pick(comments[kind][language]),
    status,
    private: kind === 'good' && thread > 0 && random.chance(0.06),
    attachments: hasFile ? [fileOf(image)] : [],
    ...stamps(lastDay - ageDays * dayMs),
  }
}

function composeSender(random: Random, language: 0 | 1) {
  const person = random.pick(people)
  const isEnglish = language === 1
  return {
    name: person[language],
    email: `${isEnglish ? person[1].toLowerCase().replace(' ', '.') : person[2]}@example.com`,
    mobile: isEnglish ? null : `0912${random.between(1_000_000, 9_999_999)}`,
    website: random.chance(0.15) ? `https://${person[2].replace('.', '-')}.example.com` : null,
    ip: `203.0.113.${random.between(2, 250)}`,
  }
}

/** What was said beneath a comment: often somebody else first, then the site. */
function composeThread(random: Random, comment: Row, staff: readonly Staff[], count: number): Row[] {
  const language = /[\u0600-\u06ff]/.test(comment.text as string) ? 0 : 1
  const asked = new Date(comment.created_at).getTime()
  const base = { parent_id: comment.id, post_id: comment.post_id, private: false, attachments: [] }
  const visitor: Row[] = random.chance(0.35)
    ? [
        {
          ...base,
          ...composeSender(random, language),
          id: count + 1,
          text: random.pick(visitorReplies[language]),
          status: random.chance(0.7) ? 'approved' : 'pending',
          ...stamps(asked + random.between(40, 900) * minuteMs),
        },
      ]
    : []
  const author = staff.length > 0 ? random.pick(staff) : undefined
  return [
    ...visitor,
    {
      ...base,
      id: count + visitor.length + 1,
      name: author?.name_full ?? null,
      user_id: author?.id ?? null,
      text: random.pick(replies[language]),
      status: 'approved',
      admin_reply: true,
      ip: '192.0.2.10',
      ...stamps(asked + random.between(900, 2800) * minuteMs),
    },
  ]
}

const fileOf = (image: string) => {
  const link = `/demo/content/${image}.svg`
  return { name: `${image}.svg`, link, mime_type: 'image/svg+xml', versions: { original: link, panel_thumb: link } }
}

const stamps = (moment: number) => ({ created_at: new Date(moment).toISOString(), updated_at: new Date(moment).toISOString() })
