import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readProductModules } from '#schemas/cli/module-folder.ts'
import { helpSlug } from '#schemas/rules/help/help-slug.ts'
import { parseHelp, readWrittenHelp, writtenLocales } from '#server/features/panel-help/written-help.ts'

const root = process.cwd()
const modules = Object.values(readProductModules(root))

/** Screens with the frame that has the button, and lists that menus and links open. */
const pages = modules
  .flatMap(({ screens }) => Object.values(screens).filter(({ layout }) => layout === undefined || layout === 'default'))
  .map(({ name }) => helpSlug(name, {}))
const gridSlug = (path: string) => {
  const [module = '', entity = '', part = ''] = path.split('/')
  return helpSlug('grid', { module, class: entity, part })
}
const linkedGrids = [
  ...new Set([...JSON.stringify(modules).matchAll(/"to":"\/?grid\/([a-z_-]+\/[a-z_-]+\/[a-z_-]+)/g)].map(([, path]) => gridSlug(path!))),
]
const allGrids = modules.flatMap(({ module, grids }) =>
  Object.entries(grids).map(([name, grid]) =>
    gridSlug(`${module.name}/${grid.class ?? grid.entity.split('/').at(-1)}/${grid.part ?? name}`),
  ),
)

/** Every text of the product in a language. */
function textsIn(locale: string): Set<string> {
  const texts = new Set<string>()
  const gather = (value: unknown): void => {
    if (typeof value === 'string') texts.add(value)
    else if (value && typeof value === 'object') Object.values(value).forEach(gather)
  }
  const walk = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) walk(path)
      else if (entry.name === `${locale}.json`) gather(JSON.parse(readFileSync(path, 'utf8')))
    }
  }
  for (const folder of ['modules', 'widgets', 'renderer']) walk(join(root, folder))
  return texts
}

describe.each(writtenLocales)('help in %s', (locale) => {
  const help = readWrittenHelp(root, locale)
  const slugs = help.map(({ slug }) => slug)

  test('is written for every page', () => {
    expect([...pages, ...linkedGrids].filter((slug) => !slugs.includes(slug))).toEqual([])
  })
  test('is about pages that there are, each once', () => {
    const screens = modules.flatMap(({ screens }) => Object.keys(screens).map((name) => helpSlug(name, {})))
    expect(slugs.filter((slug) => !screens.includes(slug) && !allGrids.includes(slug))).toEqual([])
    expect(slugs.filter((slug, at) => slugs.indexOf(slug) !== at)).toEqual([])
  })
  test('has a title of its own for each page', () => {
    const titles = help.map(({ title }) => title)
    expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([])
  })
  test('has a title and more than a line of text', () => {
    expect(help.filter(({ title, text }) => title === '' || text.replace(/<[^>]*>/g, '').length < 80).map(({ slug }) => slug)).toEqual([])
  })
  test('names labels as they stand in the product', () => {
    const texts = textsIn(locale)
    const labels = help.flatMap(({ slug, text }) => [...text.matchAll(/<strong>(.+?)<\/strong>/g)].map(([, label]) => `${slug}: ${label}`))
    expect(labels.filter((label) => !texts.has(label.slice(label.indexOf(': ') + 2)))).toEqual([])
  })
})

test('a text has paragraphs, steps, points and labels, and no markup of its own', () => {
  const [help, other] = parseHelp('## a-b: Title: more\nOne **label** & <i>.\n\n1. First\n2. Second\n\n- Point\nLast\n\n## c: Other\nText')
  expect(help).toEqual({
    slug: 'a-b',
    title: 'Title: more',
    text: '<p>One <strong>label</strong> &amp; &lt;i&gt;.</p><ol><li>First</li><li>Second</li></ol><ul><li>Point</li></ul><p>Last</p>',
  })
  expect(other).toEqual({ slug: 'c', title: 'Other', text: '<p>Text</p>' })
})
