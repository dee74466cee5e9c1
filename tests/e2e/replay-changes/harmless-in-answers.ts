import type { AnswerChange, Json } from './replay-changed.ts'

/** Of which a user sees nothing; all are played in one session. */
export const harmlessInAnswers: Record<string, AnswerChange> = {
  'answers are recorded in another order': ({ all }) => all.reverse(),
  'properties are in another order': ({ all }) => all.forEach((answer) => (answer.body = reversed(answer.body))),
  'the server tells more of a record than the panel knows': ({ rows }) => rows.forEach((row) => (row.score = 7)),
  'the server tells more of an answer': ({ of }) => (of('screen').metadata.trace = 'a1'),
  'the server tells more of the site': ({ of }) => (of('site-settings').results.region = 'west'),
  'the server tells more of a column': ({ grid }) => (grid.columns[0].trace = 'a1'),
  'records have other versions': ({ rows }) => rows.forEach((row) => (row.version += 3)),
  'records have other ids': ({ rows }) => rows.forEach((row) => (row.id += 100)),
  'a title that the page does not show is another one': ({ of }) => (of('screen').results.title = 'محتواها'),
  'a ticket is another one': ({ of }) => (of('screen').metadata.access_ticket = 'other'),
  'a dialog that nobody opens has another title': ({ modals }) => (modals[0].title = 'نوع'),
  'a time is later within its day': ({ rows }) => (rows[0].created_at = '2023-01-01T09:00:00.000Z'),
  'a filter that nobody opens has one option more': ({ grid }) => grid.filters[0].options.push({ value: 'wide', title: 'پهن' }),
}

const reversed = (value: Json): Json =>
  value === null || typeof value !== 'object'
    ? value
    : Array.isArray(value)
      ? value.map(reversed)
      : Object.fromEntries(
          Object.entries(value)
            .reverse()
            .map(([key, each]) => [key, reversed(each)]),
        )
