import { useState, useSyncExternalStore, Suspense, type KeyboardEvent } from 'react'
import { formatSexagesimal, parseCoordinates } from '#schemas/rules/numbers/coordinates.ts'
import { formatCoordinates, isMapPoint } from '#schemas/rules/numbers/map-point.ts'
import { ruleMessage } from '#schemas/rules/messages.ts'
import {
  boxAttributes,
  controlAttributes,
  copyAndTell,
  lazyComponent,
  Icon,
  showToast,
  useLocale,
  useProblem,
  type FieldWidgetProps,
} from '#renderer'
import { keepPoint, readPoint } from './point-value.ts'
import { useTexts } from './use-texts.ts'
import './map-point.css'

interface MapPointProps extends Record<string, unknown> {
  centre?: { lat: number; long: number }
  zoom?: number
}

const MapView = lazyComponent(() => import('./map-view.tsx'))
const never = () => () => {}
/** Tehran. */
const example = '35.7001388, 51.4033774'

/** A point: typed as coordinates in any usual form, or set on a map. Unreadable text stays and does not move the map. */
export default function MapPointField(field: FieldWidgetProps<unknown, MapPointProps>) {
  const { label, value, onChange, onBlur, disabled, readonly, placeholder, schema, props } = field
  const { t, locale } = useLocale()
  const say = useTexts()
  const point = readPoint(value)
  const text = point ? formatCoordinates(point) : isEmpty(value) ? '' : JSON.stringify(value)
  /** The text being typed, as long as it belongs to the current value. */
  const [typed, setTyped] = useState<{ text: string; of: string }>()
  const present = typed?.of === text ? typed.text : undefined
  const problem = present === undefined ? undefined : problemOf(present)
  useProblem(field, problem)
  const isInBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  const isFixed = disabled || readonly

  function problemOf(written: string): string | undefined {
    if (written.trim() === '' || written === text) return undefined
    const found = parseCoordinates(written)
    return found === undefined
      ? say('unreadable', { example })
      : isMapPoint(found)
        ? undefined
        : ruleMessage(locale, 'rules.map_point', { label })
  }
  function keep(next: { lat: number; long: number } | undefined): void {
    setTyped(undefined)
    onChange(next && keepPoint(next, value, schema))
    onBlur()
  }
  function type(written: string): void {
    const found = parseCoordinates(written)
    const next = written.trim() === '' ? null : found && isMapPoint(found) ? found : undefined
    setTyped({ text: written, of: next === undefined ? text : next ? formatCoordinates(next) : '' })
    if (next !== undefined) onChange(next ? keepPoint(next, value, schema) : undefined)
  }
  function leave(): void {
    if (problem)
      showToast({
        tone: 'danger',
        about: `coordinates ${field.name}`,
        text: t('form.summary'),
        list: [problem.includes(label) ? problem : `${label}: ${problem}`],
      })
    else setTyped(undefined)
    onBlur()
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter' && present !== undefined) {
      event.preventDefault()
      leave()
    }
    if (event.key === 'Escape' && problem) {
      event.preventDefault()
      event.stopPropagation()
      setTyped(undefined)
    }
  }
  return (
    <div className="map-point">
      <div className="pf-input pf-box" {...boxAttributes({ disabled, readonly, invalid: field.invalid || problem !== undefined })}>
        <Icon name="location" size={16} />
        <input
          {...controlAttributes(field)}
          type="text"
          dir="ltr"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          readOnly={readonly}
          placeholder={placeholder ?? say('example', { example })}
          value={present ?? text}
          onChange={(event) => type(event.target.value)}
          onBlur={leave}
          onKeyDown={onKeyDown}
        />
        {point && !isFixed && !field.required && (
          <button
            type="button"
            className="pf-box-button"
            aria-label={t('form.select.clear', { label })}
            title={t('form.select.clear', { label })}
            onClick={() => keep(undefined)}
          >
            <Icon name="close" size={16} />
          </button>
        )}
        {point && (
          <button
            type="button"
            className="pf-box-button"
            aria-label={t('form.copy', { label })}
            title={t('form.copy', { label })}
            onClick={() => void copyAndTell(formatCoordinates(point))}
          >
            <Icon name="copy" size={16} />
          </button>
        )}
      </div>
      {isInBrowser ? (
        <Suspense fallback={<div className="map-frame" aria-busy="true" />}>
          <MapView label={label} point={point} centre={props.centre} zoom={props.zoom} isFixed={isFixed} say={say} onPick={keep} />
        </Suspense>
      ) : (
        <div className="map-frame" aria-busy="true" />
      )}
      <p className="map-reading" role="status">
        {point ? <bdi dir="ltr">{formatSexagesimal(point)}</bdi> : say(isFixed ? 'none' : 'hint')}
      </p>
    </div>
  )
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'object' && Object.values(value).every((part) => part === null || part === undefined || part === ''))
