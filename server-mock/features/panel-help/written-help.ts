import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface WrittenHelp {
  slug: string
  title: string
  /** Formatted text. */
  text: string
}

/** Languages that the product's help is written in. */
export const writtenLocales = ['fa', 'en'] as const
export type WrittenLocale = (typeof writtenLocales)[number]

/** The help that comes with the product's modules: `modules/<module>/help/<locale>.md`. */
export function readWrittenHelp(root: string, locale: WrittenLocale, modules = readdirSync(join(root, 'modules')).sort()): WrittenHelp[] {
  return modules
    .map((module) => join(root, 'modules', module, 'help', `${locale}.md`))
    .filter((path) => existsSync(path))
    .flatMap((path) => parseHelp(readFileSync(path, 'utf8')))
}

/**
 * Texts of a help file. `## content-post-list: Posts` begins the help of a route; below it are paragraphs, steps (`1.`), points (`-`), and
 * `**labels**` as they stand on the page.
 */
export function parseHelp(source: string): WrittenHelp[] {
  const [, ...sections] = `\n${source}`.split(/\n## (?=[a-z0-9-]+: )/)
  return sections.map((section) => {
    const [heading = '', ...lines] = section.split('\n')
    const colon = heading.indexOf(': ')
    return { slug: heading.slice(0, colon), title: heading.slice(colon + 2).trim(), text: toHtml(lines) }
  })
}

const listMarks = [
  { tag: 'ol', mark: /^\d+\. / },
  { tag: 'ul', mark: /^- / },
] as const

function toHtml(lines: readonly string[]): string {
  let html = ''
  let open: string | undefined
  const turnTo = (tag: string | undefined) => {
    if (tag === open) return
    html += `${open ? `</${open}>` : ''}${tag ? `<${tag}>` : ''}`
    open = tag
  }
  for (const line of lines.map((each) => each.trim()).filter(Boolean)) {
    const list = listMarks.find(({ mark }) => mark.test(line))
    turnTo(list?.tag)
    html += list ? `<li>${inline(line.replace(list.mark, ''))}</li>` : `<p>${inline(line)}</p>`
  }
  turnTo(undefined)
  return html
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

const inline = (text: string): string => text.replace(/[&<>]/g, (sign) => escapes[sign]!).replace(/\*\*(.+?)\*\*/g, '<strong>$1</strong>')
