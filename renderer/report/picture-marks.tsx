import { useEffect, useId, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { markBetween, shiftMark, type Mark } from './marks.ts'
import { useTexts } from './use-texts.ts'

interface PictureMarksProps {
  picture: HTMLCanvasElement
  marks: readonly Mark[]
  onChange: (marks: readonly Mark[]) => void
}

const steps: Readonly<Record<string, [number, number]>> = {
  ArrowLeft: [-0.01, 0],
  ArrowRight: [0.01, 0],
  ArrowUp: [0, -0.01],
  ArrowDown: [0, 0.01],
}

/** The picture, on which places are marked or covered: by dragging, or by a button and the arrow keys. */
export function PictureMarks({ picture, marks, onChange }: PictureMarksProps) {
  const say = useTexts()
  const { formatNumber } = useLocale()
  const hint = useId()
  const place = useRef<HTMLDivElement>(null)
  const added = useRef(false)
  const [kind, setKind] = useState<Mark['kind']>('mark')
  const [drawn, setDrawn] = useState<{ from: [number, number]; mark?: Mark }>()
  useEffect(() => {
    picture.setAttribute('role', 'img')
    picture.setAttribute('aria-label', say('picture_alt'))
    place.current?.prepend(picture)
  }, [picture, say])
  useEffect(() => {
    if (!added.current) return
    added.current = false
    place.current?.querySelector<HTMLElement>('.rpt-mark:last-of-type')?.focus()
  }, [marks])
  const at = (event: PointerEvent): [number, number] => {
    const box = picture.getBoundingClientRect()
    return [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height]
  }
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const step = steps[event.key]
    if (step) onChange(marks.map((mark, each) => (each === index ? shiftMark(mark, ...step, event.shiftKey) : mark)))
    else if (event.key === 'Delete' || event.key === 'Backspace') onChange(marks.filter((_, each) => each !== index))
    else return
    event.preventDefault()
  }
  const styleOf = ({ left, top, width, height }: Mark) => ({
    left: `${left * 100}%`,
    top: `${top * 100}%`,
    width: `${width * 100}%`,
    height: `${height * 100}%`,
  })
  return (
    <div className="rpt-marks">
      <div className="rpt-tools" role="group" aria-label={say('marks')}>
        {(['mark', 'cover'] as const).map((each) => (
          <button key={each} type="button" className="pk-button pk-button-small" aria-pressed={kind === each} onClick={() => setKind(each)}>
            {say(`kind.${each}`)}
          </button>
        ))}
        <button
          type="button"
          className="pk-button pk-button-small"
          aria-describedby={hint}
          onClick={() => {
            added.current = true
            onChange([...marks, { kind, left: 0.35, top: 0.4, width: 0.3, height: 0.15 }])
          }}
        >
          {say('add_mark')}
        </button>
        {marks.length > 0 && (
          <button type="button" className="pk-button pk-button-small" onClick={() => onChange([])}>
            {say('remove_marks')}
          </button>
        )}
      </div>
      <p id={hint} className="rpt-note">
        {say('marks_hint')}
      </p>
      <div
        ref={place}
        dir="ltr"
        className="rpt-picture"
        onPointerDown={(event) => {
          if (event.button !== 0 || (event.target instanceof Element && event.target.closest('.rpt-mark'))) return
          event.currentTarget.setPointerCapture(event.pointerId)
          setDrawn({ from: at(event) })
        }}
        onPointerMove={(event) => {
          if (drawn) setDrawn({ ...drawn, mark: markBetween(kind, drawn.from, at(event)) })
        }}
        onPointerUp={() => {
          if (drawn?.mark) onChange([...marks, drawn.mark])
          setDrawn(undefined)
        }}
        onPointerCancel={() => setDrawn(undefined)}
      >
        {marks.map((mark, index) => (
          <button
            key={index}
            type="button"
            className="rpt-mark"
            data-kind={mark.kind}
            style={styleOf(mark)}
            aria-label={say(`mark.${mark.kind}`, { number: formatNumber(index + 1) })}
            aria-describedby={hint}
            onKeyDown={(event) => onKeyDown(event, index)}
          />
        ))}
        {drawn?.mark && <span className="rpt-mark" data-kind={kind} style={styleOf(drawn.mark)} />}
      </div>
    </div>
  )
}
