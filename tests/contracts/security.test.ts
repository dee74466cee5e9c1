import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

describe('docs/security.md', () => {
  const rows = [...readFileSync('docs/security.md', 'utf8').matchAll(/^\| ([0-9.]+) \|.*\| `([^`]+)`: (.+) \|$/gm)]
  it('claims nothing without a test', () => expect(rows.length).toBeGreaterThan(10))
  it.each(rows.map(([, id, file, name]) => [id, file!, name!] as const))('%s is shown by %s', (_, file, name) => {
    expect(existsSync(file)).toBe(true)
    expect(readFileSync(file, 'utf8')).toContain(`('${name}'`)
  })
})
