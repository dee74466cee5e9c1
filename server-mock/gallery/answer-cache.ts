import { formatCall, type Called } from '#schemas/fixtures/recorded-answer.ts'

export interface CachedAnswer {
  status: number
  body: unknown
}

/** Asks a server each reading call once, in each language, as one user. */
export interface AnswerCache {
  read: (called: Called, locale: string, isGuest?: boolean) => Promise<CachedAnswer>
  /** The answers so far that are successes, in one language. */
  known: (locale: string) => CachedAnswer[]
}

/** Everything that is made for a gallery is made at this time, and everything is drawn at it. */
export const drawingTime = '2026-03-21T08:30:00.000Z'
const moment = /"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)"/g

/** Times after `since` are those of the drawing, so that each run shows the same. */
export async function createAnswerCache(server: string, signIn: () => Promise<string>, since = Date.now() - 60_000): Promise<AnswerCache> {
  let token = await signIn()
  const answers = new Map<string, { locale: string; answer: Promise<CachedAnswer>; settled?: CachedAnswer }>()
  const ask = async (
    { name, version = 1, params = {} }: Called,
    locale: string,
    isGuest: boolean,
    isAgain = false,
  ): Promise<CachedAnswer> => {
    const response = await fetch(`${server}/api/v${version}/${name}?${new URLSearchParams(params).toString()}`, {
      headers: {
        'x-locale': locale,
        'x-timezone': 'Asia/Tehran',
        'x-field-names': 'entity',
        ...(!isGuest && { authorization: `Bearer ${token}` }),
      },
      redirect: 'error',
    })
    // A gallery may take longer than a session.
    if (response.status === 401 && !isGuest && name !== 'login' && !isAgain) {
      token = await signIn()
      return ask({ name, version, params, method: 'GET' }, locale, isGuest, true)
    }
    const text = (await response.text()).replace(moment, (whole, time: string) => (Date.parse(time) < since ? whole : `"${drawingTime}"`))
    try {
      return { status: response.status, body: JSON.parse(text) as unknown }
    } catch {
      return { status: response.status, body: text }
    }
  }
  return {
    read(called, locale, isGuest = false) {
      const key = `${locale} ${isGuest ? 'guest ' : ''}${formatCall(called)}`
      const known = answers.get(key)
      if (known) return known.answer
      const entry: { locale: string; answer: Promise<CachedAnswer>; settled?: CachedAnswer } = {
        locale,
        answer: ask(called, locale, isGuest),
      }
      answers.set(key, entry)
      void entry.answer.then((answer) => (entry.settled = answer)).catch(() => answers.delete(key))
      return entry.answer
    },
    known: (locale) =>
      [...answers.values()].flatMap(({ settled, locale: of }) => (of === locale && settled?.status === 200 ? [settled] : [])),
  }
}
