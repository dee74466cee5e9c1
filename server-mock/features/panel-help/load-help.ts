import { sql } from 'kysely'
import type { Config } from '#server/config.ts'
import type { Trx } from '#server/database/database.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'
import { defaultSeo } from '#server/features/content/seo.ts'
import { seedRecords } from '#server/model/seed.ts'
import { helpType } from './help-type.ts'
import { readWrittenHelp, writtenLocales } from './written-help.ts'

const module = 'panel-help'
/** Day of the texts that come with the product, so that they count as nobody's work of today. */
const start = '2023-01-01T06:00:00.000Z'
const stamps = { created_at: start, updated_at: start }

const contentType = {
  slug: helpType,
  order: 60,
  icon: 'question-circle',
  template: 'default',
  features: ['tags'],
  active: true,
  titles: {
    fa: 'راهنمای صفحه',
    en: 'Page help',
    ar: 'مساعدة الصفحة',
    fr: 'Aide de page',
    tr: 'Sayfa yardımı',
    es: 'Ayuda de página',
    ru: 'Справка страницы',
    de: 'Seitenhilfe',
    it: 'Guida della pagina',
    zh: '页面帮助',
  },
  list_titles: {
    fa: 'راهنمای صفحه‌ها',
    en: 'Page help',
    ar: 'مساعدة الصفحات',
    fr: 'Aide des pages',
    tr: 'Sayfa yardımları',
    es: 'Ayuda de páginas',
    ru: 'Справка страниц',
    de: 'Seitenhilfen',
    it: 'Guide delle pagine',
    zh: '页面帮助',
  },
}

/**
 * Stores the help that comes with the product where it is absent, as published posts. A post that is there stays as it is, also in the
 * trash, and so does a content type that was deleted.
 */
export async function loadHelp(trx: Trx, registry: DocumentRegistry, { root, modules }: Pick<Config, 'root' | 'modules'>): Promise<void> {
  if (!registry.modules.has(module) || !modules.includes(module) || !modules.includes('content')) return
  const { rows: types } = await sql<{ id: number; deleted_at: unknown }>`
    select id, deleted_at from data.content_type where slug = ${helpType}`.execute(trx)
  if (types[0]?.deleted_at) return
  const typeId = types[0]?.id ?? (await seedRecords(trx, registry, 'content_type', [{ ...contentType, ...stamps }]))[0]!
  for (const locale of writtenLocales) {
    const { rows } = await sql<{ slug: string; locale: string; sister_group: number }>`
      select slug, locale, sister_group from data.post where content_type_id = ${typeId}`.execute(trx)
    const present = new Set(rows.filter((row) => row.locale === locale).map(({ slug }) => slug))
    const groups = new Map(rows.map(({ slug, sister_group: group }) => [slug, group]))
    const absent = readWrittenHelp(root, locale).filter(({ slug }) => !present.has(slug))
    await seedRecords(
      trx,
      registry,
      'post',
      absent.map(({ slug, title, text }) => ({
        slug,
        title,
        text,
        locale,
        sister_group: groups.get(slug) ?? null,
        content_type_id: typeId,
        template: 'default',
        status: 'published',
        published_at: start,
        pinned: false,
        images: [],
        categories: [],
        tags: [],
        labels: {},
        seo: defaultSeo(false),
        ...stamps,
      })),
    )
  }
}
