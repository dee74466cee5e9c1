import { counted } from '#schemas/cli/gallery/terminal-summary.ts'
import { xmlText } from '#schemas/cli/replay/junit-report.ts'
import { changeSentence } from '#schemas/gate/visible-changes.ts'
import { hasPassed, type GateSurface } from '#schemas/gate/gate-report.ts'
import type { GateResult } from './load-gate.ts'

const style = `
:root { color-scheme: light dark; font: 15px/1.6 system-ui, sans-serif; --line: light-dark(#d8dee3, #39424a) }
body { max-width: 76rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.5rem } h2 { font-size: 1.1rem; margin: 2rem 0 .25rem } section { border-block-start: 1px solid var(--line) }
.bad { color: light-dark(#b42318, #ff8f84) } .good { color: light-dark(#14743f, #6fcf97) } .muted { color: light-dark(#57636c, #a3aeb6) }
li { overflow-wrap: anywhere } pre { white-space: pre-wrap; overflow-wrap: anywhere; font-size: 13px }
.pictures { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem } figure { margin: .5rem 0 } img { display: block; width: 100%; border: 1px solid var(--line) }
`

/** A page that needs nothing else: whether the gate is passed, and each surface that changes, before and after. */
export function gateHtml({ report, pictures }: GateResult): string {
  const { module, surfaces, unchanged, fixtures, failures, at, ms } = report
  const verdict = hasPassed(report) ? 'passes the gate' : 'does not pass the gate'
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${xmlText(`${module} ${verdict}`)}</title>
<style>${style}</style>
<h1>${xmlText(module)} <span class="${hasPassed(report) ? 'good' : 'bad'}">${verdict}</span></h1>
<p class="muted">${counted(surfaces.length, 'surface')} changed, ${unchanged} as before, ${counted(fixtures.length, 'fixture')}; ${xmlText(at)}, ${(ms / 1000).toFixed(1)} s</p>
${failures.length === 0 ? '' : `<h2>What does not hold</h2><ul>${failures.map(({ check, on, sentence }) => `<li><strong class="bad">${check}</strong> ${xmlText(on)}: ${xmlText(sentence)}</li>`).join('')}</ul>`}
${surfaces.map((surface) => surfacePart(surface, pictures.get(surface.id) ?? {})).join('\n')}
${fixtures.map(({ name, title, reading, lines }) => `<section><h2>${xmlText(title || name)}</h2><p class="${reading === 'same' ? 'good' : 'bad'}">${reading === 'same' ? 'as recorded' : reading}</p>${lines.length === 0 ? '' : `<pre>${xmlText(lines.join('\n'))}</pre>`}</section>`).join('\n')}
</html>
`
}

function surfacePart(
  { id, path, change, differences, findings, nodes, scriptMs }: GateSurface,
  { before, after }: { before?: Buffer; after?: Buffer },
): string {
  const listed = (items: readonly string[]): string => (items.length === 0 ? '' : `<ul>${items.join('')}</ul>`)
  const cost = [
    nodes && `${nodes.after} elements${nodes.before === undefined ? '' : `, before ${nodes.before}`}`,
    scriptMs && `${scriptMs.after} ms of script and layout${scriptMs.before === undefined ? '' : `, before ${scriptMs.before}`}`,
  ].filter((part) => part !== undefined)
  const figure = (picture: Buffer | undefined, title: string): string =>
    picture
      ? `<figure><figcaption class="muted">${title}</figcaption><img alt="${xmlText(`${id}: ${title}`)}" src="data:image/png;base64,${picture.toString('base64')}"></figure>`
      : ''
  const pictures = figure(before, 'Before') + figure(after, 'After')
  return `<section><h2>${xmlText(id)} <span class="muted">${xmlText(path)}, ${change}</span></h2>
${listed(differences.map((each) => `<li>${xmlText(changeSentence(each))}</li>`))}
${listed(findings.map(({ rule, text, isOld, at }) => `<li><strong class="${isOld ? 'muted' : 'bad'}">${rule}${isOld ? ', there before' : ''}</strong> <code>${xmlText(text)}</code> <span class="muted">${at.state}, ${at.locale}, ${at.width}</span></li>`))}
${cost.length === 0 ? '' : `<p class="muted">${xmlText(cost.join('; '))}</p>`}
${pictures === '' ? '' : `<div class="pictures">${pictures}</div>`}</section>`
}
