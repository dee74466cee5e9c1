import { xmlText } from './junit-report.ts'
import type { PictureChange } from './picture-change.ts'
import { causesOf, freshChanges, groupedChanges, readingOf, type FixtureResult, type Reading, type StepResult } from './result.ts'
import { placeOf, summary } from './terminal-report.ts'

const words: Record<Reading, string> = {
  same: 'as recorded',
  different: 'different',
  failed: 'failed',
  new: 'not recorded yet',
  broken: 'cannot be read',
}

const style = `
:root { color-scheme: light dark; font: 15px/1.6 system-ui, sans-serif; --line: light-dark(#d8dee3, #39424a); --soft: light-dark(#f4f6f7, #20272c) }
body { max-width: 72rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.5rem } h2 { font-size: 1.1rem; margin: 0; display: inline } h3 { font-size: 1rem; margin: 1rem 0 .25rem }
details { border-block-end: 1px solid var(--line); padding: .75rem 0 } summary { cursor: pointer }
.reading { display: inline-block; min-width: 8rem; font-weight: 600 } .same { color: light-dark(#14743f, #6fcf97) } .new { color: light-dark(#8a5a00, #e6b450) }
.different, .failed, .broken { color: light-dark(#b42318, #ff8f84) } .muted { color: light-dark(#57636c, #a3aeb6) }
table { width: 100%; border-collapse: collapse; table-layout: fixed } td { vertical-align: top; padding: .375rem .5rem; border-block-start: 1px solid var(--line); overflow-wrap: anywhere }
td:first-child { width: 26% } code { font: 13px/1.5 ui-monospace, monospace; unicode-bidi: plaintext; white-space: pre-wrap }
del { background: light-dark(#fde8e6, #4a1f1c); text-decoration: none } ins { background: light-dark(#def5e6, #173d28); text-decoration: none }
.pictures { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem } figure { margin: .5rem 0 } img { display: block; width: 100% }
.picture { position: relative; border: 1px solid var(--line) } .picture svg { position: absolute; inset: 0; width: 100%; height: 100%; overflow: visible }
rect { fill: none; stroke: #d92d20; stroke-width: 2; vector-effect: non-scaling-stroke }
`

/** A page that needs nothing else: what is different in each step, before and after. */
export function htmlReport(results: readonly FixtureResult[]): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Replay: what a user gets differently</title>
<style>${style}</style>
<h1>What a user gets differently</h1>
<p>${xmlText(summary(results))}</p>
${[...results]
  .sort((a, b) => rank(a) - rank(b))
  .map(section)
  .join('\n')}
</html>
`
}

const rank = (result: FixtureResult): number => (readingOf(result) === 'same' ? 1 : 0)

function section(result: FixtureResult): string {
  const reading = readingOf(result)
  const problems = result.problems
    .map(({ file, line, message }) => `<p class="broken">${xmlText(`${file}:${line} ${message}`)}</p>`)
    .join('')
  const steps = result.steps
    .filter((step) => step.failures.length + freshChanges(result, step).length > 0)
    .map((step) => stepPart(result, step))
  const rest = result.missed > 0 ? `<p class="muted">${result.missed} more steps were not reached.</p>` : ''
  return `<details${reading === 'same' ? '' : ' open'}>
<summary><span class="reading ${reading}">${words[reading]}</span> <h2>${xmlText(result.title || result.name)}</h2> <span class="muted">${xmlText(result.name)}, ${(result.ms / 1000).toFixed(1)} s</span></summary>
${problems}${steps.join('\n')}${rest}
</details>`
}

function stepPart(result: FixtureResult, step: StepResult): string {
  const rows = groupedChanges(freshChanges(result, step)).map(({ change, times }) => {
    const causes = causesOf(change, result.documents).slice(0, 3)
    const by = causes
      .map(({ document, pointer }) => `<br><span class="muted">by <code>${xmlText(`${document} ${pointer}`)}</code></span>`)
      .join('')
    const cell = (tag: string, text: string | undefined): string =>
      text === undefined ? '<span class="muted">nothing</span>' : `<code><${tag}>${xmlText(text)}</${tag}></code>`
    return `<tr><td>${xmlText(placeOf(change))}${times > 1 ? `<br><span class="muted">and ${times - 1} more like this</span>` : ''}${by}</td><td>${cell('del', change.before)}</td><td>${cell('ins', change.after)}</td></tr>`
  })
  const failures = step.failures.map((failure) => `<p class="failed">${xmlText(failure)}</p>`).join('')
  const table = rows.length === 0 ? '' : `<table>${rows.join('')}</table>`
  return `<h3>Step ${step.index}: ${xmlText(step.name)}</h3>${failures}${table}${pictures(step)}`
}

/** Both pictures; what is different is outlined in each. */
function pictures({ picture, pictureBefore, pictureChange }: StepResult): string {
  const outline = pictureChange ? outlines(pictureChange) : ''
  const figure = (image: Buffer | undefined, title: string): string =>
    image
      ? `<figure><figcaption class="muted">${title}</figcaption><div class="picture"><img alt="${title}" src="data:image/png;base64,${image.toString('base64')}">${outline}</div></figure>`
      : ''
  const both = figure(pictureBefore, 'Before') + figure(picture, 'Now')
  return both === '' ? '' : `<div class="pictures">${both}</div>`
}

/** Rectangles to be laid over a picture, a little larger than what they surround. */
export function outlines({ size, areas }: PictureChange): string {
  if (!size) return ''
  const rectangles = areas.map(
    ({ x, y, width, height }) => `<rect x="${x - 4}" y="${y - 4}" width="${width + 8}" height="${height + 8}" rx="3"/>`,
  )
  return `<svg viewBox="0 0 ${size.width} ${size.height}" aria-hidden="true">${rectangles.join('')}</svg>`
}
