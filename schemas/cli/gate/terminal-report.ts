import { counted } from '#schemas/cli/gallery/terminal-summary.ts'
import { changeSentence } from '#schemas/gate/visible-changes.ts'
import { hasPassed, type GateReport, type GateSurface } from '#schemas/gate/gate-report.ts'

const most = 40

/** What a gate found, in lines: what a user would see differently, what is wrong, and whether it passes. */
export function gateText(report: GateReport, isColoured: boolean): string {
  const paint = (code: number, text: string): string => (isColoured ? `\u001b[${code}m${text}\u001b[0m` : text)
  const { surfaces, fixtures, failures, unchanged, ms } = report
  const ofSurfaces = surfaces.flatMap((surface) => {
    const old = surface.findings.filter(({ isOld }) => isOld).length
    return [
      `${surface.change.padEnd(8)}${surface.id} ${surface.path}`,
      ...surface.differences.slice(0, most).map((change) => paint(33, `    ${changeSentence(change)}`)),
      ...(surface.differences.length > most ? [`    and ${surface.differences.length - most} more`] : []),
      ...(surface.change === 'changed' && surface.differences.length === 0 ? ['    looks as before'] : []),
      ...(old > 0 ? [`    ${old === 1 ? 'one finding was' : `${old} findings were`} there before`] : []),
      ...costLine(surface),
    ]
  })
  const ofFixtures = fixtures.flatMap(({ name, reading, lines }) => [
    `fixture ${name}: ${reading === 'same' ? 'as recorded' : reading}`,
    ...lines.map((line) => `    ${line}`),
  ])
  return [
    ...ofSurfaces,
    ...ofFixtures,
    ...failures.map(({ check, on, sentence }) => paint(31, `FAILED  ${check}: ${on}: ${sentence}`)),
    `${paint(hasPassed(report) ? 32 : 31, hasPassed(report) ? 'the gate is passed' : 'the gate is not passed')}: ${counted(surfaces.length, 'surface')} changed, ${unchanged} as before, ${counted(fixtures.length, 'fixture')}, ${counted(failures.length, 'failure')}, ${(ms / 1000).toFixed(1)} s`,
  ].join('\n')
}

function costLine({ nodes, scriptMs }: GateSurface): string[] {
  const parts = [
    nodes && `${nodes.after} elements${nodes.before === undefined || nodes.before === nodes.after ? '' : ` instead of ${nodes.before}`}`,
    scriptMs && `${scriptMs.after} ms of script and layout${scriptMs.before === undefined ? '' : ` (before ${scriptMs.before})`}`,
  ].filter((part) => part !== undefined)
  return parts.length === 0 ? [] : [`    ${parts.join(', ')}`]
}
