import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright'
import { releaseClock } from './page-scripts.ts'

interface Violation {
  id: string
  help: string
  nodes: { html: string }[]
}

interface Axe {
  run: (context: Document | { include: string[][] }, options?: object) => Promise<{ violations: Violation[] }>
}

let script: string | null | undefined

/** The text of axe-core; null where the package is not installed. */
function axeScript(): string | null {
  if (script === undefined) {
    try {
      script = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
    } catch {
      script = null
    }
  }
  return script
}

const lineOf = ({ id, help, html }: { id: string; help: string; html: string }): string =>
  `${id} (${help}): ${html.replace(/\s+/g, ' ').slice(0, 160)}`

/** What axe finds wrong on the page, one line a place. The page has the browser's own timers from here on. */
export async function findAxeProblems(page: Page): Promise<string[]> {
  const text = axeScript()
  if (text === null) return []
  await page.evaluate(releaseClock)
  await page.evaluate(text)
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: Axe }
    const { violations } = await axe.run(document, { resultTypes: ['violations'], preload: { assets: ['media'] } })
    return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => ({ id, help, html })))
  })
  return violations.map(lineOf).sort()
}

/** Success criteria of WCAG 2.2, by level. */
const wcag22 = { A: ['wcag2a', 'wcag21a'], AA: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }

/**
 * What axe finds wrong by WCAG 2.2 on the page, or on the elements of a selector, one line a place. The page's clock stands still:
 * `pass` lets it go on, since axe waits for timers.
 */
export async function findWcagProblems(
  page: Page,
  include: string | undefined,
  level: 'A' | 'AA',
  pass: () => Promise<void>,
): Promise<string[]> {
  const text = axeScript()
  if (text === null) return []
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(text)
  let isDone = false
  const running = page
    .evaluate(
      async ({ selector, values }) => {
        const { axe } = globalThis as unknown as { axe: Axe }
        const context = selector === undefined ? document : { include: [[selector]] }
        const { violations } = await axe.run(context, { runOnly: { type: 'tag', values }, resultTypes: ['violations'], preload: false })
        return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => ({ id, help, html })))
      },
      { selector: include, values: wcag22[level] },
    )
    .finally(() => (isDone = true))
  const passing = (async () => {
    while (!isDone) await pass()
  })()
  const [violations] = await Promise.all([running, passing])
  // Ids are made anew by each drawing, and would keep the same fault of two pages apart.
  const drawnAnew = / (?:id|for|data-gallery-new|aria-(?:describedby|labelledby|controls))="[^"]*"/g
  return violations.map(({ html, ...rest }) => lineOf({ ...rest, html: html.replace(drawnAnew, '') })).sort()
}
