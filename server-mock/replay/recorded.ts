import { createAnswerBook, formatCall, type RecordedAnswer } from '#schemas/fixtures/recorded-answer.ts'
import type { Answering } from './edge.ts'

/** Answers from a recording, in the place of a server. `stepNow` tells which step is under way. */
export function answerRecorded(
  answers: readonly RecordedAnswer[],
  stepNow: () => number,
  onUnknown: (sentence: string) => void,
): Answering {
  const book = createAnswerBook(answers)
  return {
    async answer({ called }) {
      const recorded = book.take(called, stepNow())
      if (recorded) return recorded
      const nearest = book.nearest(called)
      onUnknown(
        `no answer was recorded for ${formatCall(called)}${nearest === undefined ? '' : `; the most similar call in the recording is ${nearest}`}`,
      )
      return {
        status: 501,
        body: { errorCode: 'not-recorded', userMessage: 'This call is not in the recording.', errors: {}, metadata: {} },
      }
    },
  }
}
