import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'
import { seedRecords } from '#server/model/model.ts'
import { composePosts, type SeedType, type Staff } from './seed/compose-posts.ts'
import { topics } from './seed/topics.ts'

const start = '2023-01-01T06:00:00.000Z'
const full = ['synopsis', 'thumbnail', 'categories', 'tags', 'seo', 'pin']

const types: readonly (SeedType & { titles: Record<string, string>; list_titles: Record<string, string>; icon: string; order: number })[] =
  [
    {
      id: 1,
      slug: 'news',
      order: 10,
      icon: 'notification',
      template: 'default',
      features: [...full, 'comments'],
      posts: 11_800,
      titles: {
        fa: 'خبر',
        en: 'News item',
        ar: 'خبر',
        fr: 'Actualité',
        tr: 'Haber',
        es: 'Noticia',
        ru: 'Новость',
        de: 'Nachricht',
        it: 'Notizia',
        zh: '新闻',
      },
      list_titles: {
        fa: 'خبرها',
        en: 'News',
        ar: 'الأخبار',
        fr: 'Actualités',
        tr: 'Haberler',
        es: 'Noticias',
        ru: 'Новости',
        de: 'Nachrichten',
        it: 'Notizie',
        zh: '新闻',
      },
    },
    {
      id: 2,
      slug: 'article',
      order: 20,
      icon: 'read',
      template: 'default',
      features: [...full, 'comments', 'images'],
      posts: 4_600,
      titles: {
        fa: 'مقاله',
        en: 'Article',
        ar: 'مقال',
        fr: 'Article',
        tr: 'Makale',
        es: 'Artículo',
        ru: 'Статья',
        de: 'Artikel',
        it: 'Articolo',
        zh: '文章',
      },
      list_titles: {
        fa: 'مقاله‌ها',
        en: 'Articles',
        ar: 'المقالات',
        fr: 'Articles',
        tr: 'Makaleler',
        es: 'Artículos',
        ru: 'Статьи',
        de: 'Artikel',
        it: 'Articoli',
        zh: '文章',
      },
    },
    {
      id: 3,
      slug: 'product',
      order: 30,
      icon: 'shopping',
      template: 'product',
      features: [...full, 'images'],
      posts: 3_000,
      titles: {
        fa: 'محصول',
        en: 'Product',
        ar: 'منتج',
        fr: 'Produit',
        tr: 'Ürün',
        es: 'Producto',
        ru: 'Товар',
        de: 'Produkt',
        it: 'Prodotto',
        zh: '产品',
      },
      list_titles: {
        fa: 'محصولات',
        en: 'Products',
        ar: 'المنتجات',
        fr: 'Produits',
        tr: 'Ürünler',
        es: 'Productos',
        ru: 'Товары',
        de: 'Produkte',
        it: 'Prodotti',
        zh: '产品',
      },
    },
    {
      id: 4,
      slug: 'page',
      order: 40,
      icon: 'file',
      template: 'full-width',
      features: ['seo'],
      posts: 300,
      titles: {
        fa: 'برگه',
        en: 'Page',
        ar: 'صفحة',
        fr: 'Page',
        tr: 'Sayfa',
        es: 'Página',
        ru: 'Страница',
        de: 'Seite',
        it: 'Pagina',
        zh: '页面',
      },
      list_titles: {
        fa: 'برگه‌ها',
        en: 'Pages',
        ar: 'الصفحات',
        fr: 'Pages',
        tr: 'Sayfalar',
        es: 'Páginas',
        ru: 'Страницы',
        de: 'Seiten',
        it: 'Pagine',
        zh: '页面',
      },
    },
    {
      id: 5,
      slug: 'guide',
      order: 50,
      icon: 'question-circle',
      template: 'default',
      features: ['synopsis', 'categories', 'tags', 'seo'],
      posts: 600,
      titles: {
        fa: 'راهنما',
        en: 'Guide',
        ar: 'دليل',
        fr: 'Guide',
        tr: 'Kılavuz',
        es: 'Guía',
        ru: 'Руководство',
        de: 'Anleitung',
        it: 'Guida',
        zh: '指南',
      },
      list_titles: {
        fa: 'راهنماها',
        en: 'Guides',
        ar: 'الأدلة',
        fr: 'Guides',
        tr: 'Kılavuzlar',
        es: 'Guías',
        ru: 'Руководства',
        de: 'Anleitungen',
        it: 'Guide',
        zh: '指南',
      },
    },
  ]

/** Content types, categories and some 20,000 posts; the same rows on every run. */
export async function seedContent(trx: Trx, registry: DocumentRegistry): Promise<void> {
  const stamps = { created_at: start, updated_at: start }
  await seedRecords(
    trx,
    registry,
    'content_type',
    types.map(({ posts: _, ...type }) => ({ ...type, active: true, ...stamps })),
  )
  const ids = await seedRecords(
    trx,
    registry,
    'category',
    topics.map(({ slug, color, title: [fa, en] }) => ({ slug, color, title: { fa, en }, ...stamps })),
  )
  const categoryIds = new Map(topics.map(({ slug }, index) => [slug, ids[index]!]))
  await seedRecords(trx, registry, 'post', composePosts(types, await findStaff(trx), categoryIds))
}

/** Users with a role of the editorial office. */
async function findStaff(trx: Trx): Promise<Staff> {
  const { rows } = await sql<{ id: number; roles: string[] | null }>`select id, roles from data.user order by id`.execute(trx)
  const having = (...roles: string[]) => rows.filter((row) => roles.some((role) => row.roles?.includes(role))).map(({ id }) => id)
  const everyone = rows.map(({ id }) => id)
  const authors = having('content_manager', 'editor')
  const publishers = having('content_manager', 'moderator')
  return { authors: authors.length > 0 ? authors : everyone, publishers: publishers.length > 0 ? publishers : everyone }
}
