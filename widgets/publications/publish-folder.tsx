import { useId, useState, type FormEvent } from 'react'
import { toLatinDigits } from '#schemas/rules/numbers/digits.ts'
import { asFailure, call, CallFailure, isCancelled, showFailure, showToast, useLocale } from '#renderer'
import { useTexts } from './use-texts.ts'

type Audience = 'all' | 'role' | 'user' | 'share'
const audiences: readonly Audience[] = ['role', 'user', 'share', 'all']

interface Problem {
  severity: string
  file: string
  line?: number
  message: string
}

/** Publishes the folder of a module, for some people or for everybody. What is wrong with it is said beneath; the choice stays. */
export function PublishFolder({ onDone }: { onDone: () => void }) {
  const id = useId()
  const say = useTexts()
  const { formatNumber } = useLocale()
  const [files, setFiles] = useState<Record<string, string> | null>(null)
  const [audience, setAudience] = useState<Audience>('role')
  const [names, setNames] = useState('')
  const [note, setNote] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<{ text: string; problems: Problem[] } | null>(null)
  const module = files && moduleIn(files)
  const chosen = files
    ? say('chosen', { module: `\u2068${module ?? '–'}\u2069`, count: formatNumber(Object.keys(files).length) })
    : say('none_chosen')
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (!files || !module) return setRefusal({ text: say('no_folder'), problems: [] })
    setBusy(true)
    setRefusal(null)
    try {
      const trial = trialOf(audience, names)
      await call('publish', { payload: { module, documents: files, ...(note !== '' && { note }), ...(trial && { trial }) } })
      showToast({ tone: 'success', text: say(trial ? 'publish_tried' : 'publish_done', { module }) })
      setNote('')
      onDone()
    } catch (fault) {
      const failure = asFailure(fault, 'publish')
      if (isCancelled(fault)) return
      if (failure instanceof CallFailure && failure.status === 422)
        setRefusal({ text: failure.userMessage, problems: (failure.metadata?.problems as Problem[] | undefined) ?? [] })
      else showFailure(failure)
    } finally {
      setBusy(false)
    }
  }
  return (
    <section>
      <h2>{say('publish')}</h2>
      <form className="pb-form" onSubmit={(event) => void send(event)}>
        <div className="pb-field">
          <span id={`${id}-folder`}>{say('folder')}</span>
          <span className="pb-chosen">
            <label className="pk-button pb-file">
              <input
                type="file"
                multiple
                className="pk-visually-hidden"
                aria-labelledby={`${id}-folder`}
                ref={(input) => input?.setAttribute('webkitdirectory', '')}
                onChange={(event) => void readFolder(event.target.files).then(setFiles)}
              />
              {say('choose_folder')}
            </label>
            <span className="pb-dim" role="status">
              {chosen}
            </span>
          </span>
        </div>
        <label htmlFor={`${id}-for`}>
          <span>{say('for')}</span>
          <select id={`${id}-for`} value={audience} onChange={(event) => setAudience(event.target.value as Audience)}>
            {audiences.map((each) => (
              <option key={each} value={each}>
                {say(`audience_${each}`)}
              </option>
            ))}
          </select>
        </label>
        {audience !== 'all' && (
          <label>
            <span>{say(`names_${audience}`)}</span>
            <input
              type="text"
              dir="ltr"
              autoComplete="off"
              inputMode={audience === 'share' ? 'numeric' : undefined}
              value={names}
              onChange={(event) => setNames(event.target.value)}
            />
          </label>
        )}
        <label>
          <span>{say('note')}</span>
          <input type="text" dir="auto" maxLength={1000} value={note} onChange={(event) => setNote(event.target.value)} />
        </label>
        <button type="submit" className="pk-button pk-button-primary" disabled={isBusy}>
          {say(audience === 'all' ? 'publish_all' : 'publish_some')}
        </button>
      </form>
      {refusal && (
        <div className="pf-notice" data-tone="danger" role="alert">
          <div>
            <p dir="auto">{refusal.text}</p>
            <ul>
              {refusal.problems.map(({ file, line, message }, at) => (
                <li key={at} dir="ltr" lang="en">
                  <code>{line === undefined ? file : `${file}:${line}`}</code> {message}
                </li>
              ))}
            </ul>
          </div>
        </div>
      )}
    </section>
  )
}

/** What `publish` takes; digits may be those of the reader's language. */
function trialOf(audience: Audience, names: string) {
  if (audience === 'all') return undefined
  if (audience === 'role') return { role: names.trim() }
  if (audience === 'share') return { share: Number(toLatinDigits(names).replace(/[%٪\s]/g, '')) || 0 }
  return {
    users: names
      .split(/[,،]/)
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  }
}

/** The documents of a chosen folder by their path inside it. */
async function readFolder(chosen: FileList | null): Promise<Record<string, string> | null> {
  const files = [...(chosen ?? [])].filter(({ name }) => name.endsWith('.json'))
  if (files.length === 0) return null
  const entries = files.map(async (file) => [file.webkitRelativePath.replace(/^[^/]*\//, ''), await file.text()] as const)
  return Object.fromEntries((await Promise.all(entries)).filter(([path]) => !path.startsWith('fixtures/')))
}

function moduleIn(files: Record<string, string>): string | undefined {
  try {
    const { name } = JSON.parse(files['module.json'] ?? '') as { name?: unknown }
    return typeof name === 'string' ? name : undefined
  } catch {
    return undefined
  }
}
