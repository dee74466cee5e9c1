import { describe, expect, it } from 'vitest'
import { checkModule, type CheckContext } from '#schemas/check/check-module.ts'
import { diffEntity } from '#schemas/check/diff/diff-entity.ts'
import { parseModule } from '#schemas/check/parse-module.ts'
import { readModuleFolder } from '#schemas/cli/module-folder.ts'
import type { EntityDocument } from '#schemas/types/contract.d.ts'

const files = readModuleFolder('tests/fixtures/library')
const persons = parseModule({
  'module.json': JSON.stringify({ name: 'persons', title: 'P', version: '1.0.0', permissions: ['persons.read'] }),
  'entities/user.json': JSON.stringify({
    name: 'user',
    title: 'U',
    display: '{name_full}',
    schema: { type: 'object', properties: { name_full: { type: 'string' } } },
  }),
})
const context: CheckContext = {
  modules: { persons },
  endpoints: { single: { method: 'GET' }, list: { method: 'GET' }, save: { method: 'POST' } },
  locales: ['fa', 'en'],
  features: ['library-special'],
}
const book = JSON.parse(files['entities/book.json']!) as EntityDocument

/** What is said of the module when books have these rules. */
const problems = (access: object, more: Record<string, string> = {}) =>
  checkModule({ ...files, ...more, 'entities/book.json': JSON.stringify({ ...book, access: { ...book.access, ...access } }) }, context)
const said = (access: object, more?: Record<string, string>) =>
  problems(access, more)
    .filter(({ pointer, message }) => /access|record rules/.test(`${pointer} ${message}`))
    .map(({ severity, pointer, message, suggestion }) => `${severity} ${pointer} ${message} ${suggestion ?? ''}`.trim())
const rule = (where: unknown) => ({ rows: [{ permission: 'library.read', where }] })

describe('record rules', () => {
  it.each([
    { lent_to: '{session.user.id}' },
    { status: ['draft', 'published'], lent_to: null },
    { 'lent_to.name_full': '{session.user.name_full}' },
    'lent_to:any_of({session.user.id}),status:none_of(draft)',
  ])('are taken: %j', (where) => expect(said(rule(where))).toEqual([]))

  it.each<[unknown, RegExp]>([
    [{ stauts: 'draft' }, /^error .access.rows.0.where.stauts there is no field "stauts".* status$/],
    [{ 'author.nam_full': 'A' }, /^error .*there is no field.* author[.]name_full$/],
    [{ lent_to: '{session.user.organisations}' }, /^error .*no value .session[.]user[.]organisations. session[.]user[.]organizations$/],
    [{ lent_to: '{params.id}' }, /^error .*no value .params[.]id./],
    ['lent_to:any_of({session.usr.id})', /^error .*no value .session[.]usr[.]id. session[.]user[.]id$/],
    [{ status: 'lost' }, /^error .*"lost" is no value of "status"/],
    [{ lent_to: 'me' }, /^error .*"me" is no value of "lent_to"/],
    [{ title: 'x{session.user.id}' }, /^error .*stands alone/],
    [{ 'title.length': 1 }, /^error /],
    ['status:contains(a)', /^error .*cannot be compared by "contains"/],
  ])('are refused where they can never work: %j', (where, message) => {
    const [first, ...rest] = said(rule(where))
    expect(first).toMatch(message)
    expect(rest.length).toBeLessThan(2)
  })

  it('have permissions that exist and that a role is granted', () => {
    expect(said({ rows: [{ permission: 'library.raed' }] })[0]).toMatch(/^error .*no module defines the permission.* library[.]read$/)
    const module = JSON.parse(files['module.json']!) as { permissions: string[] }
    const more = { 'module.json': JSON.stringify({ ...module, permissions: [...module.permissions, 'library.rare'] }) }
    expect(said({ rows: [{ permission: 'library.rare' }] }, more)).toEqual([
      expect.stringMatching(/^warning .access.rows.0.permission no role is granted "library.rare"/),
    ])
  })

  it('say what "scope" would say, alone', () => {
    expect(said({ rows: [{ permission: 'library.read' }], scope: 'own' })[0]).toMatch(/^error .access.scope /)
  })

  it('hold for rows too, and have to be held by code', () => {
    const page = { name: 'leaf', title: '$book', parent: 'book', schema: { type: 'object', properties: { title: { type: 'string' } } } }
    const leaf = (access?: object) => ({ 'entities/leaf.json': JSON.stringify({ ...page, ...(access && { access }) }) })
    const rules = rule({ status: 'draft' })
    expect(said(rules, leaf())).toEqual([])
    expect(said(rules, leaf({ read: 'library.read' }))).toEqual([expect.stringMatching(/^error .access "book" has record rules/)])
    expect(said({}, leaf({ read: 'library.read', scope: 'own' }))).toEqual([
      expect.stringMatching(/^error .access rows follow the record rules/),
    ])
    const { endpoints } = JSON.parse(files['endpoints.json']!) as { endpoints: object[] }
    const special = { name: 'library-special', method: 'GET', entity: 'book', access: 'library.read' }
    const more = { 'endpoints.json': JSON.stringify({ endpoints: [...endpoints, special] }) }
    expect(said(rules, more)).toEqual([expect.stringMatching(/^warning .*"library-special" is answered by code/)])
  })

  it.each<[object, object, string[]]>([
    [{}, { scope: 'own' }, ['shows users only records of their own from now on']],
    [{}, { rows: [{ permission: 'a.b' }] }, ['shows users only the records of its record rules ("rows") from now on']],
    [{ rows: [{ permission: 'a.b' }] }, {}, ['shows users the records of all from now on, without record rules ("rows")']],
    [{ scope: 'own' }, { rows: [{ where: { created_by: '{session.user.id}' } }] }, []],
    [
      { rows: [{ permission: 'a.b', where: { status: 'draft' } }] },
      { rows: [{ permission: 'a.b' }, { permission: 'a.c', where: 'status:any_of(draft)', kinds: ['read'] }] },
      [
        'shows users with a.b all records from now on',
        'shows users with a.c the records with status:any_of(draft) (to read) from now on',
        'no longer shows users with a.b the records with {"status":"draft"}',
      ],
    ],
  ])('are breaking when they change: %j to %j', (before, after, sentences) => {
    const reported: string[] = []
    const withAccess = (access: object): EntityDocument => ({ ...book, access })
    diffEntity('entity book', withAccess(before), withAccess(after), (level, _, sentence) => reported.push(`${level} ${sentence}`))
    expect(reported).toEqual(sentences.map((sentence) => `breaking ${sentence}`))
  })
})
