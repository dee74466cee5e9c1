import { privateFields } from '#schemas/fixtures/private-fields.ts'
import { createMask, type Mask, type Masked } from '#schemas/fixtures/mask-secrets.ts'
import { createRecording } from '#schemas/fixtures/recording.ts'
import type { RecordedAnswer } from '#schemas/fixtures/recorded-answer.ts'
import type { FixtureDocument } from '#schemas/types/contract.d.ts'
import { openPart } from '#renderer/dialog/modal-store.ts'
import { activeLocale } from '#renderer/locale/active-locale.ts'
import { translate } from '#renderer/locale/translate.ts'
import { environmentAt } from './environment.ts'
import type { HeldSession } from './last-minutes.ts'
import type { ReportOpener, ReportWords } from './open-report.ts'
import { drawPage } from './page-picture.ts'
import { ReportDialog } from './report-dialog.tsx'
import { useTexts } from './use-texts.ts'
import { readAnswerText } from './watch-answers.ts'
import { withoutOpening } from './without-opening.ts'

/** What a report would send, with stand-ins in the place of secrets. */
export interface PreparedReport {
  page: string
  pageTitle: string
  window: string
  /** Undefined where the page could not be drawn. */
  picture?: HTMLCanvasElement
  recording?: { fixture: FixtureDocument; answers: RecordedAnswer[]; dropped: readonly string[] }
  masked: readonly Masked[]
  mask: Mask
}

interface Begun {
  words: ReportWords
  opener: ReportOpener
  held: HeldSession | undefined
}

/** Draws the page before anything covers it, and opens the dialog. */
export async function prepareReport(begun: Begun): Promise<void> {
  const prepared = prepare(begun)
  await useTexts.load(activeLocale())
  openPart((props) => <ReportDialog prepared={prepared} {...props} />)
}

function prepare({ words, opener, held }: Begun): PreparedReport {
  const finished = held && finish(held, words, opener)
  const mask = finished?.mask ?? createMask(words.private)
  const shown = {
    page: mask.shown(window.location.pathname + window.location.search),
    pageTitle: mask.shown(document.title),
    window: `${window.innerWidth} × ${window.innerHeight}`,
  }
  const picture = draw(mask)
  return { ...shown, picture, recording: finished?.recording, masked: mask.found().filter(({ at }) => at !== 'page'), mask }
}

function finish(held: HeldSession, words: ReportWords, opener: ReportOpener) {
  const recording = createRecording((answers) => [...words.private, ...privateFields(answers.map(({ body }) => body))])
  const steps = withoutOpening(held.steps, opener, translate('shell.search'))
  for (const answer of held.answers) recording.answered({ ...readAnswerText(answer), step: Math.min(answer.step, steps.length) })
  for (const step of steps) recording.observe(step)
  const { fixture, answers, mask } = recording.finish({
    title: translate('shell.report_problem'),
    environment: environmentAt(new Date(held.startedAt).toISOString()),
    opens: steps.length > 0 ? held.opens : window.location.pathname + window.location.search,
    made: { by: 'report' },
  })
  return { recording: { fixture, answers, dropped: held.dropped }, mask }
}

/** A page that cannot be drawn can still be reported. */
function draw(mask: Mask): HTMLCanvasElement | undefined {
  try {
    return drawPage((text) => mask.shown(text) !== text)
  } catch (error) {
    console.warn('The page could not be drawn.', error)
    return undefined
  }
}
