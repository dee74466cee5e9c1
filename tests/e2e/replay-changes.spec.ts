import { join } from 'node:path'
import { expect, test } from 'playwright/test'
import { faultsInAnswers } from './replay-changes/faults-in-answers.ts'
import { faultsInPanel } from './replay-changes/faults-in-panel.ts'
import { harmlessInAnswers } from './replay-changes/harmless-in-answers.ts'
import { harmlessInPanel } from './replay-changes/harmless-in-panel.ts'
import { copyProduct, copySession, newFolder, removeFolders, replay, type Session } from './replay-changes/replay-changed.ts'

const onPhone: Session = { fixture: 'content/fixtures/types-on-a-phone' }
const withDialog: Session = { fixture: 'divisions/fixtures/tabs-and-dialog' }

test.describe.configure({ mode: 'parallel', timeout: 600_000 })
test.afterAll(removeFolders)

test('each change of an answer that a user sees is found and named with its place, and none that nobody sees', async () => {
  const folder = newFolder()
  const faulty = Object.entries(faultsInAnswers).map(([name, { changes, ...session }]) =>
    copySession(
      session,
      join(folder, name),
      Object.values(changes).map(([change]) => change),
    ),
  )
  const reports = await replay([...faulty, copySession(onPhone, join(folder, 'harmless'), Object.values(harmlessInAnswers))])
  for (const [name, { changes }] of Object.entries(faultsInAnswers))
    for (const [what, [, told]] of Object.entries(changes)) expect.soft(reports.get(name)?.lines, what).toMatch(told)
  expect(reports.get('harmless')).toEqual({ reading: 'same', lines: '' })
})

for (const [name, { steps, changes }] of Object.entries(faultsInPanel))
  test(`each change of the panel that a user sees is found and named with its place: ${name}`, async () => {
    const panel = Object.values(changes).map(([change]) => change)
    const session = copySession({ ...withDialog, steps }, join(newFolder(), 'faulty'))
    const reports = await replay([session], copyProduct(newFolder(), panel))
    for (const [what, [, told]] of Object.entries(changes)) expect.soft(reports.get('faulty')?.lines, what).toMatch(told)
  })

test('no change of the panel that nobody sees is reported', async () => {
  const session = copySession(withDialog, join(newFolder(), 'harmless'))
  const reports = await replay([session], copyProduct(newFolder(), Object.values(harmlessInPanel)))
  expect(reports.get('harmless')).toEqual({ reading: 'same', lines: '' })
})

test('forty changes that are seen, and forty that are not, are tried', () => {
  const seen = [...Object.values(faultsInAnswers), ...Object.values(faultsInPanel)].flatMap(({ changes }) => Object.keys(changes))
  expect(new Set(seen).size).toBe(seen.length)
  expect(seen.length).toBeGreaterThanOrEqual(40)
  expect(Object.keys({ ...harmlessInAnswers, ...harmlessInPanel }).length).toBeGreaterThanOrEqual(40)
})
