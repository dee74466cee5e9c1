import { useEffect, useState } from 'react'
import { asFailure, isCancelled } from '#renderer/api/call-failure.ts'
import { callNamed } from '#renderer/api/call.ts'

export interface TriedProblem {
  severity: 'error' | 'warning'
  file: string
  line?: number
  column?: number
  pointer?: string
  message: string
  suggestion?: string
  allowed?: string[]
}

/** The server's check of a document. */
export interface Trial {
  kind: string
  answer: Record<string, unknown> | null
  refused?: string
  problems: TriedProblem[]
}

export interface TrialRequest {
  module: string
  path: string
  text?: string
  role?: string
}

export interface TrialState {
  /** The last document that could be drawn, with the key of its request. */
  good: (Trial & { key: string }) | null
  latest: (Trial & { key: string }) | null
  /** Set if the server could not be reached. */
  failure: string | null
}

const pauseMs = 350

/** Sends a document to the server for checking when typing pauses. While it has errors, the last valid preview stays. */
export function useTrial(request: TrialRequest | null, locale: string): TrialState & { busy: boolean } {
  const [state, setState] = useState<TrialState>({ good: null, latest: null, failure: null })
  const wanted = request === null ? null : JSON.stringify([request, locale])
  useEffect(() => {
    if (wanted === null) return
    const stop = new AbortController()
    const [payload] = JSON.parse(wanted) as [TrialRequest]
    const subject = `${payload.module}/${payload.path}`
    const timer = setTimeout(() => {
      callNamed<Trial>('publish-try', { payload, background: true, signal: stop.signal }).then(
        ({ results }) =>
          setState(({ good }) => {
            const trial = { ...results, key: wanted }
            const kept = good && subjectOf(good.key) === subject ? good : null
            return { good: trial.answer || trial.refused ? trial : kept, latest: trial, failure: null }
          }),
        (error: unknown) => {
          const failure = asFailure(error, 'publish-try')
          if (!isCancelled(failure)) setState((before) => ({ ...before, failure: failure.userMessage || String(failure.errorCode) }))
        },
      )
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [wanted])
  return { ...state, busy: wanted !== null && state.latest?.key !== wanted && state.failure === null }
}

const subjectOf = (key: string): string => {
  const [{ module, path }] = JSON.parse(key) as [TrialRequest]
  return `${module}/${path}`
}
