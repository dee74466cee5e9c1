import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { defineConfig } from 'playwright/test'
import { shortVisitFlags } from '#server/browser/launch-chromium.ts'

const port = Number(process.env.E2E_PORT ?? 4690)
const root = resolve(import.meta.dirname, '../..')
/** Debian's, without what a browser that is never looked at does not need; elsewhere Playwright's own. */
const debian = '/usr/bin/chromium-headless-shell'

export default defineConfig({
  testDir: '.',
  outputDir: join(root, 'test-results/e2e'),
  timeout: 90_000,
  expect: { timeout: 20_000 }, // a busy machine is several times as slow as a quiet one
  workers: 2, // on two cores twice as fast as four, which wait for each other
  fullyParallel: false,
  retries: 2, // what passes at a later try is reported as flaky
  reporter: [['list'], ['json', { outputFile: join(root, 'test-results/e2e.json') }]],
  use: {
    contextOptions: { reducedMotion: 'reduce' }, // nothing waits for a drawer to slide in
    reuseContext: true, // a page emptied for the next test opens the panel in a third of a new one's time
    baseURL: `http://127.0.0.1:${port}`,
    actionTimeout: 20_000,
    viewport: { width: 1366, height: 768 },
    trace: 'on-first-retry', // a trace pictures every step
    launchOptions: {
      executablePath: existsSync(debian) ? debian : undefined,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        ...shortVisitFlags,
      ],
    },
  },
  webServer: {
    command: 'node dist/server/server.js',
    cwd: root,
    url: `http://127.0.0.1:${port}/ready`,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    env: { PORT: String(port), DATA_DIR: join(tmpdir(), `pishkhan-e2e-${process.ppid}`), LOG_LEVEL: 'warn', NODE_ENV: 'production' },
  },
})
