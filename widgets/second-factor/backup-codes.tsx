import { useEffect, useRef } from 'react'
import { copyAndTell, saveFile, useSiteSettings } from '#renderer'
import { useTexts } from './use-texts.ts'

/** Codes that are shown once: to copy, to download and to print. */
export function BackupCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const say = useTexts()
  const { site_title: site } = useSiteSettings()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const text = `${codes.join('\n')}\n`
  return (
    <section className="sf-codes">
      <h2 ref={heading} tabIndex={-1}>
        {say('codes_title')} <bdi>{site}</bdi>
      </h2>
      <p>{say('codes_text')}</p>
      <ul dir="ltr">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="sf-tools">
        <button type="button" className="pk-button" onClick={() => void copyAndTell(text)}>
          {say('copy')}
        </button>
        <button
          type="button"
          className="pk-button"
          onClick={() => saveFile(new Blob([`${say('codes_title')} ${site ?? ''}\n\n${text}`], { type: 'text/plain' }), 'backup-codes.txt')}
        >
          {say('download')}
        </button>
        <button type="button" className="pk-button" onClick={() => window.print()}>
          {say('print')}
        </button>
        <button type="button" className="pk-button pk-button-primary" onClick={onDone}>
          {say('codes_done')}
        </button>
      </div>
    </section>
  )
}
