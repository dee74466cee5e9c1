import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { callServer } from '#schemas/cli/client.ts'
import { madeWith, writeAnswers, writeFixture, writeUploads } from '#schemas/cli/fixture-folders.ts'
import { readProductModules } from '#schemas/cli/module-folder.ts'
import type { SessionOptions } from '#schemas/cli/replay/load-replayer.ts'
import type { Masked } from '#schemas/fixtures/mask-secrets.ts'
import { observeSteps, type ObservedStep } from '#schemas/fixtures/observe-steps.ts'
import { privateFields } from '#schemas/fixtures/private-fields.ts'
import { createRecording } from '#schemas/fixtures/recording.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import type { FixtureDocumentUser } from '#schemas/types/contract.d.ts'
import { launchChromium, NoBrowser } from '#server/browser/launch-chromium.ts'
import { openEdge, sessionHeader } from './edge.ts'
import { answerLive } from './live.ts'
import { describeStep } from './perform-step.ts'

interface RecordOptions extends SessionOptions {
  /** Does the steps in the place of a person; then nothing is shown on the screen. */
  drive?: (page: Page) => Promise<void>
}

interface SignedIn {
  token: string
  user: { id: number; username: string; name_full: string }
}

/**
 * Opens the built panel in a window, with a server behind it, and writes what somebody does until the window is closed as a fixture.
 * @throws NoBrowser when there is no browser or no built panel, ServerRefusal when the server or the account cannot be used
 */
export async function recordSession(options: RecordOptions): Promise<{ steps: number; masked: Masked[] }> {
  const { root, server, folder, opens, environment, drive } = options
  if (!existsSync(join(root, 'dist/app/index.html'))) throw new NoBrowser('the panel is not built yet: run "npm run build"')
  await callServer(server, 'GET', 'publication')
  const signedIn = options.account && (await callServer<SignedIn>(server, 'POST', 'login', { ...options.account }))
  const edge = await openEdge(root)
  const browser = await launchChromium(options.env, 'record', { isVisible: !drive, flags: edge.browserFlags }).catch(
    async (fault: unknown) => {
      await edge.stop()
      throw fault
    },
  )
  const startedAt = new Date()
  const uploads = new Map<string, Buffer>()
  const recording = createRecording((answers) =>
    privateFields([...Object.values(readProductModules()), ...answers.map(({ body }) => body)]),
  )
  try {
    const { viewport = { width: 1366, height: 768 }, locale, timezone = 'Asia/Tehran', scheme = 'light' } = environment
    const context = await browser.newContext({
      viewport,
      locale,
      timezoneId: timezone,
      colorScheme: scheme,
      serviceWorkers: 'block',
      extraHTTPHeaders: { [sessionHeader]: 'record' },
    })
    edge.open(
      'record',
      answerLive(
        server,
        () => recording.steps.length,
        ({ step: _, ...answer }) => recording.answered(answer),
      ),
    )
    const auth = signedIn ? { token: signedIn.token, user: signedIn.user, locale, timezone } : {}
    const state = JSON.stringify({ state: { auth, settings: { sidebarCollapsed: null, scheme, locale } }, stored_at: startedAt.getTime() })
    await context.addInitScript((text) => {
      if (localStorage.getItem('pishkhan') === null) localStorage.setItem('pishkhan', text)
    }, state)
    await context.exposeBinding('pishkhanStep', (_, observed: ObservedStep) => {
      recording.observe(observed)
      const last = recording.steps.at(-1)
      if (last && !observed.isContinued)
        options.onStep?.(`${recording.steps.length} ${describeStep(observed.isPassword ? { ...last, text: '•••' } : last)}`)
    })
    await context.exposeBinding('pishkhanFile', (_, name: string, content: string) => uploads.set(name, Buffer.from(content, 'base64')))
    // The observer is text for the browser: it needs nothing around it.
    await context.addInitScript(`(${observeSteps.toString()})(${tellStep.toString()})`)
    const page = await context.newPage()
    await page.goto(edge.origin + opens, { waitUntil: 'load' })
    // A page that is loaded anew, by its address or by F5, is opened in the replay too.
    page.on('domcontentloaded', () => {
      // An empty page, which is before the first one, is none of the panel.
      if (page.url().startsWith(`${edge.origin}/`)) recording.add({ do: 'open', path: pathOf(page.url()) })
    })
    if (drive) await drive(page)
    else await page.waitForEvent('close', { timeout: 0 })
  } finally {
    await browser.close()
    await edge.stop()
  }
  const user: FixtureDocumentUser | undefined = signedIn && {
    ...userOf(signedIn.token),
    id: signedIn.user.id,
    username: signedIn.user.username,
    name_full: signedIn.user.name_full,
  }
  const { fixture, answers, masked } = recording.finish({
    title: options.title,
    environment: { clock: `${startedAt.toISOString().slice(0, 19)}Z`, ...environment, ...(user && { user }) },
    opens,
  })
  writeFixture(folder, { ...fixture, made: { by: 'record', ...madeWith(answers) } })
  writeAnswers(folder, answers)
  writeUploads(folder, uploads)
  return { steps: fixture.steps?.length ?? 0, masked }
}

interface Listener {
  pishkhanStep: (observed: ObservedStep) => void
  pishkhanFile: (name: string, content: string) => void
}

/** Runs in the page: hands a step to this process, and what its files hold. */
function tellStep({ files = [], ...observed }: ObservedStep): void {
  const { pishkhanStep, pishkhanFile } = window as unknown as Listener
  pishkhanStep(observed)
  for (const file of files) {
    const reader = new FileReader()
    reader.onload = () => pishkhanFile(file.name, String(reader.result).replace(/^[^,]*,/, ''))
    reader.readAsDataURL(file)
  }
}

const pathOf = (address: string): string => {
  const { pathname, search } = new URL(address)
  return pathname + search
}

/** What a token says of its user. */
function userOf(token: string): Pick<FixtureDocumentUser, 'roles' | 'is_admin' | 'is_developer'> {
  const payload: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8') || '{}')
  const { roles, is_admin, is_developer } = isRecord(payload) ? payload : {}
  return {
    roles: Array.isArray(roles) ? roles.map(String) : [],
    ...(is_admin === true && { is_admin: true }),
    ...(is_developer === true && { is_developer: true }),
  }
}
