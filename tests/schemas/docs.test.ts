import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkModule } from '#schemas/check/check-module.ts'
import { parseModule } from '#schemas/check/parse-module.ts'
import { offlineContext, readModuleFolder } from '#schemas/cli/module-folder.ts'
import { shopDocuments, shopForms } from '#tests/server-mock/operations/shop-documents.ts'
import { repair } from '#tests/server-mock/model/lifecycles/repair.ts'
import persons from '../../modules/persons/endpoints.json' with { type: 'json' }
import { commands } from '#schemas/cli/commands/index.ts'
import { referencePage } from '#schemas/cli/reference-page.ts'
import { reservedFilterKeys } from '#schemas/check/screen/check-grid.ts'
import { validateData } from '#schemas/rules/validation/validate-rules.ts'
import { ruleNames } from '#schemas/rules/validation/rule-string.ts'

const page = readFileSync('docs/writing-a-module.md', 'utf8')
const library = 'tests/fixtures/library'

describe('docs/writing-a-module.md', () => {
  const blocks = [...page.matchAll(/^`((?!club\/)[a-z-]+(?:\/[a-z-]+)?\.json)`\n\n```json\n([^]*?)\n```/gm)]
  it('teaches the example module, file by file', () => {
    expect(blocks.map(([, file]) => file)).toHaveLength(10)
    for (const [, file, text] of blocks) expect([file, `${text}\n`]).toEqual([file, readFileSync(join(library, file!), 'utf8')])
  })
  it('names commands and options that exist', () => {
    for (const [, line] of page.matchAll(/^npm run pishkhan -- (.*)$/gm)) {
      const command = commands[line!.split(' ')[0]!]
      expect([line, command?.name]).toEqual([line, line!.split(' ')[0]])
      for (const [, option] of line!.matchAll(/--([a-z-]+)/g)) expect(Object.keys(command!.options)).toContain(option)
    }
  })
  it('teaches widgets of the dashboard that can be published', () => {
    const [, text] = /^### Widgets of the dashboard\n[^]*?```json\n([^]*?)\n```/m.exec(page)!
    const files = readModuleFolder(library)
    const whole = { ...(JSON.parse(files['module.json']!) as object), ...(JSON.parse(text!) as object) }
    const problems = checkModule({ ...files, 'module.json': JSON.stringify(whole) }, { ...offlineContext(), locales: ['en', 'fa'] })
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
  })
  it('teaches a notification that can be published', () => {
    const [, text] = /^### Notifications\n[^]*?```json\n([^]*?)\n```/m.exec(page)!
    const files = { ...readModuleFolder(library), 'notifications/book-lent.json': text! }
    expect(
      checkModule(files, { ...offlineContext(), locales: ['en', 'fa'] }).filter(({ file }) => file.startsWith('notifications/')),
    ).toEqual([])
    const faulty = text!.replace('"status"]', '"state"]').replace('library-book-edit', 'library-book-open').replace('created_by', 'title')
    const problems = checkModule({ ...files, 'notifications/book-lent.json': faulty }, { ...offlineContext(), locales: ['en', 'fa'] })
    expect(problems.map(({ pointer }) => pointer).sort()).toEqual(['/link/name', '/on/changed/0', '/to/0'])
  })
  it('teaches channels that can be published, and names those that there are', () => {
    const [, text] = /^By `channels` it reaches[^]*?```json\n([^]*?)\n```/m.exec(page)!
    const problemsOf = (document: string, entity = (book: string) => book) => {
      const files = readModuleFolder(library)
      return checkModule(
        { ...files, 'entities/book.json': entity(files['entities/book.json']!), 'notifications/book-lent-to-you.json': document },
        { ...offlineContext(), locales: ['en', 'fa'] },
      ).filter(({ file }) => file.startsWith('notifications/'))
    }
    expect(problemsOf(text!)).toEqual([])
    expect(problemsOf(text!.replace('"mail"', '"pigeon"'))).toMatchObject([
      { severity: 'error', pointer: '/channels/1', allowed: ['database', 'browser', 'mail', 'sms', 'pattern-sms'] },
    ])
    const isPrivate = (book: string) => book.replace('"title": { "type": "string"', '"title": { "private": true, "type": "string"')
    expect(problemsOf(text!, isPrivate)).toMatchObject([
      { severity: 'warning', pointer: '/title', message: expect.stringContaining('personal data') },
    ])
  })
  it('teaches reminders and thresholds that can be published', () => {
    const [, text] = /^Two occasions wait for a value[^]*?```json\n([^]*?)\n```/m.exec(page)!
    const problemsOf = (list: string) =>
      (JSON.parse(list) as { name: string }[]).flatMap((notification) =>
        checkModule(
          { ...readModuleFolder(library), [`notifications/${notification.name}.json`]: JSON.stringify(notification) },
          { ...offlineContext(), locales: ['en', 'fa'] },
        ).filter(({ severity, file }) => severity === 'error' && file.startsWith('notifications/')),
      )
    expect(problemsOf(text!)).toEqual([])
    expect(problemsOf(text!.replace('"published_at"', '"title"').replace('"price"', '"title"')).map(({ pointer }) => pointer)).toEqual([
      '/on/before/field',
      '/on/reaches/field',
    ])
  })
  it('teaches calls of one line that can be published', () => {
    const [, text] = /^### Calls of one line\n[^]*?```json\n([^]*?)\n```/m.exec(page)!
    const files = Object.entries(shopDocuments(JSON.parse(text!) as object[], shopForms)).map(([file, document]) => [
      file,
      JSON.stringify(document),
    ])
    const problems = checkModule(Object.fromEntries(files) as Record<string, string>, { ...offlineContext(), locales: ['en', 'fa'] })
    expect(problems.filter(({ severity, file }) => severity === 'error' && file === 'endpoints.json')).toEqual([])
  })
  it('teaches a slug that can be published', () => {
    const [, text] = /^### Slugs\n[^]*?```json\n([^]*?)\n```/m.exec(page)!
    const texts = { article: 'Article', 'entities.article.author': 'Author', 'entities.article.slug': 'Slug' }
    const files = { ...readModuleFolder(library), 'entities/article.json': text!, 'locales/en.json': JSON.stringify(texts) }
    const problems = checkModule(files, { ...offlineContext(), locales: ['en'] })
    expect(problems.filter(({ file }) => file === 'entities/article.json')).toEqual([])
  })
  it('teaches computed fields and checks that can be published', () => {
    const [, part] = /^### Computed fields and checks\n([^]*?)^### /m.exec(page)!
    const entities = [...part!.matchAll(/```json\n([^]*?)\n```/g)].map(([, text]) => JSON.parse(text!) as { name: string; schema: object })
    const files = Object.fromEntries(entities.map((entity) => [`entities/${entity.name}.json`, JSON.stringify(entity)]))
    const labels = entities.flatMap(({ name, schema }) =>
      Object.keys((schema as { properties: object }).properties).map((field) => [`entities.${name}.${field}`, field]),
    )
    const texts = { sale: 'Sale', sale_line: 'Line', shipping_too_dear: 'Too dear', ...(Object.fromEntries(labels) as object) }
    const context = { ...offlineContext(), locales: ['en'] }
    const problems = checkModule({ ...readModuleFolder(library), ...files, 'locales/en.json': JSON.stringify(texts) }, context)
    expect(Object.keys(files)).toEqual(['entities/sale.json', 'entities/sale_line.json'])
    expect(problems.filter(({ file }) => Object.hasOwn(files, file))).toEqual([])
  })
  it('teaches a ledger, what posts to it and a balance, which can be published', () => {
    const [, part] = /^### Ledgers\n([^]*?)^## /m.exec(page)!
    const [ledger, posting, balance] = [...part!.matchAll(/```json\n([^]*?)\n```/g)].map(([, text]) => JSON.parse(text!) as object)
    const decimal = { type: 'string', format: 'decimal', scale: 2 }
    const book = { type: 'integer', references: 'book' }
    const loan = {
      name: 'loan',
      title: 'Loan',
      display: '{id}',
      schema: {
        type: 'object',
        properties: {
          status: { enum: ['new', 'confirmed', 'cancelled'] },
          book,
          kind: { type: 'string' },
          quantity: { type: 'integer' },
          fee: decimal,
          reason: { type: 'string' },
          lines: { type: 'array', rows: 'loan_line' },
        },
      },
      access: { read: 'library.read', write: 'library.write' },
      ...posting,
    }
    const line = {
      name: 'loan_line',
      title: 'Line',
      parent: 'loan',
      display: '{count}',
      schema: { type: 'object', properties: { book, count: { type: 'integer' } } },
    }
    const files = readModuleFolder(library)
    const shelf = JSON.parse(files['entities/book.json']!) as { schema: { properties: object } }
    Object.assign(shelf.schema.properties, { copies: balance })
    const added = {
      'ledgers/copies.json': JSON.stringify(ledger),
      'entities/loan.json': JSON.stringify(loan),
      'entities/loan_line.json': JSON.stringify(line),
      'entities/book.json': JSON.stringify(shelf),
    }
    const problems = checkModule({ ...files, ...added }, { ...offlineContext(), locales: ['en'] })
    const errors = problems.filter(({ file, severity }) => Object.hasOwn(added, file) && severity === 'error')
    const faults = errors.filter(({ message }) => !message.includes('is missing in locales'))
    expect(faults).toEqual([])
  })
  it('teaches numbers that can be published', () => {
    const [, text] = /^### Numbers\n[^]*?```json\n([^]*?)\n```/m.exec(page)!
    const branch = {
      name: 'branch',
      title: 'Branch',
      display: '{code}',
      schema: { type: 'object', required: ['code'], properties: { code: { type: 'string' } } },
      storage: { unique: [['code']] },
      access: { read: 'library.read', write: 'library.write' },
    }
    const fields = ['branch', 'issued_on', 'status', 'reference', 'number']
    const texts = Object.fromEntries([...fields, 'status.draft', 'status.issued'].map((name) => [`entities.invoice.${name}`, name]))
    const files = {
      ...readModuleFolder(library),
      'entities/invoice.json': text!,
      'entities/branch.json': JSON.stringify(branch),
      'locales/en.json': JSON.stringify({ invoice: 'Invoice', 'transitions.invoice.issue': 'Issue', ...texts }),
    }
    const problems = checkModule(files, { ...offlineContext(), locales: ['en'] })
    expect(problems.filter(({ file }) => file === 'entities/invoice.json')).toEqual([])
  })
  it('teaches a lifecycle and its calls that can be published', () => {
    const [, part] = /^### States and transitions\n([^]*?)^### /m.exec(page)!
    const [lifecycle, block, menu, calls] = [...part!.matchAll(/```json\n([^]*?)\n```/g)].map(([, text]) => text!)
    const documents = repair((ticket) => Object.assign(ticket, JSON.parse(`{${lifecycle!}}`)), {
      'endpoints.json': { endpoints: JSON.parse(calls!) as object[] },
    }) as Record<string, { body?: object[] }>
    Object.assign(documents['module.json']!, JSON.parse(`{${menu!}}`))
    for (const locale of ['en', 'fa'])
      documents[`locales/${locale}.json`] = { ...documents[`locales/${locale}.json`], tickets: 'Tickets' } as never
    documents['screens/repair-ticket-view.json']!.body = [JSON.parse(block!) as object]
    const files = Object.fromEntries(Object.entries(documents).map(([file, document]) => [file, JSON.stringify(document)]))
    const problems = checkModule(files, { ...offlineContext(), locales: ['en', 'fa'] })
    expect(problems.filter(({ severity, pointer }) => severity === 'error' || pointer.startsWith('/lifecycle'))).toEqual([])
  })
  it('teaches effects that make records, which can be published', () => {
    const [, effects] = /^### Effects that make records\n[^]*?```json\n([^]*?)\n```/m.exec(page)!
    const entity = (name: string, properties: object, more: object = {}) => ({
      name,
      title: name,
      display: '{id}',
      schema: { type: 'object', properties },
      ...more,
    })
    const line = { ware: { type: 'string' }, count: { type: 'integer' }, unit_price: { type: 'integer' }, title: { type: 'string' } }
    const bill = { customer: { type: 'string' }, address: { type: 'string' } }
    const documents = {
      'module.json': { name: 'shop', title: 'Shop', version: '1.0.0' },
      'entities/order.json': entity(
        'order',
        { ...bill, invoice: { type: 'integer', references: 'invoice' }, lines: { type: 'array', rows: 'order_line' } },
        { created: { effects: JSON.parse(effects!) as object[] } },
      ),
      'entities/order_line.json': entity('order_line', line, { parent: 'order' }),
      'entities/invoice.json': entity(
        'invoice',
        { ...bill, order: { type: 'integer', references: 'order' }, lines: { type: 'array', rows: 'invoice_line' } },
        { storage: { unique: [['order']] } },
      ),
      'entities/invoice_line.json': entity('invoice_line', line, { parent: 'invoice' }),
      'entities/chore.json': entity('chore', { title: { type: 'string' }, pieces: { type: 'integer' } }),
      'locales/en.json': {},
    }
    const files = Object.fromEntries(Object.entries(documents).map(([file, document]) => [file, JSON.stringify(document)]))
    const problems = checkModule(files, { ...offlineContext(), locales: ['en'] })
    expect(problems.filter(({ pointer }) => pointer.startsWith('/created'))).toEqual([])
  })
  it('teaches permissions of fields that can be published', () => {
    const [, access] = /^### Permissions of fields\n[^]*?```json\n([^]*?)\n```/m.exec(page)!
    const documents = repair((ticket) => Object.assign(ticket, JSON.parse(`{${access!}}`)))
    const files = Object.fromEntries(Object.entries(documents).map(([file, document]) => [file, JSON.stringify(document)]))
    const problems = checkModule(files, { ...offlineContext(), locales: ['en', 'fa'] })
    expect(problems.filter(({ severity, pointer }) => severity === 'error' || pointer.startsWith('/access'))).toEqual([])
  })
  it('teaches metrics that can be published', () => {
    const [, metric, balance] = /^### Numbers and charts\n[^]*?```json\n([^]*?)\n```[^]*?```json\n([^]*?)\n```/m.exec(page)!
    const words = { balance: 'Balance', bought: 'Bought', planned: 'Planned', over: 'Over', under: 'Under' }
    const screen = {
      name: 'library-figures',
      path: 'library/figures',
      title: '$books',
      access: 'library.read',
      body: [{ metric: 'books-by-month' }, { metric: 'books-balance' }],
    }
    const folder = readModuleFolder(library)
    const worded = ['en', 'fa'].map((locale): [string, string] => {
      const file = `locales/${locale}.json`
      return [file, JSON.stringify({ ...words, ...(JSON.parse(folder[file]!) as object) })]
    })
    const files = {
      ...folder,
      ...Object.fromEntries(worded),
      'metrics/books-by-month.json': metric!,
      'metrics/books-balance.json': balance!,
      'screens/library-figures.json': JSON.stringify(screen),
    }
    const problems = checkModule(files, { ...offlineContext(), locales: ['en', 'fa'] })
    expect(problems.filter(({ severity, file }) => severity === 'error' || file.startsWith('metrics/'))).toEqual([])
  })
  it('teaches how a user is made', () => {
    const [, user] = /^### People and roles\n[^]*?```json\n([^]*?)\n```/m.exec(page)!
    const { payload } = persons.endpoints.find(({ name }) => name === 'user-create')!
    expect(validateData(payload!, JSON.parse(user!))).toEqual({})
  })
  it('teaches words for data that moves that can be published', () => {
    const [, fragment] = /^### What moves with a document\n[^]*?```json\n([^]*?)\n```/m.exec(page)!
    const file = 'entities/book.json'
    const book = { ...(JSON.parse(readFileSync(join(library, file), 'utf8')) as object), ...(JSON.parse(`{${fragment!}}`) as object) }
    const files = { ...readModuleFolder(library), [file]: JSON.stringify(book) }
    const problems = checkModule(files, { ...offlineContext(), locales: ['en', 'fa'] })
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
  })
  it('teaches names for callers that can be published', () => {
    const [names, call] = [.../^### Names for callers\n([^]*?)^### /m.exec(page)![1]!.matchAll(/```json\n([^]*?)\n```/g)].map(
      ([, text]) => text!,
    )
    const files = readModuleFolder(library)
    const author = { ...(JSON.parse(files['entities/author.json']!) as object), ...(JSON.parse(`{${names!}}`) as object) }
    const { endpoints } = JSON.parse(files['endpoints.json']!) as { endpoints: object[] }
    const documents = {
      ...files,
      'entities/author.json': JSON.stringify(author),
      'endpoints.json': JSON.stringify({ endpoints: [...endpoints, JSON.parse(call!)] }),
    }
    expect(checkModule(documents, { ...offlineContext(), locales: ['en', 'fa'] }).filter(({ severity }) => severity === 'error')).toEqual(
      [],
    )
  })
  it('teaches an extension of the example module that can be published, file by file', () => {
    const extending = [...page.matchAll(/^`club\/([a-z-]+(?:\/[a-z-]+)?\.json)`\n\n```json\n([^]*?)\n```/gm)]
    const files = readModuleFolder('tests/fixtures/club')
    expect(extending).toHaveLength(6)
    for (const [, file, text] of extending) expect([file, `${text}\n`]).toEqual([file, files[file!]])
    const context = offlineContext()
    const modules = { ...context.modules, library: parseModule(readModuleFolder(library)) }
    expect(checkModule(files, { ...context, modules, locales: ['en', 'fa'] })).toEqual([])
  })
  it('lists every rule and every reserved key', () => {
    const words = page.replace(/\s+/g, ' ')
    expect(words).toContain(ruleNames.join(', '))
    expect(words).toContain(reservedFilterKeys.join(', '))
  })
})

describe('docs/reference.md', () => {
  it('lists what there is', () => expect(readFileSync('docs/reference.md', 'utf8')).toBe(referencePage()))
})

describe('.vscode/settings.json', () => {
  it('maps documents to schemas that are there', () => {
    const { 'json.schemas': entries } = JSON.parse(readFileSync('.vscode/settings.json', 'utf8')) as { 'json.schemas': { url: string }[] }
    for (const { url } of entries) expect([url, existsSync(url)]).toEqual([url, true])
  })
})
