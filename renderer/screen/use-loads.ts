import { useEffect, useRef } from 'react'
import useSWR, { type SWRResponse } from 'swr'
import { interpolateDeep } from '#schemas/rules/text/interpolate.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import type { Envelope, ScreenAnswer } from '#schemas/types/contract.d.ts'
import { subscribeRefresh } from '#renderer/api/refresh.ts'
import { CallFailure } from '#renderer/api/call-failure.ts'
import { callNamed } from '#renderer/api/call.ts'
import { useActiveLocale } from '#renderer/locale/active-locale.ts'
import { blocksOf, innerBodies } from './blocks/inner-bodies.ts'
import { fetchBlockParts } from './block-parts.ts'
import { currentSession } from '#renderer/session/session.ts'

type Redirect = NonNullable<Envelope['metadata']['redirect']>

export interface Loaded {
  /** Results by the name under which the screen loads them. */
  values: Record<string, unknown>
  /** Calls that the server does not know, by that name; the rest of the screen is drawn without them. */
  unknown: Record<string, string>
  /** Where an answer leads instead of this page. */
  redirect?: Redirect
}

/** Whether something on the screen is edited: then cached values must not be taken for the stored ones. */
export const hasForm = (body: unknown): boolean =>
  blocksOf(body).some((block) => block.form !== undefined || block.widget !== undefined || innerBodies(block).some(hasForm))

/**
 * Makes the screen's calls in parallel and returns their results by name. A screen with a form requests them on each
 * visit; other screens show cached values and refresh them in the background.
 */
export function useLoads(
  screen: ScreenAnswer | undefined,
  params: Record<string, string>,
  visit: string,
): SWRResponse<Loaded, CallFailure> {
  const locale = useActiveLocale((state) => state.locale)
  const load = screen?.load ?? {}
  const { token: _token, ...session } = currentSession()
  const calls = interpolateDeep(load, { route: params, params, session })
  const key =
    screen && Object.keys(load).length > 0
      ? ['screen-load', screen.name, JSON.stringify(calls), locale, hasForm(screen.body) ? visit : '']
      : null
  const place = JSON.stringify(key)
  const shown = useRef<string>(undefined)
  // A redirect is followed when the page opens, not while the user works on it.
  const read = async (): Promise<Loaded> => {
    const [found] = await Promise.all([readAll(calls), fetchBlockParts(screen?.body)])
    return shown.current === place ? { ...found, redirect: undefined } : found
  }
  const answer = useSWR<Loaded, CallFailure>(key, read, {
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
    shouldRetryOnError: false,
  })
  const { data, mutate } = answer
  useEffect(() => {
    if (data && !data.redirect) shown.current = place
  }, [data, place])
  const latest = useRef({ calls, data })
  useEffect(() => {
    latest.current = { calls, data }
  })
  useEffect(
    () =>
      subscribeRefresh('screen', ({ answer: changed }) => {
        const { calls: all, data: before } = latest.current
        const known = before ? valuesOf(changed, before.values) : {}
        if (Object.keys(known).length === 0) return void mutate()
        const others = readAll(withoutNames(all, known))
        const renewed = others.then((found) => ({ ...found, redirect: undefined, values: { ...known, ...found.values } }))
        mutate(renewed, { revalidate: false }).catch(() => void mutate())
      }),
    [mutate],
  )
  return answer
}

/**
 * The loads that a call has just returned, by name: the same record with all loaded fields. If fields are missing, the
 * load must be repeated.
 */
export function valuesOf(answer: unknown, loaded: Readonly<Record<string, unknown>>): Record<string, unknown> {
  if (!isRecord(answer) || typeof answer.id !== 'number' || typeof answer.version !== 'number') return {}
  const isSame = (value: unknown): boolean =>
    isRecord(value) && value.id === answer.id && 'version' in value && Object.keys(value).every((key) => Object.hasOwn(answer, key))
  return Object.fromEntries(Object.entries(loaded).flatMap(([name, value]) => (isSame(value) ? [[name, answer]] : [])))
}

const withoutNames = <Values extends object>(all: Values, names: object): Values =>
  Object.fromEntries(Object.entries(all).filter(([name]) => !Object.hasOwn(names, name))) as Values

async function readAll(calls: NonNullable<ScreenAnswer['load']>): Promise<Loaded> {
  const unknown: Record<string, string> = {}
  let redirect: Redirect | undefined
  const answers = await Promise.all(
    Object.entries(calls).map(async ([as, { name, params, version, mock }]) => {
      try {
        const { results, metadata } = await callNamed(name, { params, version, mock, method: 'GET' })
        if (metadata.redirect?.url) redirect ??= metadata.redirect
        return [as, results] as const
      } catch (error) {
        if (!(error instanceof CallFailure) || error.errorCode !== 'endpoint-404') throw error
        unknown[as] = name
        return null
      }
    }),
  )
  return { values: Object.fromEntries(answers.filter((answer) => answer !== null)), unknown, redirect }
}
