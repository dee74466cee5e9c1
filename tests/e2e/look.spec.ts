import type { Page } from 'playwright/test'
import { expect, findViolations, openList, openPath, test, type Role } from './panel.ts'

interface Screen {
  name: string
  role: Role | null
  open: (page: Page) => Promise<void>
}

const firstLine = (page: Page) => page.locator('tbody tr[data-id]').first()

const screens: Screen[] = [
  {
    name: 'login',
    role: null,
    open: async (page) => {
      await openPath(page, '/auth/login')
      await expect(page.locator('form input').first()).toBeVisible()
    },
  },
  { name: 'dashboard', role: 'administrator', open: (page) => openPath(page, '/') },
  { name: 'list of posts', role: 'administrator', open: (page) => openList(page, '/content/post/news') },
  {
    name: 'list of content types with a modal',
    role: 'administrator',
    open: async (page) => {
      await openList(page, '/content/type')
      await firstLine(page).locator('.grid-dots').click()
      await page.getByRole('menuitem', { name: /^(Edit|ویرایش)$/ }).click()
      await expect(page.getByRole('dialog').locator('form input').first()).toBeVisible()
    },
  },
  {
    name: 'editor of a post',
    role: 'administrator',
    open: async (page) => {
      await openPath(page, '/content/post/news/create')
      await expect(page.locator('main form textarea').first()).toBeVisible()
    },
  },
  {
    name: 'list of divisions with a filter',
    role: 'administrator',
    open: async (page) => {
      await openList(page, '/divisions')
      await page.locator('.grid-filters > button').click()
      await page.getByRole('dialog').getByRole('button').first().click()
      await expect(page.getByRole('dialog').getByRole('checkbox').first()).toBeVisible()
    },
  },
  { name: 'settings', role: 'administrator', open: (page) => openList(page, '/settings') },
  { name: 'unknown address', role: 'operator', open: (page) => openPath(page, '/no/such/page') },
  { name: 'forbidden', role: 'operator', open: (page) => openPath(page, '/forbidden') },
]

/** Words that should have been translated: keys of documents and of the panel's own messages. */
const rawKeys = /\$[a-z_]+|\b(shell|pages|blocks|session|modal|toast|action|errors|grid|form|entities|status)\.[a-z_]+/g
/** Runs in the page: what is animated without an end. */
const movedForEver = (): string[] =>
  document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().iterations === Infinity)
    .map(({ effect }) => (effect as KeyframeEffect).target?.className ?? '')
const telephone = { width: 390, height: 844 }

for (const [panelLocale, dir] of [
  ['fa', 'rtl'],
  ['en', 'ltr'],
] as const) {
  for (const { name, role, open } of screens) {
    test.describe(`${panelLocale}, ${name}`, () => {
      test.use({ panelLocale, role, scheme: 'system', colorScheme: 'light', reducedMotion: 'reduce' })

      test('is accessible in light and dark, fits a telephone, and says everything in words', async ({ page }) => {
        const problems: string[] = []
        page.on('console', (message) => {
          if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text())
        })
        page.on('pageerror', (error) => problems.push(error.message))
        await open(page)
        await expect(page.locator('html')).toHaveAttribute('lang', panelLocale)
        await expect(page.locator('html')).toHaveAttribute('dir', dir)
        expect(await page.evaluate(movedForEver), 'moves although somebody wants less motion').toEqual([])
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          await expect(page.locator('html')).toHaveAttribute('data-scheme', colorScheme)
          expect(await findViolations(page), colorScheme).toEqual([])
        }
        expect((await page.locator('body').innerText()).match(rawKeys)).toBeNull()
        expect((await page.title()).match(rawKeys)).toBeNull()
        await page.setViewportSize(telephone)
        await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(telephone.width)
        expect(problems).toEqual([])
      })
    })
  }
}
