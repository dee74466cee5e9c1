import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { filesOfParts } from './app/files-of-parts.ts'
import { contractValidators } from './schemas/cli/validators-plugin.ts'

const serverParts: Record<string, string> = {
  server: 'server-mock/server.ts',
  pishkhan: 'schemas/cli/pishkhan.ts',
  'database-commands': 'server-mock/cli/database-commands.ts',
  'make-demo': 'server-mock/cli/make-demo.ts',
  worker: 'server-mock/workers/worker.ts',
  'check-forms': 'app/check-forms/worker.ts',
  'form-browser': 'server-mock/cli/form-browser.ts',
  replay: 'server-mock/replay/replay.ts',
  mock: 'server-mock/mock/mock.ts',
  gallery: 'server-mock/gallery/gallery.ts',
  gate: 'server-mock/gate/gate.ts',
}
/** The panel, and the page in which the command line draws forms. */
const pages: Record<string, string> = { index: 'app/index.html', 'check-forms': 'app/check-forms.html' }

/** Lays each text of the panel beside itself as small as it goes, so that the server compresses none while it answers. */
function compressedTexts(): Plugin {
  return {
    name: 'compressed-texts',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    writeBundle: ({ dir = '' }) => {
      for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((file) => /[.](js|css|svg|json)$/.test(file))) {
        const text = readFileSync(join(dir, name))
        if (text.length < 1024) continue
        writeFileSync(join(dir, `${name}.br`), brotliCompressSync(text))
        writeFileSync(join(dir, `${name}.gz`), gzipSync(text, { level: 9 }))
      }
    },
  }
}

/** Tests that put another module in the place of one of the product's, or need modules that nobody has loaded yet. */
const ownModules = ['tests/server-mock/panel/list-statements.test.ts', 'tests/renderer/form/schema/plain-schema.test.ts']

/** Tests of the panel that need a page, or change what other tests would find changed. */
const changesSurroundings = /@vitest-environment|vi\.(?:mock|doMock|hoisted|stubGlobal|resetModules)|globalThis|localStorage|window\./
const alonePanelTests = ['app', 'renderer', 'widgets']
  .flatMap((folder) => readdirSync(join('tests', folder), { recursive: true, encoding: 'utf8' }).map((name) => join('tests', folder, name)))
  .filter((file) => /[.]test[.]tsx?$/.test(file) && changesSurroundings.test(readFileSync(file, 'utf8')))

/** The panel goes to dist/app; `vite build --ssr` puts the server and the command line into dist/server. */
export default defineConfig(({ isSsrBuild }) => ({
  root: isSsrBuild ? '.' : 'app',
  plugins: [react(), contractValidators(), compressedTexts()],
  resolve: { conditions: isSsrBuild ? ['node'] : undefined },
  build: isSsrBuild
    ? { outDir: 'dist/server', emptyOutDir: true, target: 'node20', rollupOptions: { input: serverParts } }
    : {
        outDir: '../dist/app',
        emptyOutDir: true,
        target: 'es2022',
        manifest: true,
        modulePreload: { polyfill: false },
        assetsInlineLimit: 0,
        chunkSizeWarningLimit: 700,
        rolldownOptions: { input: pages, output: { codeSplitting: { groups: filesOfParts() } } },
      },
  test: {
    root: '.',
    environment: 'node',
    // Pure functions keep nothing between two tests, and each server has a database of its own: their modules are read once for all
    // files of a process, which spares two fifths of the processor's time. What replaces a module, or the browser, is isolated.
    projects: [
      { extends: true, test: { name: 'contract', include: ['tests/{schemas,contracts}/**/*.test.ts'], isolate: false } },
      { extends: true, test: { name: 'server', include: ['tests/server-mock/**/*.test.ts'], exclude: ownModules, isolate: false } },
      {
        extends: true,
        test: {
          name: 'panel',
          include: ['tests/{app,renderer,widgets}/**/*.test.{ts,tsx}'],
          exclude: [...ownModules, ...alonePanelTests],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'alone', include: [...alonePanelTests, ...ownModules] } },
    ],
    globalSetup: 'tests/helpers/dumps-folder.ts',
    testTimeout: 60_000,
    hookTimeout: 180_000,
    pool: 'forks',
    maxWorkers: 2,
  },
}))
