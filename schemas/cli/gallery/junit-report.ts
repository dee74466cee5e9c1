import { xmlText } from '#schemas/cli/replay/junit-report.ts'
import type { GalleryResult, Picture } from '#schemas/gallery/result.ts'

/** One test suite a surface, one test case a picture; what was not drawn is a failed case too. */
export function galleryJunit({ pictures, missed }: GalleryResult): string {
  const bySurface = new Map<string, Picture[]>()
  for (const picture of pictures) bySurface.set(picture.surface.id, [...(bySurface.get(picture.surface.id) ?? []), picture])
  const testCase = (suite: string, name: string, failure: string): string =>
    `    <testcase classname="${xmlText(suite)}" name="${xmlText(name)}"${
      failure === '' ? '/>' : `><failure message="findings">${xmlText(failure)}</failure></testcase>`
    }`
  const suite = (name: string, cases: { name: string; failure: string }[]): string =>
    [
      `  <testsuite name="${xmlText(name)}" tests="${cases.length}" failures="${cases.filter(({ failure }) => failure !== '').length}">`,
      ...cases.map((each) => testCase(name, each.name, each.failure)),
      '  </testsuite>',
    ].join('\n')
  const suites = [...bySurface].map(([id, own]) =>
    suite(
      id,
      own.map(({ state, locale, scheme, width, findings }) => ({
        name: `${state} ${locale} ${scheme} ${width}`,
        failure: findings.map(({ rule, text }) => `${rule}: ${text}`).join('\n'),
      })),
    ),
  )
  if (missed.length > 0)
    suites.push(
      suite(
        'not drawn',
        missed.map(({ id, reason }) => ({ name: id, failure: reason })),
      ),
    )
  return ['<?xml version="1.0" encoding="UTF-8"?>', '<testsuites name="pishkhan gallery">', ...suites, '</testsuites>', ''].join('\n')
}
