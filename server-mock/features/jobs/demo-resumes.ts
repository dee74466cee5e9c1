import type { FastifyInstance } from 'fastify'
import { names } from './seed-words.ts'

const folder = '/demo/jobs'
const day = 86_400

/** The résumé of a demo applicant as it is stored; `number` counts the names of the demo from 1. */
export function demoResume(number: number) {
  const name = `${names[number - 1]![1].replace('.', '-')}.pdf`
  const link = `${folder}/${name}`
  return { name, link, mime_type: 'application/pdf', versions: { original: link } }
}

/** Serves the résumés of the demo: written on request, never stored. */
export function serveDemoResumes(app: FastifyInstance): void {
  app.get<{ Params: { file: string } }>(`${folder}/:file`, (request, reply) => {
    const found = names.find(([, latin]) => `${latin.replace('.', '-')}.pdf` === request.params.file)
    if (!found) return reply.callNotFound()
    return reply.type('application/pdf').header('cache-control', `public, max-age=${day}`).send(writeResume(found[1]))
  })
}

/** A page of A4 in Helvetica, as PDF 1.4. */
function writeResume(latin: string): string {
  const name = latin
    .split('.')
    .map((part) => part[0]!.toUpperCase() + part.slice(1))
    .join(' ')
  const lines = [
    `${latin}@example.com`,
    '',
    'Experience',
    'Five years in teams of four to twelve people',
    '',
    'Languages',
    'Persian, English',
  ]
  const text = `BT /F1 22 Tf 64 760 Td (${name}) Tj /F1 12 Tf 0 -14 Td ${lines.map((line) => `0 -20 Td (${line}) Tj`).join(' ')} ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return String(offset).padStart(10, '0')
  })
  const entries = ['0000000000 65535 f ', ...offsets.map((offset) => `${offset} 00000 n `)].join('\n')
  const size = objects.length + 1
  return `${body}xref\n0 ${size}\n${entries}\ntrailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`
}
