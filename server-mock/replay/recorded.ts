import { createAnswerBook, formatCall, type Called, type RecordedAnswer } from '#schemas/fixtures/recorded-answer.ts'
import type { Answering } from './edge.ts'

interface Recording {
  answers: readonly RecordedAnswer[]
  /** Which step is under way. */
  stepNow: () => number
  onUnknown: (sentence: string) => void
  /** May answer a call that was not recorded. */
  otherwise?: (called: Called) => Promise<RecordedAnswer | undefined>
}

/** Answers from a recording, in the place of a server. */
export function answerRecorded({ answers, stepNow, onUnknown, otherwise }: Recording): Answering {
  const book = createAnswerBook(answers)
  return {
    async answer({ called }) {
      const recorded = book.take(called, stepNow()) ?? (await otherwise?.(called))
      if (recorded) return recorded
      const nearest = book.nearest(called)
      const hint = nearest === undefined ? '' : `; the most similar call in the recording is ${nearest}`
      onUnknown(`no answer was recorded for ${formatCall(called)}${hint}`)
      return {
        status: 501,
        body: { errorCode: 'not-recorded', userMessage: 'This call is not in the recording.', errors: {}, metadata: {} },
      }
    },
  }
}
