import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright'

interface Violation {
  id: string
  help: string
  nodes: { html: string }[]
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

/** What axe finds wrong on the page, one line a place. The page's clock runs freely from here on. */
export async function findAxeProblems(page: Page): Promise<string[]> {
  const text = axeScript()
  if (text === null) return []
  await page.clock.resume()
  await page.evaluate(text)
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run: () => Promise<{ violations: Violation[] }> } }
    return (await axe.run()).violations.map(({ id, help, nodes }) => ({ id, help, nodes: nodes.map(({ html }) => ({ html })) }))
  })
  return violations
    .flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id} (${help}): ${html.replace(/\s+/g, ' ').slice(0, 160)}`))
    .sort()
}
