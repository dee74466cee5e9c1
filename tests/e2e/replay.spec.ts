import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import type { Page } from 'playwright/test'
import { PNG } from 'pngjs'
import { observeSteps } from '#schemas/fixtures/observe-steps.ts'
import type { FixtureDocument, FixtureDocumentTarget } from '#schemas/types/contract.d.ts'
import { findTarget } from '#server/replay/perform-step.ts'
import { demoPassword, expect, test } from './panel.ts'

const root = resolve(import.meta.dirname, '../..')

interface Recorder {
  recordSession: (options: Record<string, unknown> & { drive: (page: Page) => Promise<void> }) => Promise<{ masked: object[] }>
}

interface Ended {
  code: number
  out: string
}

const replay = (...args: string[]): Promise<Ended> =>
  new Promise((done) => {
    execFile(
      'node',
      [join(root, 'schemas/cli/pishkhan.mjs'), 'replay', ...args],
      { cwd: root, maxBuffer: 50_000_000 },
      (fault, stdout, stderr) => done({ code: fault ? Number(fault.code) : 0, out: stdout + stderr }),
    )
  })

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'pishkhan-replay-'))

/** A copy of a fixture in which a text of one of its files is another one. */
function changedCopy(name: string, file: string, change: (text: string) => string, folder = newFolder()): string {
  cpSync(join(root, name), folder, { recursive: true })
  const path = join(folder, file)
  const text = readFileSync(path, 'utf8')
  const changed = change(text)
  expect(changed).not.toBe(text)
  writeFileSync(path, changed)
  return folder
}

const order = 'modules/arena/fixtures/find-an-order'
const dialog = 'modules/divisions/fixtures/tabs-and-dialog'

test('sessions of the modules give a user what they gave him when they were recorded', async () => {
  test.setTimeout(900_000) // as many as there are, on a busy machine
  const { code, out } = await replay('modules')
  expect(out).toMatch(/\d+ as recorded$/m)
  expect(code).toBe(0)
})

test('fixtures of one document draw it with its data, and say what does not hold', async () => {
  test.setTimeout(120_000)
  expect(await replay('tests/fixtures/screens')).toMatchObject({ code: 0 })
  const folder = changedCopy('tests/fixtures/screens/form-of-a-book', 'fixture.json', (text) =>
    text.replace('"copies": 3', '"copies": 4').replace('"title": "Title"', '"title": "Name"'),
  )
  const { code, out } = await replay(folder)
  expect(code).toBe(1)
  expect(out).toContain('there is no textbox "Title"; nearest: "Name"')
  expect(out).toContain('textbox "Copies" holds "4" instead of "3"')
})

test('a column that is gone, a call that sends something else and a focus that is lost are told with their places', async () => {
  test.setTimeout(120_000)
  const reports = mkdtempSync(join(tmpdir(), 'pishkhan-reports-'))
  const files = { html: join(reports, 'r.html'), junit: join(reports, 'r.xml'), sarif: join(reports, 'r.sarif') }
  const gone = changedCopy(order, 'states/00.txt', (text) =>
    text
      .replace('columnheader "Arrived at"', 'columnheader "Came at"')
      .replace(/^focus:.*$/m, 'focus: searchbox "Search"')
      .replace('"sort":"created_at"', '"sort":"loaded_at"'),
  )
  const { code, out } = await replay(gone, ...Object.entries(files).flatMap(([format, file]) => [`--${format}`, file]))
  expect(code).toBe(1)
  expect(out).toContain('- - columnheader "Came at"')
  expect(out).toContain('+ - columnheader "Arrived at"')
  expect(out).toMatch(/focus\n\s+- searchbox "Search"/)
  expect(out).toMatch(/calls\n\s+- GET grid .*loaded_at/)
  expect(readFileSync(files.html, 'utf8')).toContain('<del>- columnheader &quot;Came at&quot;:</del>')
  expect(readFileSync(files.junit, 'utf8')).toMatch(/<testsuite name="[^"]+" tests="10" failures="1"/)
  const sarif = JSON.parse(readFileSync(files.sarif, 'utf8')) as { runs: { results: { ruleId: string; locations: unknown[] }[] }[] }
  expect(sarif.runs[0]!.results.map(({ ruleId }) => ruleId)).toContain('user-sees-otherwise')
  expect(JSON.stringify(sarif.runs[0]!.results[0]!.locations)).toContain('states/00.txt')
})

test('a step whose target is not there, or there twice, names what is nearest', async () => {
  test.setTimeout(120_000)
  const both = newFolder()
  const change = (name: string, from: string, to: string) =>
    changedCopy(dialog, 'fixture.json', (text) => text.replace(from, to), join(both, name))
  change('missing', '"Add division"', '"Add divisions"')
  change('twice', '"name": "Add division"', '"name": "Edit"')
  const { code, out } = await replay(both)
  expect(code).toBe(1)
  expect(out).toContain('there is no button "Add divisions"; nearest: "Add division"')
  expect(out).toContain('more steps were not reached')
  expect(out).toMatch(/there are \d+ of button "Edit": say which by "nth"/)
})

test('an update takes over what is different, once it is allowed to', async () => {
  test.setTimeout(120_000)
  const folder = changedCopy('modules/content/fixtures/types-on-a-phone', 'states/00.txt', (text) =>
    text.replace(/^title:.*$/m, 'title: other'),
  )
  const asked = await replay(folder, '--update')
  expect(asked.code).toBe(1)
  expect(asked.out).toContain('nobody can be asked here: --yes takes everything over')
  expect(await replay(folder, '--update', '--yes')).toMatchObject({ code: 0 })
  expect(readFileSync(join(folder, 'states/00.txt'), 'utf8')).not.toContain('title: other')
})

test('pictures are compared where a fixture keeps them, and the report outlines what is different', async () => {
  test.setTimeout(180_000)
  const folder = changedCopy('modules/auth/fixtures/wrong-password', 'fixture.json', (text) => text.replace('{', '{ "pictures": true,'))
  const missing = await replay(folder)
  expect(missing.code).toBe(1)
  expect(missing.out).toMatch(/picture\n\s+[+] a picture, of which none is recorded/)
  expect(await replay(folder, '--update', '--yes')).toMatchObject({ code: 0 })
  expect(await replay(folder)).toMatchObject({ code: 0 })
  const file = join(folder, 'pictures/00.png')
  const recorded = PNG.sync.read(readFileSync(file))
  for (let y = 40; y < 60; y++) recorded.data.fill(0, (y * recorded.width + 40) * 4, (y * recorded.width + 70) * 4)
  writeFileSync(file, PNG.sync.write(recorded))
  const html = join(folder, 'report.html')
  const other = await replay(folder, '--html', html)
  expect(other.code).toBe(1)
  expect(other.out).toContain('30×20 at 40,40')
  expect(readFileSync(html, 'utf8').match(/<rect x="36" y="36" width="38" height="28"/g)).toHaveLength(2)
})

test('a fixture that cannot be read, and a call that was not recorded, are told', async () => {
  test.setTimeout(120_000)
  const broken = await replay(changedCopy(dialog, 'answers.json', (text) => text.slice(0, 500)))
  expect(broken.code).toBe(1)
  expect(broken.out).toContain('answers.json:1:1 this is not JSON, or only half a file')
  const other = await replay(changedCopy(dialog, 'answers.json', (text) => text.replaceAll('"page_size": "15"', '"page_size": "20"')))
  expect(other.out).toMatch(
    /no answer was recorded for GET divisions-grid .*; the most similar call in the recording is GET divisions-grid/,
  )
  expect(await replay(tmpdir() + '/there-is-none')).toMatchObject({ code: 2 })
})

test('with other documents it says what a user would see differently, and the places in them that do it', async () => {
  test.setTimeout(120_000)
  const module = changedCopy('modules/divisions', 'locales/en.json', (text) => text.replace('"Add division"', '"New division"'))
  const { code, out } = await replay(dialog, '--documents', module)
  expect(code).toBe(1)
  expect(out).toContain(
    '- - button "Add division"\n        + - button "New division"\n          by grid divisions/division/list /grid/toolbar/0/title',
  )
  expect(out).toContain('there is no button "Add division"; nearest: "New division"')
  expect(await replay('modules/auth/fixtures', '--documents', module)).toMatchObject({ code: 0 })
})

test('what somebody does becomes a fixture that replays, without what he should not have typed', async ({ baseURL }) => {
  test.setTimeout(240_000)
  const folder = join(mkdtempSync(join(tmpdir(), 'pishkhan-record-')), 'session')
  const picture = PNG.sync.write(new PNG({ width: 40, height: 30 }))
  const { recordSession } = (await import(join(root, 'dist/server/replay.js'))) as Recorder
  const { masked } = await recordSession({
    root,
    env: process.env,
    server: baseURL!,
    folder,
    title: 'A link is begun',
    opens: '/grid/forwarder/link/list',
    environment: { locale: 'en' },
    account: { username: 'administrator', password: demoPassword },
    drive: async (page) => {
      await page.getByRole('button', { name: 'Add link' }).click()
      await page.getByRole('textbox', { name: 'Title' }).pressSequentially('Spring')
      await page.getByRole('textbox', { name: 'Target address' }).fill('https://example.com/?card=4111111111111111')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Discard changes' }).click()
      await page.goto('about:blank') // as going back from the first page does; it is no step
      await page.goto('http://panel.localhost/profile/edit')
      await page.getByRole('button', { name: 'Picture' }).setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture })
      await expect(page.getByRole('button', { name: 'Show “me.png”' })).toBeVisible()
    },
  })
  expect(masked).toContainEqual({ at: 'Target address', why: 'card' })
  const { steps } = JSON.parse(readFileSync(join(folder, 'fixture.json'), 'utf8')) as { steps: object[] }
  expect(steps).toMatchObject([
    { do: 'press', on: { role: 'button', name: 'Add link' } },
    { do: 'type', on: { role: 'textbox', name: 'Title' }, text: 'Spring' },
    { do: 'type', on: { role: 'textbox', name: 'Target address' } },
    { do: 'key', key: 'Escape' },
    { do: 'press', on: { role: 'button', name: 'Discard changes' } },
    { do: 'open', path: '/profile/edit' },
    { do: 'upload', on: { role: 'button', name: 'Picture' }, files: ['me.png'] },
  ])
  expect(readFileSync(join(folder, 'files/me.png'))).toEqual(picture)
  expect(readFileSync(join(folder, 'answers.json'), 'utf8')).toContain('"title": "Mobile"')
  expect(JSON.stringify(steps)).not.toContain('4111111111111111')
  const first = await replay(folder, '--update', '--yes')
  expect(first.out).toContain('written')
  expect(await replay(folder)).toMatchObject({ code: 0 })
})

test('controls are named as the browser names them', async ({ page }) => {
  await page.setContent(`
    <label>Rows <select><option>15</option><option selected>30</option></select> each page</label>
    <label>Say <input value="5"> twice</label>
    <label><input type="checkbox"> Send after <input type="number" value="3"> days</label>
    <label>Note <textarea>hello</textarea></label>
    <label>Picture <input type="file"></label>
    <span id="unit">In <select><option>days</option></select></span><input aria-labelledby="unit">
    <button>Move to <select><option>Archive</option></select></button>`)
  const named = await page.evaluate(`[...document.querySelectorAll('label > :first-child, [aria-labelledby], button')].map((element) => {
    const observer = (${observeSteps.toString()})(() => undefined)
    observer.stop()
    return observer.describe(element)
  })`)
  const controls = await page.locator('label > :first-child, [aria-labelledby], button').all()
  const lines = await Promise.all(controls.map((control) => control.ariaSnapshot()))
  expect(named).toEqual(lines.map((line) => /^- (?<role>[a-z]+) "(?<name>[^"]+)"/.exec(line)!.groups))
})

test('what opens a part is recorded as a button, and found as one', async ({ page }) => {
  await page.setContent(`
    <button>More</button>
    <details><summary><svg aria-hidden="true" width="9" height="9"></svg> Further\n <b>fields (2)</b></summary>first</details>
    <details><summary>More</summary>second</details>
    <details style="display: none"><summary>More</summary>third</details>`)
  const targets = await page.evaluate<FixtureDocumentTarget[]>(`[...document.querySelectorAll('summary')].slice(0, 2).map((element) => {
    const observer = (${observeSteps.toString()})(() => undefined)
    observer.stop()
    return observer.describe(element)
  })`)
  expect(targets).toEqual([
    { role: 'button', name: 'Further fields (2)' },
    { role: 'button', name: 'More', nth: 2 },
  ])
  for (const target of targets) await (await findTarget(page, target, async () => false)).click()
  await expect(page.getByText('first')).toBeVisible()
  await expect(page.getByText('second')).toBeVisible()
})

test.describe('a developer', () => {
  test.use({ role: 'developer', panelLocale: 'en' })

  test('records in the developer tools, over a page that is loaded anew, and expects what he points at', async ({ page }) => {
    test.setTimeout(120_000)
    await page.goto('/developer-tools/record')
    await page.getByRole('textbox', { name: 'What is tried' }).fill('Divisions by kind')
    await page.getByRole('textbox', { name: 'First page' }).fill('divisions')
    await page.getByRole('button', { name: 'Start recording' }).click()
    await expect(page.getByText('This is a path of the panel, such as /settings')).toBeVisible()
    await page.getByRole('textbox', { name: 'First page' }).fill('/divisions')
    await page.getByRole('button', { name: 'Start recording' }).click()
    const recorder = page.getByRole('region', { name: 'Recording' })
    await expect(recorder).toContainText('Whatever you do now becomes a step.')
    await page.getByRole('tab', { name: /^Countries/ }).click()
    await recorder.getByRole('button', { name: 'Expect this' }).click()
    await page.getByRole('heading', { level: 1, name: 'Divisions' }).click()
    await expect(recorder).toContainText('1 expected')
    await recorder.getByRole('textbox', { name: /^Name of the step: press tab/ }).fill('only countries')
    await page.reload()
    await expect(recorder.getByRole('listitem')).toHaveCount(2)
    const [download] = await Promise.all([page.waitForEvent('download'), recorder.getByRole('button', { name: 'Stop and save' }).click()])
    expect(download.suggestedFilename()).toBe('divisions-by-kind.zip')
    await expect(recorder).toBeHidden()
    const files = unzipSync(new Uint8Array(readFileSync(await download.path())))
    const fixture = JSON.parse(strFromU8(files['fixture.json']!)) as FixtureDocument
    expect(fixture).toMatchObject({ opens: '/divisions', environment: { locale: 'en', user: { roles: ['developer'] } } })
    expect(fixture.steps).toMatchObject([
      { do: 'press', name: 'only countries', on: { role: 'tab' }, expect: [{ on: { role: 'heading', name: 'Divisions' } }] },
      { do: 'open' },
    ])
    expect(strFromU8(files['answers.json']!)).not.toMatch(/eyJ[\w-]{5,}\./)
    const folder = mkdtempSync(join(tmpdir(), 'pishkhan-tools-'))
    for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes)
    expect((await replay(folder, '--update', '--yes')).out).toContain('written')
    expect(await replay(folder)).toMatchObject({ code: 0 })
  })
})

test('nothing secret is in the recordings of the modules', () => {
  const files = readdirSync(join(root, 'modules'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    /fixtures.*[.](json|txt)$/.test(file),
  )
  expect(files.length).toBeGreaterThan(20)
  for (const file of files) {
    const text = readFileSync(join(root, 'modules', file), 'utf8')
    expect(text, file).not.toMatch(/eyJ[\w-]{5,}\.[\w-]+\.|pishkhan-demo/)
  }
})
