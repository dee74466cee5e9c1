import { useEffect, useState, type CSSProperties } from 'react'
import { Icon, ownTexts, type FieldWidgetProps } from '#renderer'
import { changedSlide, isShown, pictureOf, placeOf, readSettings, stepFrom, stopsOf, type Slide } from './slides.ts'
import './slide-stage.css'

interface SlideStageProps extends Record<string, unknown> {
  slides?: unknown
  settings?: unknown
}

const useTexts = ownTexts(import.meta.glob<Record<string, string>>('./messages/*.json', { import: 'default' }))
const reducesMotion = (): boolean => typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches
const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** The slides of a form as a site shows them: their pictures, the place and colours of their texts, and how they follow each other. */
export default function SlideStageField({ id, props, describedBy }: FieldWidgetProps<null, SlideStageProps>) {
  const say = useTexts()
  const slides = Array.isArray(props.slides) ? (props.slides as (Slide | null)[]).map((slide) => slide ?? {}) : []
  const settings = readSettings(props.settings)
  const stops = stopsOf(slides.length, settings)
  const [chosen, setChosen] = useState(0)
  const [isStopped, setStopped] = useState(reducesMotion)
  const [isHeld, setHeld] = useState(false)
  const texts = slides.map((slide) => JSON.stringify(slide))
  const [before, setBefore] = useState(texts)
  if (texts.join('\n') !== before.join('\n')) {
    setBefore(texts)
    const changed = changedSlide(before, texts)
    if (changed !== undefined) {
      // The slide that somebody works on is the one to see.
      setChosen(changed)
      setStopped(true)
    }
  }
  const at = Math.min(chosen, stops - 1)
  const isPlaying = settings.autoplay && !isStopped && !(isHeld && settings.pauseOnHover) && stops > 1
  const { speedMs, loop } = settings
  useEffect(() => {
    if (!isPlaying) return
    const timer = setInterval(() => setChosen((before) => stepFrom(Math.min(before, stops - 1), 1, stops, loop)), speedMs)
    return () => clearInterval(timer)
  }, [isPlaying, stops, speedMs, loop])

  if (slides.length === 0)
    return (
      <div id={id} className="stage-empty" role="note" aria-describedby={describedBy}>
        <Icon name="slideshow" />
        <b>{say('empty')}</b>
        <span>{say('empty_hint')}</span>
      </div>
    )
  const style = {
    '--at': at,
    '--per-view': settings.effect === 'fade' || settings.effect === 'flip' ? 1 : settings.slidesPerView,
    '--gap': `${settings.spaceBetween}px`,
    '--time': `${settings.transitionMs}ms`,
  } as CSSProperties
  const step = (by: 1 | -1) => setChosen(stepFrom(at, by, stops, loop))
  return (
    <div id={id} className="stage" role="group" aria-labelledby={`${id}-label`} aria-describedby={describedBy}>
      <div
        className="stage-view"
        dir="ltr"
        data-effect={settings.effect}
        data-vertical={settings.isVertical || undefined}
        style={style}
        onPointerEnter={() => setHeld(true)}
        onPointerLeave={() => setHeld(false)}
      >
        <ol className="stage-track">
          {slides.map((slide, index) => (
            <StageSlide key={index} slide={slide} isCurrent={index === at} hidden={index < at} say={say} />
          ))}
        </ol>
      </div>
      <div className="stage-bar">
        <button type="button" className="stage-step" aria-label={say('previous')} disabled={!loop && at === 0} onClick={() => step(-1)}>
          <Icon name="previous" />
        </button>
        <ul className="stage-stops">
          {Array.from({ length: stops }, (_, stop) => (
            <li key={stop}>
              <button
                type="button"
                aria-label={say('slide', { number: stop + 1, total: stops })}
                aria-current={stop === at || undefined}
                onClick={() => setChosen(stop)}
              />
            </li>
          ))}
        </ul>
        <button type="button" className="stage-step" aria-label={say('next')} disabled={!loop && at === stops - 1} onClick={() => step(1)}>
          <Icon name="next" />
        </button>
        {settings.autoplay && stops > 1 && (
          <button type="button" className="pf-link" onClick={() => setStopped(!isStopped)}>
            {say(isStopped ? 'play' : 'pause')}
          </button>
        )}
      </div>
    </div>
  )
}

interface StageSlideProps {
  slide: Slide
  isCurrent: boolean
  hidden: boolean
  say: ReturnType<typeof useTexts>
}

function StageSlide({ slide, isCurrent, hidden, say }: StageSlideProps) {
  const picture = pictureOf(slide.image)
  const { x, y } = placeOf(slide.position)
  const [title, text, button] = [textOf(slide.title), textOf(slide.text), textOf(slide.button_title)]
  const hasText = slide.has_content !== false && (title !== '' || text !== '')
  const hasButton = slide.has_button === true && button !== ''
  const [now] = useState(() => Date.now())
  const isWaiting = !isShown(slide, now)
  return (
    <li
      className="stage-slide"
      data-current={isCurrent || undefined}
      data-x={x}
      data-y={y}
      data-theme={slide.color_theme === 'light' ? 'light' : 'dark'}
      aria-hidden={hidden || undefined}
    >
      {picture ? <img src={picture} alt="" /> : <span className="stage-none">{say('no_image')}</span>}
      {isWaiting && <span className="stage-waiting">{say('waiting')}</span>}
      {(hasText || hasButton) && (
        <div className="stage-caption" dir="auto">
          {hasText && title !== '' && <b dir="auto">{title}</b>}
          {hasText && text !== '' && <p dir="auto">{text}</p>}
          {hasButton && <span className="stage-button">{button}</span>}
        </div>
      )}
    </li>
  )
}
