import { localiseDigits } from '#schemas/rules/numbers/digits.ts'
import { slugify } from '#schemas/rules/text/slug.ts'
import { defaultSeo } from '#server/features/content/seo.ts'
import { demoImageCount } from '#server/features/content/demo-images.ts'
import type { StoredStatus } from '#server/features/content/post-status.ts'
import { createRandom, type Random } from '#server/model/seed-random.ts'
import { paragraphs, synopses, titles } from './sentences.ts'
import { goods, places, qualities, topics, type Pair } from './topics.ts'

export interface SeedType {
  id: number
  slug: string
  template: string
  features: readonly string[]
  posts: number
}
/** Users whom the posts come from. */
export interface Staff {
  authors: readonly number[]
  publishers: readonly number[]
}

const dayMs = 86_400_000
/** The newest post is of the day before; three years of posts lie behind it. */
const lastDay = Date.UTC(2026, 9, 31)
/** Far enough ahead that the demo always has scheduled posts. */
const schedule = Date.UTC(2031, 2, 21, 5)

const statusWeights: readonly [StoredStatus, number][] = [
  ['published', 0.72],
  ['draft', 0.12],
  ['pending', 0.07],
  ['rejected', 0.05],
  ['scheduled', 0.04],
]
const notes: readonly Pair[] = [
  ['منبع خبر نیامده است.', 'The source is missing.'],
  ['عنوان رساتر نوشته شود.', 'Please find a clearer title.'],
  ['تصویر با متن همخوان نیست.', 'The picture does not fit the text.'],
  ['بند دوم تکراری است.', 'The second paragraph repeats the first.'],
]

/** The same posts on every run, newest last: about 70 in 100 Persian, some of them with an English sister. */
export function composePosts(
  types: readonly SeedType[],
  staff: Staff,
  categoryIds: ReadonlyMap<string, number>,
): Record<string, unknown>[] {
  const random = createRandom(14_030_101)
  const posts: Record<string, unknown>[] = []
  const usedSlugs = new Set<string>()
  for (const type of types) {
    const pool = titles[type.slug]!
    const stepMs = (3 * 365 * dayMs) / type.posts
    for (let nth = 0; nth < type.posts; nth++) {
      // Posts of a type are evenly spread and a little out of step, within working hours.
      const day = Math.floor((lastDay - (type.posts - nth) * stepMs) / dayMs) * dayMs
      const createdAt = day + random.between(4 * 60, 15 * 60) * 60_000 + random.between(0, 59) * 1000
      const story = composeStory(random, pool)
      const isPersian = random.chance(0.68)
      const sistered = isPersian && random.chance(0.05) && nth + 1 < type.posts
      const post = composePost(random, type, staff, categoryIds, story, isPersian ? 0 : 1, createdAt, usedSlugs)
      const id = posts.push({ ...post, id: posts.length + 1, sister_group: posts.length + 1 })
      if (!sistered) continue
      nth++
      const sister = composePost(random, type, staff, categoryIds, story, 1, createdAt + random.between(1, 40) * 3_600_000, usedSlugs)
      posts.push({
        ...sister,
        id: posts.length + 1,
        sister_group: id,
        thumbnail: posts[id - 1]!.thumbnail,
        categories: posts[id - 1]!.categories,
      })
    }
  }
  return posts
}

interface Story {
  topic: number
  title: Pair
  fill: (text: string, language: 0 | 1) => string
  parts: Pair[]
  synopsis: Pair
}

function composeStory(random: Random, pool: readonly Pair[]): Story {
  const topic = random.between(0, topics.length - 1)
  const subject = random.pick(topics[topic]!.subjects)
  const place = random.pick(places)
  const good = random.pick(goods)
  const quality = random.pick(qualities)
  const numbers = { number: random.between(2, 40), percent: random.between(2, 48) }
  const fill = (text: string, language: 0 | 1) => {
    const values: Record<string, string> = {
      subject: subject[language],
      place: place[language],
      good: good[language],
      quality: quality[language],
      number: String(numbers.number),
      percent: String(numbers.percent),
    }
    const filled = text.replace(/\{(\w+)\}/g, (_, key: string) => values[key]!)
    return language === 0 ? localiseDigits(filled, 'fa') : filled.charAt(0).toUpperCase() + filled.slice(1)
  }
  const start = random.between(0, paragraphs.length - 1)
  return {
    topic,
    title: random.pick(pool),
    fill,
    synopsis: random.pick(synopses),
    parts: [0, 1, 2].map((step) => paragraphs[(start + step) % paragraphs.length]!),
  }
}

function composePost(
  random: Random,
  type: SeedType,
  staff: Staff,
  categoryIds: ReadonlyMap<string, number>,
  story: Story,
  language: 0 | 1,
  createdAt: number,
  usedSlugs: Set<string>,
): Record<string, unknown> {
  const say = (pair: Pair) => story.fill(pair[language], language)
  const title = say(story.title)
  const status = weighted(random)
  const author = random.pick(staff.authors)
  const publisher = random.pick(staff.publishers)
  const publishedAt =
    status === 'published'
      ? createdAt + random.between(10, 60 * 48) * 60_000
      : status === 'scheduled'
        ? schedule + random.between(0, 400) * dayMs + random.between(0, 600) * 60_000
        : null
  const updatedAt = (status === 'published' ? publishedAt! : createdAt) + random.between(0, 3000) * 60_000
  const pinned = status === 'published' && random.chance(0.0006)
  const hasImage = type.features.includes('thumbnail') && random.chance(0.55)
  const topic = topics[story.topic]!
  const second = random.chance(0.25) ? random.pick(topics) : undefined
  const image = String(random.between(1, demoImageCount)).padStart(2, '0')
  return {
    title,
    synopsis: type.features.includes('synopsis') ? say(story.synopsis) : null,
    text: story.parts.map((part) => `<p>${say(part)}</p>`).join(''),
    slug: uniqueSlug(title, `${type.id}/${language}`, usedSlugs),
    template: type.template,
    content_type_id: type.id,
    status,
    locale: language === 0 ? 'fa' : 'en',
    moderation_note: status === 'rejected' ? random.pick(notes)[language] : null,
    sent_to: status === 'pending' ? random.pick(['moderator', 'editor']) : null,
    published_at: iso(publishedAt),
    published_by_id: publishedAt === null ? null : publisher,
    pinned,
    pinned_at: pinned ? iso(publishedAt) : null,
    thumbnail: hasImage
      ? { name: `${image}.svg`, versions: { original: `/demo/content/${image}.svg`, panel_thumb: `/demo/content/${image}.svg` } }
      : null,
    images: [],
    categories: [...new Set([topic.slug, ...(second ? [second.slug] : [])])].map((slug) => categoryIds.get(slug)!),
    tags: random.chance(0.6) ? [topic.title[language], ...(random.chance(0.5) ? [random.pick(places)[language]] : [])] : [],
    seo: defaultSeo(type.features.includes('synopsis')),
    created_at: iso(createdAt),
    created_by: author,
    updated_at: iso(updatedAt),
    updated_by: random.chance(0.7) ? author : publisher,
    deleted_at: random.chance(0.025) ? iso(updatedAt + 3_600_000) : null,
  }
}

const iso = (moment: number | null) => (moment === null ? null : new Date(moment).toISOString())

function weighted(random: Random): StoredStatus {
  let rest = random.next()
  for (const [status, weight] of statusWeights) {
    rest -= weight
    if (rest < 0) return status
  }
  return 'published'
}

function uniqueSlug(title: string, scope: string, usedSlugs: Set<string>): string {
  const stem = slugify(title)
  for (let number = 1; ; number++) {
    const slug = number === 1 ? stem : `${stem}-${number}`
    if (usedSlugs.has(`${scope}/${slug}`)) continue
    usedSlugs.add(`${scope}/${slug}`)
    return slug
  }
}
