// @vitest-environment jsdom
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { CallFailure } from '#renderer/api/call-failure.ts'
import { showFailure } from '#renderer/api/show-failure.ts'
import { showLocale } from '#renderer/locale/translate.ts'
import { useToasts } from '#renderer/ui/toast-store.ts'

beforeAll(() => showLocale('en'))
beforeEach(() => useToasts.setState({ toasts: [] }))

const to = { name: 'grid' }
const refusal = (records: object[], count = records.length) =>
  new CallFailure('destroy', 409, {
    errorCode: 'in-use',
    userMessage: 'It cannot be deleted because these records use it: Book: First, Second',
    metadata: { used_by: [{ model: 'book', type: 'Book', count, count_is_exact: true, records }] },
  })
const shown = () => useToasts.getState().toasts[0]!

it('a refused permanent deletion lists each record once: as a link where there is one', () => {
  showFailure(
    refusal([
      { id: 1, title: 'First', to },
      { id: 2, title: 'Second', to },
    ]),
    { title: 'The author was not deleted' },
  )
  expect(shown().links).toEqual([
    { title: 'First', to },
    { title: 'Second', to },
  ])
  expect(shown().text).toBe('The author was not deleted')
  expect(shown().list).toEqual(['It cannot be deleted because other records use it:'])
})

it('tells of records without a link, and how many more there are', () => {
  showFailure(
    refusal(
      [
        { id: 1, title: 'First', to },
        { id: 2, title: 'Second' },
      ],
      7,
    ),
  )
  expect(shown()).toMatchObject({ text: 'It cannot be deleted because other records use it:', list: ['Book: Second', 'Book: +5'] })
  expect(shown().links).toHaveLength(1)
})

it('shows the message of the server where it links to none', () => {
  showFailure(refusal([{ id: 1, title: 'First' }]))
  expect(shown().text).toBe('It cannot be deleted because these records use it: Book: First, Second')
  expect(shown().list).toBeUndefined()
})

it('says that the server has a problem, and what was attempted, where the server says nothing', () => {
  showFailure(new CallFailure('reply', 500), { title: 'There was a problem sending the message.' })
  expect(shown()).toMatchObject({
    text: expect.stringMatching(/^The server has a problem/),
    list: ['There was a problem sending the message.'],
  })
})

it('says only that the session has ended', () => {
  showFailure(new CallFailure('reply', 401, { errorCode: 'endpoint-401' }), { title: 'There was a problem sending the message.' })
  expect(shown().text).not.toBe('There was a problem sending the message.')
})
