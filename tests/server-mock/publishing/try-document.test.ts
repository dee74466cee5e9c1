import { describe, expect, it } from 'vitest'
import { sharedServer } from '#tests/helpers/shared-server.ts'

const { server, tokens } = sharedServer(['developer'])

const attempt = (payload: Record<string, unknown>, token = tokens.developer, locale = 'en') =>
  server.post('publish-try', payload, { token, headers: { 'x-locale': locale } })
const form = (schema: object, ui: object = {}) => JSON.stringify({ schema: { type: 'object', ...schema }, ui })

describe('trying a document', () => {
  it('answers a form as the panel would be answered it, and keeps nothing', async () => {
    const before = (await server.get('publication')).body.results
    const { status, body } = await attempt({
      module: 'lab',
      path: 'forms/lab.json',
      text: form({ properties: { title: { type: 'string', rules: 'required' } } }, { title: { title: 'Title' } }),
    })
    expect(status).toBe(200)
    expect(body.results).toMatchObject({ kind: 'form', problems: [], answer: { schema: { properties: { title: { rules: 'required' } } } } })
    expect((await server.get('publication')).body.results).toEqual(before)
    expect((await server.get('publish-fetch', { module: 'lab' }, { token: tokens.developer })).status).toBe(404)
  })

  it('says what is wrong, where, and what was probably meant', async () => {
    const { body } = await attempt({
      module: 'lab',
      path: 'forms/lab.json',
      text: form({ properties: { title: { type: 'string', rules: 'requird' } } }),
    })
    expect(body.results.answer).toBeNull()
    expect(body.results.problems[0]).toMatchObject({
      severity: 'error',
      pointer: '/schema/properties/title/rules',
      line: 1,
      suggestion: expect.stringContaining('required') as string,
    })
  })

  it('points into a text that is no JSON', async () => {
    const { body } = await attempt({ module: 'lab', path: 'forms/lab.json', text: '{\n  "schema": ,\n}' })
    expect(body.results.problems[0]).toMatchObject({ severity: 'error', line: 2 })
  })

  it('answers published documents of every kind, in the language asked for', async () => {
    const {
      body: {
        results: { documents },
      },
    } = await server.get('publish-fetch', { module: 'content' }, { token: tokens.developer })
    const paths = Object.keys(documents as object).filter((path) => /^(grids|forms|modals|screens)\//.test(path))
    expect(new Set(paths.map((path) => path.split('/')[0]))).toEqual(new Set(['grids', 'forms', 'modals', 'screens']))
    for (const path of paths)
      expect((await attempt({ module: 'content', path, text: documents[path] })).body.results, path).toMatchObject({
        problems: [],
        answer: expect.any(Object) as object,
      })
    const grid = paths.find((path) => path.startsWith('grids/'))!
    const title = async (locale: string) =>
      (await attempt({ module: 'content', path: grid }, tokens.developer, locale)).body.results.answer.metadata.page_title
    expect(await title('fa')).not.toBe(await title('en'))
  })

  it('answers as another role would be answered', async () => {
    const entries = async (role?: string) =>
      JSON.stringify((await attempt({ module: 'panel', path: 'layout.json', ...(role && { role }) })).body.results.answer.sidebar)
    expect(await entries()).toContain('developer-tools-lab')
    expect(await entries('staff')).not.toContain('developer-tools-lab')
    expect((await attempt({ module: 'panel', path: 'screens/developer-tools-lab.json', role: 'staff' })).body.results).toMatchObject({
      answer: null,
      refused: 'permission-denied',
    })
    expect((await attempt({ module: 'panel', path: 'layout.json', role: 'nobody' })).status).toBe(422)
  })

  it('is for developers alone', async () => {
    for (const user of ['administrator', 'staff'])
      expect((await attempt({ module: 'panel', path: 'layout.json' }, await server.signIn(user))).status).toBe(403)
  })
})
