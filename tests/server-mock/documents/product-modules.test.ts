import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { parseModule } from '#schemas/check/parse-module.ts'
import { readContractSchemas } from '#schemas/cli/contract-bundle.ts'
import { locales } from '#schemas/rules/locales.ts'
import { buildRegistry } from '#server/documents/build-registry.ts'
import { expandGrid } from '#server/documents/expand-grid.ts'
import { expandForm } from '#server/documents/expand-form.ts'
import { expandLayout } from '#server/documents/expand-layout.ts'
import { expandRoutes } from '#server/documents/expand-routes.ts'
import { expandScreen } from '#server/documents/expand-screen.ts'
import { errorTable } from '#server/errors.ts'
import { readProductModules } from '#server/publishing/product-modules.ts'
import { administrator, developer, readerOf } from './sample-modules.ts'
import { isOffered, transitionsOf } from '#schemas/rules/lifecycle/lifecycle.ts'

const ajv = new Ajv({ strict: false, allErrors: true })
for (const [, schema] of readContractSchemas()) ajv.addSchema(schema)
const faults = (name: string, answer: unknown) =>
  ajv.validate(`/schemas/responses/${name}.json`, JSON.parse(JSON.stringify(answer)))
    ? []
    : (ajv.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)

const registry = buildRegistry([...readProductModules('modules').values()].map(parseModule), 1, undefined)
const readers = [administrator, developer, ...[...registry.grants.values()].map((granted) => readerOf(...granted))].flatMap((reader) =>
  ['fa', 'en'].map((locale) => ({ ...reader, locale })),
)
const pagination = { page: 1, page_size: 15, total: 0 }
const unlessDenied = <T>(make: () => T): T | undefined => {
  try {
    return make()
  } catch (fault) {
    if ((fault as { code?: string }).code === 'permission-denied') return undefined
    throw fault
  }
}

describe('what the product serves keeps the contract', () => {
  it.each([...registry.grids.keys()])('grid %s', (name) => {
    const answers = readers.map((reader) => unlessDenied(() => expandGrid(registry, reader, name))).filter((answer) => answer !== undefined)
    expect(answers.length).toBeGreaterThan(0)
    expect(answers.flatMap((answer) => faults('grid', { ...answer, pagination }))).toEqual([])
    const [first] = answers
    expect(first!.grid.columns).toHaveLength(registry.grids.get(name)!.document.columns.length)
    const { document } = registry.grids.get(name)!
    const entity = registry.entities.get(document.entity.slice(document.entity.indexOf('/') + 1))!.document
    const offered = transitionsOf(entity).filter(({ transition }) => isOffered(transition))
    const written = (document.row ?? []).map((item) => (item === 'transitions' ? offered.length : 1))
    expect(first!.grid.row).toHaveLength(written.reduce((sum, count) => sum + count, 0))
  })

  it.each([...registry.screens.keys()])('screen %s', (name) => {
    const answers = readers
      .map((reader) => unlessDenied(() => expandScreen(registry, reader, name)))
      .filter((answer) => answer !== undefined)
    expect(answers.length).toBeGreaterThan(0)
    expect(answers.flatMap((answer) => faults('screen', answer))).toEqual([])
  })

  it.each([...registry.modules].flatMap(([module, { forms }]) => Object.keys(forms).map((form) => [module, form])))(
    'form %s/%s',
    (module, form) => {
      expect(readers.flatMap((reader) => faults('form', expandForm(registry, reader, module, form)))).toEqual([])
    },
  )

  it('layout and routes', () => {
    expect(
      readers.flatMap((reader) => faults('layout', expandLayout(registry, reader, { name: 'Pishkhan', logo: null, copyright: null }))),
    ).toEqual([])
    expect(faults('routes', expandRoutes(registry))).toEqual([])
  })

  it('a second layout for a reader is the first one again', () => {
    const first = expandLayout(registry, administrator, { name: '', logo: null, copyright: null })
    expect(expandLayout(registry, administrator, { name: '', logo: null, copyright: null }).sidebar).toBe(first.sidebar)
  })
})

describe.each(['panel', 'settings'])('texts of %s', (module) => {
  const texts = Object.fromEntries(
    locales.map((locale) => [
      locale,
      JSON.parse(readFileSync(`modules/${module}/locales/${locale}.json`, 'utf8')) as Record<string, string>,
    ]),
  )
  const inserted = (text: string) => [...text.matchAll(/\{[a-z_A-Z]+\}/g)].map(([name]) => name).sort()

  it.each(locales)('%s has every key, with the same insertions', (locale) => {
    expect(Object.keys(texts[locale]!)).toEqual(Object.keys(texts.en!))
    expect(Object.keys(texts.en!).filter((key) => inserted(texts[locale]![key]!).join() !== inserted(texts.en![key]!).join())).toEqual([])
    expect(Object.values(texts[locale]!).filter((text) => text.trim() === '')).toEqual([])
  })
})

describe('texts of the server', () => {
  const panel = registry.modules.get('panel')!.locales

  it.each(locales)('%s has a sentence for every error', (locale) => {
    expect(
      Object.values(errorTable)
        .map(({ message }) => message)
        .filter((key) => !Object.hasOwn(panel[locale]!, key)),
    ).toEqual([])
  })

  it.each(['save', 'update', 'trash', 'restore', 'destroy', 'delete', 'activate', 'deactivate'])(
    '%s is confirmed, told and failed in words that name the type',
    (action) => {
      for (const part of ['confirm', 'full_confirm', 'success', 'error'])
        for (const locale of locales) expect(panel[locale]![`actions.${action}.${part}`]).toContain('{type}')
    },
  )

  it.each(['trash', 'restore', 'destroy', 'delete', 'activate', 'deactivate'])(
    '%s is asked, told and refused by the name of the record and its type',
    (action) => {
      for (const part of ['named_confirm', 'named_success', 'named_error'])
        for (const locale of locales) expect(panel[locale]![`actions.${action}.${part}`]).toMatch(/\{name\}.*\{type\}|\{type\}.*\{name\}/)
    },
  )

  it('says what the specification says', () => {
    expect(registry.message('panel', 'en', 'actions.save.error', { type: 'post' })).toBe('A problem occurred in saving the post')
    expect(registry.message('panel', 'en', 'actions.destroy.full_confirm', { type: 'post' })).toContain('permanently')
  })
})
