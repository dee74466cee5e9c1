import { formatStep } from './terminal-report.ts'
import { freshChanges, readingOf, type FixtureResult } from './result.ts'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }
/** Text for XML 1.0; characters that it cannot hold are left out. */
export const xmlText = (text: string): string =>
  text.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '').replace(/[&<>"']/g, (letter) => escapes[letter]!)

/** One test suite a fixture, one test case a step. */
export function junitReport(results: readonly FixtureResult[]): string {
  const suites = results.map((result) => {
    const broken =
      readingOf(result) === 'broken'
        ? [{ name: 'the fixture can be read', text: result.problems.map(({ message }) => message).join('\n') }]
        : []
    const cases = [
      ...broken,
      ...result.steps.map((step) => ({
        name: `${step.index} ${step.name}`,
        text: step.failures.length + freshChanges(result, step).length > 0 ? formatStep(result, step, false) : '',
      })),
    ]
    const failures = cases.filter(({ text }) => text !== '').length
    return [
      `  <testsuite name="${xmlText(result.name)}" tests="${cases.length}" failures="${failures}" time="${(result.ms / 1000).toFixed(3)}">`,
      ...cases.map(({ name, text }) =>
        text === ''
          ? `    <testcase classname="${xmlText(result.name)}" name="${xmlText(name)}"/>`
          : `    <testcase classname="${xmlText(result.name)}" name="${xmlText(name)}"><failure message="not as recorded">${xmlText(text)}</failure></testcase>`,
      ),
      '  </testsuite>',
    ].join('\n')
  })
  return ['<?xml version="1.0" encoding="UTF-8"?>', '<testsuites name="pishkhan replay">', ...suites, '</testsuites>', ''].join('\n')
}
