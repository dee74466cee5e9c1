import { xmlText } from '#schemas/cli/replay/junit-report.ts'
import { outlines } from '#schemas/cli/replay/html-report.ts'
import { galleryStates, stateTitles } from '#schemas/gallery/gallery-state.ts'
import type { GalleryResult, Picture } from '#schemas/gallery/result.ts'
import { counted, groupFindings, pictureName } from './terminal-summary.ts'

const style = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; --line: light-dark(#d8dee3, #39424a); --soft: light-dark(#f4f6f7, #20272c); --bad: light-dark(#b42318, #ff8f84) }
body { margin: 0 } header, main > section, main > p { padding: 0 1.5rem } h1 { font-size: 1.5rem; margin: 1rem 0 .25rem } h2 { font-size: 1.1rem; margin: 1.5rem 0 .5rem }
h3 { font-size: .95rem; margin: 1rem 0 .25rem } .muted { color: light-dark(#57636c, #a3aeb6) } .bad { color: var(--bad) }
.filters { position: sticky; inset-block-start: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; padding: .5rem 1.5rem; background: light-dark(#fff, #14181b); border-block-end: 1px solid var(--line) }
fieldset { display: flex; gap: .75rem; border: 0; margin: 0; padding: 0 } legend { float: inline-start; margin-inline-end: .75rem; font-weight: 600 } label { display: inline-flex; gap: .25rem; align-items: center; min-height: 28px }
.strip { display: flex; gap: .75rem; overflow-x: auto; padding-block: .25rem .75rem } .strip:focus-visible, a:focus-visible { outline: 2px solid #1677ff; outline-offset: 2px }
figure { flex: none; margin: 0; inline-size: 17rem } figure.w390 { inline-size: 8rem } figcaption { font-size: .8rem; min-height: 1.25rem } .found { border-color: var(--bad) }
.picture { display: block; position: relative; border: 1px solid var(--line); background: var(--soft); max-block-size: 22rem; overflow: hidden } .picture img { display: block; width: 100%; height: auto }
.picture.found { border-color: var(--bad); border-width: 2px } .picture svg { position: absolute; inset: 0; width: 100%; height: 100% } rect { fill: none; stroke: #d92d20; stroke-width: 3; vector-effect: non-scaling-stroke }
.whole .picture { max-block-size: none } .changes { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; max-inline-size: 80rem } .changes figure { inline-size: auto } .changes .picture { max-block-size: none }
ol, ul { padding-inline-start: 1.25rem; margin: .25rem 0 } li { overflow-wrap: anywhere } code { unicode-bidi: plaintext }
nav a { margin-inline-end: 1rem; display: inline-block } details { margin-block: .5rem } summary { cursor: pointer }
`

const identifier = (picture: Picture): string => picture.file.replaceAll(/[^a-z0-9]+/gi, '-')
const valuesOf = (pictures: readonly Picture[], key: 'locale' | 'scheme' | 'width'): string[] => [
  ...new Set(pictures.map((picture) => String(picture[key]))),
]

/** A page with all pictures beside it: what changed first, then each surface with its states. It needs no script. */
export function contactSheet(result: GalleryResult, title: string): string {
  const { pictures, missed, gone } = result
  const surfaces = [...new Set(pictures.map(({ surface }) => surface.id))]
  const changed = pictures.filter(({ change }) => change !== undefined && change !== 'new')
  const groups = groupFindings(pictures)
  const filters = (['locale', 'scheme', 'width'] as const).map((key) => ({ key, values: valuesOf(pictures, key) }))
  const rules = filters.flatMap(({ key, values }) =>
    values.map((value) => `body:not(:has(#${key}-${value}:checked)) [data-${key}="${value}"] { display: none }`),
  )
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${xmlText(title)}</title>
<style>${style}
body:has(#only-found:checked) figure:not(.has-findings) { display: none }
${rules.join('\n')}</style>
<header>
<h1>${xmlText(title)}</h1>
<p class="muted">${counted(surfaces.length, 'surface')}, ${counted(pictures.length, 'picture')}, ${counted(groups.length, 'finding')}, ${changed.length} changed since the last run.</p>
<nav aria-label="Surfaces">${surfaces.map((id) => `<a href="#${xmlText(id)}">${xmlText(id)}</a>`).join('')}</nav>
</header>
<form class="filters">
${filters
  .map(
    ({ key, values }) =>
      `<fieldset><legend>${key}</legend>${values.map((value) => `<label><input type="checkbox" id="${key}-${value}" checked> ${value}</label>`).join('')}</fieldset>`,
  )
  .join('\n')}
<label><input type="checkbox" id="only-found"> only with findings</label>
</form>
<main>
${changed.length > 0 ? `<section><h2 id="changed">Changed</h2>${changed.map(changedPart).join('\n')}</section>` : ''}
${groups.length > 0 ? `<section><h2 id="findings">Findings</h2><ol>${groups.map(findingPart).join('\n')}</ol></section>` : ''}
${missed.length > 0 ? `<section><h2>Not drawn</h2><ul>${missed.map(({ id, reason }) => `<li><strong>${xmlText(id)}</strong>: ${xmlText(reason)}</li>`).join('')}</ul></section>` : ''}
${gone.length > 0 ? `<section><h2>No longer drawn</h2><ul>${gone.map((file) => `<li>${xmlText(file)}</li>`).join('')}</ul></section>` : ''}
${surfaces
  .map((id) =>
    surfacePart(
      id,
      pictures.filter(({ surface }) => surface.id === id),
    ),
  )
  .join('\n')}
</main>
</html>
`
}

const findingPart = ({ rule, text, pictures }: ReturnType<typeof groupFindings>[number]): string =>
  `<li><strong class="bad">${rule}</strong> <code>${xmlText(text)}</code><br><span class="muted">${pictures
    .slice(0, 6)
    .map((picture) => `<a href="#${identifier(picture)}">${xmlText(pictureName(picture))}</a>`)
    .join(', ')}${pictures.length > 6 ? ` and ${pictures.length - 6} more` : ''}</span></li>`

function changedPart(picture: Picture): string {
  const { change, before, file, locale, scheme, width } = picture
  if (change === undefined || change === 'new') return ''
  const figure = (title: string, source: string): string =>
    `<figure><figcaption class="muted">${title}</figcaption><a class="picture" href="${xmlText(source)}"><img loading="lazy" alt="${xmlText(`${title}: ${pictureName(picture)}`)}" src="${xmlText(source)}">${outlines(change)}</a></figure>`
  return `<div data-locale="${locale}" data-scheme="${scheme}" data-width="${width}"><h3>${xmlText(pictureName(picture))}</h3><p class="muted">${xmlText(change.message)}</p><div class="changes">${before === undefined ? '' : figure('Before', before)}${figure('Now', file)}</div></div>`
}

function surfacePart(id: string, pictures: readonly Picture[]): string {
  const rows = new Map<string, Picture[]>()
  for (const picture of pictures) {
    const key = `${picture.locale} ${picture.scheme} ${picture.width}`
    rows.set(key, [...(rows.get(key) ?? []), picture])
  }
  const strips = [...rows].map(([key, own]) => {
    const { locale, scheme, width } = own[0]!
    const ordered = galleryStates.flatMap((state) => own.filter((picture) => picture.state === state))
    return `<div data-locale="${locale}" data-scheme="${scheme}" data-width="${width}"><h3>${xmlText(key)}</h3><div class="strip" tabindex="0" role="group" aria-label="${xmlText(`${id}, ${key}`)}">${ordered.map(picturePart).join('')}</div></div>`
  })
  return `<section><h2 id="${xmlText(id)}">${xmlText(id)} <span class="muted">${xmlText(pictures[0]!.surface.path)}</span></h2>${strips.join('\n')}</section>`
}

function picturePart(picture: Picture): string {
  const { state, width, file, findings } = picture
  const found = findings.length > 0
  const marks = `${found ? ` <span class="bad">${counted(findings.length, 'finding')}</span>` : ''}${picture.change === undefined ? '' : ` <span class="muted">${picture.change === 'new' ? 'new' : 'changed'}</span>`}`
  return `<figure id="${identifier(picture)}" class="w${width}${found ? ' has-findings' : ''}"><figcaption>${stateTitles[state]}${marks}</figcaption><a class="picture${found ? ' found' : ''}" href="${xmlText(file)}"><img loading="lazy" alt="${xmlText(pictureName(picture))}" src="${xmlText(file)}"></a></figure>`
}
