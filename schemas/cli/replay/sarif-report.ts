import { relative, sep } from 'node:path'
import { causesOf, freshChanges, type FixtureResult, type StepResult } from './result.ts'
import { placeOf } from './terminal-report.ts'

const rules = {
  'step-failed': 'A step could not be done, or what it expects does not hold.',
  'user-sees-otherwise': 'A user gets something else than what was recorded.',
  'fixture-broken': 'A fixture cannot be read.',
} as const

/** @source SARIF 2.1.0, OASIS */
export function sarifReport(results: readonly FixtureResult[]): string {
  const address = (folder: string, file: string): string =>
    [...relative('.', folder).split(sep), file].filter((part) => part !== '').join('/')
  const at = (uri: string, line = 1) => [{ physicalLocation: { artifactLocation: { uri }, region: { startLine: line } } }]
  const found = results.flatMap((result) => {
    const broken = result.problems.map(({ severity, file, line, message }) => ({
      ruleId: 'fixture-broken',
      level: severity,
      message: { text: message },
      locations: at(address(result.folder, file), line),
    }))
    const steps = result.steps.flatMap((step) => {
      const locations = at(address(result.folder, fileOf(step)))
      return [
        ...step.failures.map((text) => ({
          ruleId: 'step-failed',
          level: 'error',
          message: { text: `step ${step.index}, ${step.name}: ${text}` },
          locations,
        })),
        ...freshChanges(result, step).map((change) => ({
          ruleId: 'user-sees-otherwise',
          level: 'error',
          message: {
            text: `step ${step.index}, ${step.name}: ${placeOf(change)}: ${change.before ?? 'nothing'} became ${change.after ?? 'nothing'}`,
          },
          locations,
          ...(result.documents.length > 0 && {
            relatedLocations: causesOf(change, result.documents)
              .slice(0, 5)
              .map(({ document, pointer }) => ({ logicalLocations: [{ fullyQualifiedName: `${document}${pointer}`, kind: 'property' }] })),
          }),
        })),
      ]
    })
    return [...broken, ...steps]
  })
  const driver = { name: 'pishkhan replay', rules: Object.entries(rules).map(([id, text]) => ({ id, shortDescription: { text } })) }
  const log = {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver }, results: found }],
  }
  return `${JSON.stringify(log, null, 2)}\n`
}

const fileOf = ({ index, before }: StepResult): string => (before ? `states/${String(index).padStart(2, '0')}.txt` : 'fixture.json')
