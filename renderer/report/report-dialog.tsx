import '#renderer/form/form.css'
import './report.css'
import { useEffect, useId, useRef, useState } from 'react'
import { ModalFrame } from '#renderer/dialog/modal-frame.tsx'
import { guardUnsaved } from '#renderer/dialog/unsaved.ts'
import type { ModalPartProps } from '#renderer/dialog/modal-store.ts'
import { saveFile } from '#renderer/action/run-file.ts'
import { asFailure } from '#renderer/api/call-failure.ts'
import { failureText } from '#renderer/api/error-catalogue.ts'
import { createRepeatKeys } from '#renderer/api/idempotency-keys.ts'
import { translate } from '#renderer/locale/translate.ts'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { showToast } from '#renderer/ui/toast-store.ts'
import { forgetText, readText, storeText } from './draft-text.ts'
import type { Mark } from './marks.ts'
import { PictureMarks } from './picture-marks.tsx'
import type { PreparedReport } from './prepare-report.tsx'
import { packReport, sendReport, sentFixture, sentText, TooLargeReport } from './send-report.ts'
import { StepList } from './step-list.tsx'
import { useTexts } from './use-texts.ts'

const maxText = 4000

interface ReportDialogProps extends ModalPartProps {
  prepared: PreparedReport
}

/** All that a report would send, in full, with what the reporter writes and marks. Nothing goes out before "Send". */
export function ReportDialog({ prepared, opener, onClose }: ReportDialogProps) {
  const say = useTexts()
  const { t, formatNumber } = useLocale()
  const ids = { text: useId(), error: useId(), masked: useId() }
  const [text, setText] = useState(readText)
  const [isMissing, setMissing] = useState(false)
  const [hasPicture, setPicture] = useState(prepared.picture !== undefined)
  const [hasRecording, setRecording] = useState(prepared.recording !== undefined)
  const [marks, setMarks] = useState<readonly Mark[]>([])
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<string>()
  const keys = useRef(createRepeatKeys())
  const field = useRef<HTMLTextAreaElement>(null)
  const { picture, recording, masked } = prepared
  const agreed = { text, hasPicture, hasRecording, marks }
  const isDirty = text.trim() !== '' || marks.length > 0
  useEffect(() => {
    if (!isDirty) return undefined
    return guardUnsaved({ isDirty: () => true, saving: () => null, discard: () => undefined })
  }, [isDirty])

  const alert = useRef<HTMLParagraphElement>(null)
  useEffect(() => alert.current?.scrollIntoView({ block: 'nearest' }), [failure])
  const hasText = (): boolean => {
    const isThere = text.trim() !== ''
    setMissing(!isThere)
    if (!isThere) field.current?.focus()
    return isThere
  }
  const send = async () => {
    if (isSending || !hasText()) return
    setSending(true)
    setFailure(undefined)
    try {
      const number = await sendReport(prepared, agreed, keys.current)
      forgetText()
      onClose()
      showToast({ tone: 'success', text: say('sent', { number: formatNumber(number) }) })
    } catch (error) {
      setFailure(sentenceOf(error, say))
      setSending(false)
    }
  }
  const save = async () => {
    const packed = await packReport(prepared, agreed)
    const note = sentText(prepared, text)
    if (packed) saveFile(new Blob([packed as Uint8Array<ArrayBuffer>], { type: 'application/zip' }), 'report.zip')
    else saveFile(new Blob([`${prepared.page}\n\n${note}\n`], { type: 'text/plain;charset=utf-8' }), 'report.txt')
  }
  const foot = (
    <>
      <button type="button" className="pk-button" onClick={onClose}>
        {t('modal.cancel')}
      </button>
      <button type="button" className="pk-button" onClick={() => void save()}>
        {say('save')}
      </button>
      <button type="button" className="pk-button pk-button-primary" aria-busy={isSending} onClick={() => void send()}>
        <span>{say(isSending ? 'sending' : 'send')}</span>
      </button>
    </>
  )
  const shownText = sentText(prepared, text)
  return (
    <ModalFrame title={t('shell.report_problem')} size="lg" opener={opener} onClose={onClose} foot={foot}>
      <div className="rpt" data-pishkhan-recorder="">
        {failure !== undefined && (
          <p ref={alert} className="rpt-failure" role="alert">
            {failure}
          </p>
        )}
        <div className="rpt-part">
          <label htmlFor={ids.text}>
            {say('text')} <span aria-hidden="true">*</span>
          </label>
          <textarea
            id={ids.text}
            ref={field}
            className="pf-input"
            dir="auto"
            rows={3}
            required
            maxLength={maxText}
            placeholder={say('text_hint')}
            value={text}
            aria-invalid={isMissing}
            aria-describedby={[isMissing && ids.error, shownText !== text.trim() && ids.masked].filter(Boolean).join(' ') || undefined}
            onChange={(event) => {
              setText(event.target.value)
              storeText(event.target.value)
              setMissing(false)
            }}
          />
          {isMissing && (
            <p id={ids.error} className="pf-error">
              {say('text_missing')}
            </p>
          )}
          {shownText !== text.trim() && (
            <p id={ids.masked} className="rpt-masked" role="status">
              {say('text_masked')} <q>{shownText}</q>
            </p>
          )}
        </div>
        {picture && (
          <div className="rpt-part">
            <label className="rpt-choice">
              <input type="checkbox" checked={hasPicture} onChange={(event) => setPicture(event.target.checked)} />
              {say('picture')}
            </label>
            {hasPicture && <PictureMarks picture={picture} marks={marks} onChange={setMarks} />}
          </div>
        )}
        {recording && (
          <div className="rpt-part">
            <label className="rpt-choice">
              <input type="checkbox" checked={hasRecording} onChange={(event) => setRecording(event.target.checked)} />
              {say('recording')}
            </label>
            {hasRecording && <Recording recording={recording} note={shownText} />}
          </div>
        )}
        {masked.length > 0 && hasRecording && recording && (
          <div className="rpt-part">
            <p className="rpt-note">{say('masked')}</p>
            <ul className="rpt-list">
              {masked.map(({ at, why }) => (
                <li key={`${at} ${why}`}>
                  <bdi>{at}</bdi>: {say(`why.${why}`)}
                </li>
              ))}
            </ul>
          </div>
        )}
        <p className="rpt-note">
          {say('also_sent')} <code dir="ltr">{prepared.page}</code> · <bdi>{prepared.pageTitle}</bdi> ·{' '}
          <bdi dir="ltr">{prepared.window}</bdi>
        </p>
      </div>
    </ModalFrame>
  )
}

interface RecordingProps {
  recording: NonNullable<PreparedReport['recording']>
  note: string
}

function Recording({ recording: { fixture, answers, dropped }, note }: RecordingProps) {
  const say = useTexts()
  const { formatNumber } = useLocale()
  const [isOpen, setOpen] = useState(false)
  const steps = fixture.steps ?? []
  return (
    <>
      <p className="rpt-note">{say('recording_about', { steps: formatNumber(steps.length), answers: formatNumber(answers.length) })}</p>
      <StepList opens={fixture.opens ?? '/'} steps={steps} />
      {dropped.length > 0 && <p className="rpt-note">{say('dropped', { names: dropped.join(', ') })}</p>}
      <details className="rpt-all" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{say('everything')}</summary>
        {isOpen && (
          <pre tabIndex={0} dir="ltr" aria-label={say('everything')}>
            {JSON.stringify(sentFixture(fixture, note), null, 2)}
            {'\n'}
            {JSON.stringify(answers, null, 1)}
          </pre>
        )}
      </details>
    </>
  )
}

function sentenceOf(error: unknown, say: (key: string) => string): string {
  if (error instanceof TooLargeReport) return say('too_large')
  const failure = asFailure(error, 'problem-report-send')
  if (failure.errorCode === 'network' || failure.errorCode === 'cancelled') return say('offline')
  if (failure.status === 413) return say('too_large')
  const message = failureText(failure)
  const sentence =
    message === null ? '' : 'text' in message ? message.text : 'key' in message ? translate(message.key) : message.list.join(' ')
  return `${sentence} ${say('kept')}`.trim()
}
