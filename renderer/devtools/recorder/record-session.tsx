import '#renderer/devtools/devtools.css'
import '#renderer/form/form.css'
import { useId, useState } from 'react'
import { useTexts } from '#renderer/devtools/use-texts.ts'
import { beginRecording } from './recorder-store.ts'

/** Says what is recorded, and begins. */
export default function RecordSession() {
  const say = useTexts()
  const id = useId()
  const [title, setTitle] = useState('')
  const [opens, setOpens] = useState('/')
  const [isWrong, setWrong] = useState(false)
  const begin = () => {
    const isPath = /^\/(?!\/)/.test(opens)
    setWrong(!isPath)
    if (isPath) beginRecording(title.trim() || say('recorder'), opens)
  }
  return (
    <form
      className="dt"
      onSubmit={(event) => {
        event.preventDefault()
        begin()
      }}
    >
      <p className="dt-intro">{say('recorder.intro')}</p>
      <label className="dt-pick">
        <span>{say('recorder.title')}</span>
        <input className="pf-input" dir="auto" maxLength={200} value={title} onChange={(event) => setTitle(event.target.value)} />
      </label>
      <label className="dt-pick">
        <span>{say('recorder.opens')}</span>
        <input
          className="pf-input"
          dir="ltr"
          maxLength={2000}
          value={opens}
          aria-invalid={isWrong}
          aria-describedby={isWrong ? id : undefined}
          onChange={(event) => setOpens(event.target.value)}
        />
      </label>
      {isWrong && (
        <p id={id} className="pf-error">
          {say('recorder.opens_wrong')}
        </p>
      )}
      <div>
        <button type="submit" className="pk-button pk-button-primary">
          {say('recorder.begin')}
        </button>
      </div>
    </form>
  )
}
