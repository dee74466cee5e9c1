import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { contractValidators } from './schemas/cli/validators-plugin.ts'

const serverParts: Record<string, string> = {
  server: 'server-mock/server.ts', pishkhan: 'schemas/cli/pishkhan.ts', 'database-commands': 'server-mock/cli/database-commands.ts', 'make-demo': 'server-mock/cli/make-demo.ts',
  'check-forms': 'app/check-forms/worker.ts', 'form-browser': 'server-mock/cli/form-browser.ts',
}
/** The panel, and the page in which the command line draws forms. */
const pages: Record<string, string> = { index: 'app/index.html', 'check-forms': 'app/check-forms.html' }

/** The panel goes to dist/app; `vite build --ssr` puts the server and the command line into dist/server. */
export default defineConfig(({ isSsrBuild }) => ({
  root: isSsrBuild ? '.' : 'app',
  plugins: [react(), contractValidators()],
  resolve: { conditions: isSsrBuild ? ['node'] : undefined },
  build: isSsrBuild
    ? { outDir: 'dist/server', emptyOutDir: true, target: 'node20', rollupOptions: { input: serverParts } }
    : { outDir: '../dist/app', emptyOutDir: true, target: 'es2022', manifest: true, modulePreload: { polyfill: false }, assetsInlineLimit: 0, rollupOptions: { input: pages } },
  test: {
    root: '.',
    include: ['tests/**/*.test.{ts,tsx}'],
    exclude: ['tests/e2e/**'],
    environment: 'node',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: 'forks',
    maxWorkers: 2,
  },
}))
