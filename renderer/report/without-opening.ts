import type { ObservedStep } from '#schemas/fixtures/observe-steps.ts'
import type { ReportOpener } from './open-report.ts'

/** Most steps that somebody makes in the palette. */
const mostInPalette = 30

/** Steps without those that only opened the report. `search` is the name of the button of the palette. */
export function withoutOpening(steps: readonly ObservedStep[], opener: ReportOpener, search: string): ObservedStep[] {
  const kept = [...steps]
  const last = (): ObservedStep['step'] | undefined => kept.at(-1)?.step
  if (opener === 'keys') {
    if (last()?.do === 'key' && last()?.key?.includes('Alt')) kept.pop()
    return kept
  }
  if (opener === 'menu') {
    // Arrows and Enter, or the entry itself; then the button of the menu.
    while (last()?.do === 'key' || last()?.on?.role === 'menuitem') kept.pop()
    if (last()?.on?.role === 'button') kept.pop()
    return kept
  }
  const opened = steps.findLastIndex(
    ({ step }) => (step.do === 'key' && /^(Control|Meta)[+]k$/i.test(step.key ?? '')) || (step.do === 'press' && step.on?.name === search),
  )
  return opened >= 0 && opened >= steps.length - mostInPalette ? kept.slice(0, opened) : kept
}
