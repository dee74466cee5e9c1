import { describe, expect, test } from 'vitest'
import { CallFailure, unreadableAnswer } from '#renderer/api/call-failure.ts'
import { problemsOf } from '#renderer/documents/document-problems.ts'
import { readRoutes } from '#renderer/routing/read-routes.ts'
import { readScreen, unknownLoads } from '#renderer/screen/read-screen.ts'
import { hasForm } from '#renderer/screen/use-loads.ts'

const sound = { name: 'book', path: 'book', title: 'Book', body: [{ text: 'Hello' }] }
const pointersOf = (given: object) => readScreen({ ...sound, ...given }, 'book').problems.map(({ pointer }) => pointer)

describe('the answer of a screen', () => {
  test('a sound one has no problems and is drawn whole', () => {
    const { screen, problems } = readScreen(
      { ...sound, load: { job: { name: 'single', params: { id: '{route.id}' } } }, actions: [{ type: 'call' }] },
      'book',
    )
    expect(problems).toEqual([])
    expect(screen).toMatchObject({ ...sound, load: { job: { name: 'single' } }, actions: [{ type: 'call' }] })
  })
  test.each([
    [5, ''],
    [null, ''],
    [[], ''],
    [undefined, ''],
    [{ ...sound, body: 5 }, '/body'],
    [{ ...sound, body: null }, '/body'],
    [{ name: 'book' }, '/body'],
  ])('%j is no screen, and it says where', (given, pointer) => {
    const { screen, problems } = readScreen(given, 'book')
    expect(screen).toBeNull()
    expect(problems).toMatchObject([{ pointer }])
  })
  test.each([
    [{ title: { a: 1 } }, '/title'],
    [{ breadcrumbs: 5 }, '/breadcrumbs'],
    [{ breadcrumbs: [null] }, '/breadcrumbs/0'],
    [{ breadcrumbs: [{ title: 3 }] }, '/breadcrumbs/0/title'],
    [{ load: 'job' }, '/load'],
    [{ load: { job: null } }, '/load/job'],
    [{ load: { 'a/b': {} } }, '/load/a~1b/name'],
    [{ load: { job: { name: 'x', params: 5 } } }, '/load/job/params'],
    [{ layout: 'wide' }, '/layout'],
    [{ actions: {} }, '/actions'],
    [{ actions: [{ type: 'explode' }] }, '/actions/0/type'],
    [{ actions: [{ type: 'call', title: {} }] }, '/actions/0/title'],
    [{ modals: [null] }, '/modals/0'],
  ])('%j is told with its place, and the rest is drawn', (given, pointer) => {
    expect(pointersOf(given)).toEqual([pointer])
    expect(readScreen({ ...sound, ...given }, 'book').screen?.body).toEqual(sound.body)
  })
  test('what is broken in it does not stop the look for forms', () => {
    expect(hasForm([null, { tabs: {} }, { columns: [null, { body: 'x' }] }])).toBe(false)
    expect(hasForm([{ columns: [null, { body: [{ form: {} }] }] }])).toBe(true)
  })
  test('a call that no server knows is a fault of the document', () => {
    expect(unknownLoads({ job: 'no-such-call' })).toEqual([
      { pointer: '/load/job', key: 'blocks.unknown_call', values: { name: 'no-such-call' } },
    ])
  })
})

describe('the answer of the route table', () => {
  const route = { name: 'home', path: '', layout: 'default', guest: 'no' }
  test('is read with what is sound in it', () => {
    expect(readRoutes([route])).toEqual({ routes: [route], problems: [] })
    expect(readRoutes([null, route, { name: 'x' }])).toMatchObject({
      routes: [route],
      problems: [{ pointer: '/0' }, { pointer: '/2/path' }, { pointer: '/2/layout' }],
    })
    expect(readRoutes(null)).toMatchObject({ routes: [], problems: [{ pointer: '' }] })
  })
  test('an unknown frame is told', () =>
    expect(readRoutes([{ ...route, layout: 'wide' }])).toMatchObject({ routes: [{ name: 'home' }], problems: [{ pointer: '/0/layout' }] }))
})

test('an answer that is none says what came instead', () => {
  expect(problemsOf(unreadableAnswer('screen', '', 'object', '<!doctype html>'))).toEqual([
    { pointer: '', key: 'blocks.wrong_type', values: { expected: 'object', found: '"<!doctype html>"' } },
  ])
  expect(problemsOf(new CallFailure('screen', 500))).toEqual([])
})
