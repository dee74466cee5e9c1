import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright'
import { rankNames } from '#schemas/check/problem.ts'
import type { FixtureDocumentExpectation, FixtureDocumentStep, FixtureDocumentTarget } from '#schemas/types/contract.d.ts'

/** Why a step could not be done, or what it expects does not hold; the message is for the tester. */
export class StepFailed extends Error {}

type Role = Parameters<Page['getByRole']>[0]
type Place = Page | Locator

const quoted = (text: string): string => JSON.stringify(text)

/** `button "Save" in dialog "New book"`. */
export function describeTarget({ role, name, nth, in: within }: FixtureDocumentTarget): string {
  const own = `${role}${name === undefined ? '' : ` ${quoted(name)}`}${nth === undefined ? '' : ` no. ${nth}`}`
  return within ? `${own} in ${describeTarget(within)}` : own
}

/** `press button "Save"`, or the step's own name. */
export function describeStep(step: FixtureDocumentStep): string {
  if (step.name !== undefined) return step.name
  const what =
    step.key ??
    step.path ??
    step.text ??
    step.options?.join(', ') ??
    step.files?.join(', ') ??
    (step.ms === undefined ? '' : `${step.ms} ms`)
  const text = step.text === undefined ? what : quoted(step.text.length > 60 ? `${step.text.slice(0, 60)}…` : step.text)
  const target = step.on ? describeTarget(step.on) : ''
  return [step.do, text, step.on && text !== '' ? (step.do === 'key' ? 'on' : 'into') : '', target].filter((part) => part !== '').join(' ')
}

function candidates(page: Place, { role, name, nth, in: within }: FixtureDocumentTarget): Locator {
  const place = within ? candidates(page, within) : page
  const byRole = place.getByRole(role as Role, name === undefined ? {} : { name, exact: true })
  const found = role === 'button' && name !== undefined ? byRole.or(summariesOf(place, name)) : byRole
  return nth === undefined ? found : found.nth(nth - 1)
}

/** What opens and closes a part: a button to whoever uses it, but an element without a role to Playwright. */
function summariesOf(place: Place, name: string): Locator {
  const words = name.split(' ').map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
  return place.locator('summary:not([role])', { hasText: new RegExp(`^\\s*${words.join('\\s*')}\\s*$`) }).filter({ visible: true })
}

/**
 * The one element that a target means. `wait` is called between the looks, until it says that nothing more will come.
 * @throws StepFailed when there is none, or more than one
 */
export async function findTarget(page: Page, target: FixtureDocumentTarget, wait: () => Promise<boolean>): Promise<Locator> {
  const found = candidates(page, target)
  let count = await found.count()
  while (count !== 1 && (await wait())) count = await found.count()
  if (count === 1) return found
  if (count > 1) throw new StepFailed(`there are ${count} of ${describeTarget(target)}: say which by "nth", or what it is "in"`)
  throw new StepFailed(`there is no ${describeTarget(target)}${await nearestTargets(page, target)}`)
}

/** What has the same role, the most similar names first. */
async function nearestTargets(page: Page, { role, name = '' }: FixtureDocumentTarget): Promise<string> {
  const lines = (await page.locator('body').ariaSnapshot()).split('\n')
  const names = lines.flatMap((line) => {
    const own = new RegExp(`^ *- '?${role} "((?:[^"\\\\]|\\\\.)*)"`).exec(line)?.[1]
    return own === undefined ? [] : [own]
  })
  const nearest = rankNames(name, [...new Set(names)]).slice(0, 3)
  return nearest.length === 0 ? `, and nothing else with the role ${role}` : `; nearest: ${nearest.map(quoted).join(', ')}`
}

interface Tools {
  /** Folder of the fixture. */
  folder: string
  timeoutMs: number
  wait: () => Promise<boolean>
  /** Lets the page's clock run. */
  pass: (ms: number) => Promise<void>
}

/** Does one step as a user does it. @throws StepFailed */
export async function performStep(page: Page, step: FixtureDocumentStep, { folder, timeoutMs, wait, pass }: Tools): Promise<void> {
  const timeout = { timeout: timeoutMs }
  const target = step.on ? await findTarget(page, step.on, wait) : undefined
  const needed = (): Locator => {
    if (!target) throw new StepFailed(`"${step.do}" needs "on"`)
    return target
  }
  try {
    switch (step.do) {
      case 'press':
        return await needed().click(timeout)
      case 'double-press':
        return await needed().dblclick(timeout)
      case 'point':
        return await needed().hover(timeout)
      case 'type':
        return await typeInto(page, needed(), step.text ?? '')
      case 'choose':
        await needed().selectOption(
          (step.options ?? []).map((label) => ({ label })),
          timeout,
        )
        return
      case 'check':
      case 'uncheck':
        return await needed().setChecked(step.do === 'check', timeout)
      case 'key':
        if (target) await target.focus(timeout)
        return await page.keyboard.press(step.key ?? 'Enter')
      case 'upload':
        return await upload(page, needed(), filesOf(step.files ?? [], folder), timeoutMs)
      case 'open':
        await page.goto(step.path ?? '/', { waitUntil: 'commit' })
        return
      case 'back':
        await page.goBack({ waitUntil: 'commit' })
        return
      case 'wait':
        return await pass(step.ms ?? 1000)
    }
  } catch (fault) {
    if (fault instanceof StepFailed) throw fault
    throw new StepFailed(reasonOf(fault as Error), { cause: fault })
  }
}

/** What Playwright says, without its log; of something that lies over the target, what that is. */
function reasonOf({ message }: Error): string {
  const plain = message.replaceAll(new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, 'g'), '')
  const over = /<[^>]+>[^\n]* intercepts pointer events/.exec(plain)?.[0]
  const state = /element is not (visible|enabled|stable|editable)/.exec(plain)?.[0]
  return over ? `something lies over it: ${over}` : (state ?? plain.split('\n')[0]!.replace(/^locator\.\w+: /, ''))
}

/** Replaces what is there, key by key; a long text at once, as from the clipboard. */
async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await field.focus()
  await page.keyboard.press('ControlOrMeta+a')
  if (text === '') return page.keyboard.press('Delete')
  return text.length > 400 ? page.keyboard.insertText(text) : page.keyboard.type(text)
}

function filesOf(names: readonly string[], folder: string): string[] {
  const paths = names.map((name) => join(folder, 'files', name))
  const missing = paths.find((path) => !existsSync(path))
  if (missing !== undefined) throw new StepFailed(`the file ${missing} is missing`)
  return paths
}

async function upload(page: Page, target: Locator, paths: string[], timeoutMs: number): Promise<void> {
  const isInput = await target.evaluate((element) => element instanceof HTMLInputElement && element.type === 'file')
  if (isInput) return target.setInputFiles(paths, { timeout: timeoutMs })
  const [chooser] = await Promise.all([page.waitForEvent('filechooser', { timeout: timeoutMs }), target.click({ timeout: timeoutMs })])
  return chooser.setFiles(paths)
}

/** The sentences of expectations that do not hold. */
export async function failedExpectations(
  page: Page,
  expectations: readonly FixtureDocumentExpectation[],
  wait: () => Promise<boolean>,
): Promise<string[]> {
  const failed: string[] = []
  for (const expectation of expectations) {
    let sentence = await failureOf(page, expectation)
    while (sentence !== undefined && (await wait())) sentence = await failureOf(page, expectation)
    if (sentence !== undefined) failed.push(sentence)
  }
  return failed
}

async function failureOf(page: Page, { on, is, value, text }: FixtureDocumentExpectation): Promise<string | undefined> {
  if (!on) {
    const isThere = await page
      .getByText(text ?? '')
      .filter({ visible: true })
      .first()
      .isVisible()
    return isThere ? undefined : `the text ${quoted(text ?? '')} is not on the page`
  }
  const found = candidates(page, on)
  const count = await found.count()
  const what = describeTarget(on)
  if (is?.includes('hidden')) return count === 0 ? undefined : `${what} is there`
  if (count === 0) return `there is no ${what}${await nearestTargets(page, on)}`
  if (count > 1) return `there are ${count} of ${what}`
  for (const state of is ?? []) if (!(await isIn(found, state))) return `${what} is not ${state}`
  if (value !== undefined) {
    const held = await found.inputValue().catch(() => found.innerText())
    if (held !== value) return `${what} holds ${quoted(held)} instead of ${quoted(value)}`
  }
  if (text !== undefined) {
    const shown = (await found.innerText()).replace(/\s+/g, ' ')
    if (!shown.includes(text)) return `${what} says ${quoted(shown.slice(0, 200))}, without ${quoted(text)}`
  }
  return undefined
}

async function isIn(found: Locator, state: string): Promise<boolean> {
  switch (state) {
    case 'enabled':
      return found.isEnabled()
    case 'disabled':
      return found.isDisabled()
    case 'checked':
      return found.isChecked()
    case 'unchecked':
      return !(await found.isChecked())
    case 'focused':
      return found.evaluate((element) => element.contains(document.activeElement))
    case 'invalid':
      return (await found.getAttribute('aria-invalid')) === 'true'
    case 'required':
      return found.evaluate((element) => element.getAttribute('aria-required') === 'true' || (element as HTMLInputElement).required)
    default:
      return found.isVisible()
  }
}
