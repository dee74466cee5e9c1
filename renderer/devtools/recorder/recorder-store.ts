import { create } from 'zustand'
import type { FixtureDocumentStep } from '#schemas/types/contract.d.ts'
import type { EarlierPart } from '#schemas/fixtures/recording.ts'

/** Where a recording waits while its page is loaded. What it holds is without secrets. */
export const recorderKey = 'pishkhan-recording'

/** A recording that is under way in this tab. */
export interface StoredRecording extends EarlierPart {
  title: string
  /** Path that was opened first. */
  opens: string
  /** ISO 8601. */
  startedAt: string
}

export interface RecorderState {
  steps: readonly FixtureDocumentStep[]
  /** The next thing that is pressed becomes an expectation. */
  isPicking: boolean
}

export const useRecorder = create<RecorderState>()(() => ({ steps: [], isPicking: false }))

/** The recording of this tab; null without one, or where nothing can be stored. */
export function readStoredRecording(): StoredRecording | null {
  try {
    return JSON.parse(sessionStorage.getItem(recorderKey) ?? 'null') as StoredRecording | null
  } catch {
    return null
  }
}

/** Begins a recording: its first page is loaded anew, so that everything that the page asks for is in it. */
export function beginRecording(title: string, opens: string): void {
  const recording: StoredRecording = { title, opens, startedAt: new Date().toISOString(), steps: [], expect: [], answers: [], standIns: 0 }
  sessionStorage.setItem(recorderKey, JSON.stringify(recording))
  window.location.assign(opens)
}
