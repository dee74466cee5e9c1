import { existsSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import type { Page } from 'playwright'
import { launchChromium, NoBrowser } from '#server/browser/launch-chromium.ts'
import { readConfig } from '#server/config.ts'
import { fillPage, panelConfig, servePanel } from '#server/plugins/panel-page.ts'
import { sendSecurityHeaders } from '#server/plugins/security-headers.ts'

export interface BrowserFinding {
  pointer: string
  reason: string
}

/** A browser that draws forms with the built panel's own code, under the headers that the server sends with it. */
export interface FormBrowser {
  /** Name and version. */
  name: string
  check: (written: { form: unknown; data?: unknown }, limitMs: number) => Promise<BrowserFinding[]>
  close: () => Promise<void>
}

export { NoBrowser }

/** @throws `NoBrowser` when there is no Chromium, no playwright, or no built panel. */
export async function openFormBrowser(root: string, env: NodeJS.ProcessEnv): Promise<FormBrowser> {
  const file = join(root, 'dist/app/check-forms.html')
  if (!existsSync(file)) throw new NoBrowser('the panel is not built yet: run "npm run build"')
  const config = {
    ...readConfig({ SECRET: 'nobody signs in where forms are only drawn', LOG_LEVEL: 'silent', DATA_DIR: tmpdir(), LOCALES: 'en,fa' }),
    root,
  }
  const app = fastify()
  await sendSecurityHeaders(app, config)
  await servePanel(app, config, (_, reply) => reply.code(404).send())
  app.get('/check-forms.html', (_, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .send(fillPage(readFileSync(file, 'utf8'), { ...panelConfig(config), default_locale: 'en', locales: ['en'] })),
  )
  const browser = await launchChromium(env, '--browser')
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  let page: Page | undefined
  const open = async (): Promise<Page> => {
    const fresh = await browser.newPage({ viewport: { width: 1366, height: 768 }, locale: 'en' })
    await fresh.goto(`${origin}/check-forms.html`)
    await fresh.waitForFunction(() => 'checkForm' in window)
    return (page = fresh)
  }
  return {
    name: `Chromium ${browser.version()}`,
    async check(written, limitMs) {
      const present = page ?? (await open())
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<BrowserFinding[]>((resolve) => {
        timer = setTimeout(() => resolve([{ pointer: '', reason: `more than ${limitMs / 1000} seconds` }]), limitMs)
      })
      const done = present.evaluate(
        (each) => (window as unknown as { checkForm: (one: unknown) => Promise<BrowserFinding[]> }).checkForm(each),
        written,
      )
      const findings = await Promise.race([done, late]).catch((fault: unknown) => [
        { pointer: '', reason: String((fault as Error).message).split('\n')[0]! },
      ])
      clearTimeout(timer)
      done.catch(() => undefined)
      // What did not end, or broke off, leaves nothing behind for the next.
      if (findings.length > 0) {
        page = undefined
        await present.close().catch(() => undefined)
      }
      return findings
    },
    async close() {
      await browser.close()
      await app.close()
    },
  }
}
