// `npm run licences`: the licence of every package that the product ships, and which of them are not open source.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../server-mock/set-up.mjs'

/** SPDX names of licences that the Open Source Initiative approves and that ask for no more than a notice. */
const open = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'CC-BY-4.0',
  'Unlicense',
  'Python-2.0',
  'OFL-1.1',
  'MPL-2.0',
  'LGPL-3.0-or-later',
  'PostgreSQL',
  'Zlib',
])

/** @returns the licence that a package names, `unknown` where it names none. */
function licenceOf(path) {
  const file = join(root, path, 'package.json')
  if (!existsSync(file)) return undefined
  const { license, licenses } = JSON.parse(readFileSync(file, 'utf8'))
  const named = license?.type ?? license ?? licenses?.map(({ type }) => type).join(' OR ')
  return named || 'unknown'
}

const words = (licence) => licence.replace(/[()]/g, '').split(/ (?:AND|OR) /)
/** Of several that one may choose from, one that is open is enough; of several that hold together, all have to be. */
const isOpen = (licence) =>
  licence.includes(' AND ') ? words(licence).every((word) => open.has(word)) : words(licence).some((word) => open.has(word))

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
const byLicence = new Map()
const closed = []
for (const [path, { dev, version }] of Object.entries(packages)) {
  if (path === '' || dev) continue
  const licence = licenceOf(path)
  if (licence === undefined) continue // made for another machine
  const name = `${path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${version}`
  byLicence.set(licence, [...(byLicence.get(licence) ?? []), name])
  if (!isOpen(licence)) closed.push(`${name}: ${licence}`)
}
for (const [licence, names] of [...byLicence].sort(([, a], [, b]) => b.length - a.length))
  console.log(`${licence} (${names.length})\n  ${names.join(', ')}\n`)
console.log(closed.length === 0 ? 'All are open source.' : `Not known as open source:\n  ${closed.join('\n  ')}`)

/** Those that the README names, with what they mean. */
const readme = readFileSync(join(root, 'README.md'), 'utf8')
const unnamed = closed.filter((line) => !readme.includes(line.slice(0, line.lastIndexOf('@'))))
if (unnamed.length > 0) {
  console.error(`\nThe README does not say what this means:\n  ${unnamed.join('\n  ')}`)
  process.exitCode = 1
}
