import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { decodeFile } from '#schemas/cli/decode-file.ts'
import { run } from '#schemas/cli/pishkhan.ts'

let folder: string
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'pishkhan-folders-')), 'library')
  cpSync('tests/fixtures/library', folder, { recursive: true })
})
afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }))

async function pishkhan(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  const printed = { out: '', err: '' }
  const code = await run(argv, {
    out: (text) => {
      printed.out += `${text}\n`
    },
    err: (text) => {
      printed.err += `${text}\n`
    },
    env: { PISHKHAN_HOME: join(folder, '..') },
    colour: false,
    askSecret: () => Promise.resolve(undefined),
  })
  return { code, ...printed }
}

describe('a file that is no UTF-8', () => {
  it('is named with the byte, by line and column', async () => {
    const path = join(folder, 'locales/fa.json')
    const text = readFileSync(path)
    const at = text.indexOf('"author"')
    const spoilt = Buffer.concat([text.subarray(0, at + 1), Buffer.from([0xe6]), text.subarray(at + 1)])
    writeFileSync(path, spoilt)
    const line = text.subarray(0, at).toString().split('\n').length
    const { code, out } = await pishkhan('validate', folder)
    expect(code).toBe(1)
    expect(out).toContain(`${folder}/locales/fa.json:${line}:4 error byte ${at + 1} of this file (0xe6) is no UTF-8: save it as UTF-8`)
    expect(out).toContain('library: 1 error')
  })
  it('but UTF-16 is called by its name', async () => {
    writeFileSync(join(folder, 'locales/fa.json'), Buffer.from('\uFEFF{ "library": "کتابخانه" }', 'utf16le'))
    expect((await pishkhan('validate', folder)).out).toContain(`${folder}/locales/fa.json:1:1 error this file is UTF-16`)
    writeFileSync(join(folder, 'module.json'), Buffer.from('{ "name": "library" }', 'utf16le'))
    expect((await pishkhan('validate', folder)).out).toContain(`${folder}/module.json:1:1 error this file is UTF-16`)
  })
  it('is neither compared nor published', async () => {
    writeFileSync(join(folder, 'locales/fa.json'), Buffer.from([0x7b, 0xff, 0x7d]))
    const refused = 'byte 1 of this file (0xff) is no UTF-8'
    expect(await pishkhan('diff', folder, '--against', 'tests/fixtures/library')).toMatchObject({
      code: 1,
      err: expect.stringContaining(refused) as string,
    })
    expect(await pishkhan('publish', folder, '--server', 'http://127.0.0.1:9', '--token', 't')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/byte 1[^]*not published: 1 error/) as string,
    })
  })
  it.each([
    ['a replacement character that was written', '"\uFFFD"'],
    ['a mark of byte order', '\uFEFF{}'],
    ['Persian and emoji', '"سلام 🙂"'],
  ])('is not seen in %s', (_, text) => expect(decodeFile(Buffer.from(text))).toEqual({ text }))
  it('may begin after replacement characters and be cut at the end', () => {
    expect(decodeFile(Buffer.concat([Buffer.from('\uFFFDس\n'), Buffer.from([0xd8])]))).toMatchObject({
      fault: { byte: 6, line: 2, column: 1 },
    })
  })
})

describe('a symbolic link', () => {
  it('to a file is told, since it is not followed', async () => {
    const outside = join(folder, '..', 'outside.json')
    writeFileSync(outside, '{}')
    symlinkSync(outside, join(folder, 'forms/linked.json'))
    const { code, out } = await pishkhan('validate', folder)
    expect(code).toBe(1)
    expect(out).toContain(`${folder}/forms/linked.json:1:1 error this is a symbolic link to ${outside}, which is not followed`)
  })
  it('to a folder is told', async () => {
    mkdirSync(join(folder, '..', 'shared'))
    symlinkSync('../shared', join(folder, 'modals2'))
    expect((await pishkhan('validate', folder)).out).toContain(`${folder}/modals2:1:1 error this is a symbolic link to ../shared`)
  })
  it('to what is no document is left alone', async () => {
    symlinkSync('module.json', join(folder, 'README.md'))
    expect((await pishkhan('validate', folder)).out).not.toContain('symbolic link')
  })
})

describe('init', () => {
  it('writes a module without errors, in Persian and English', async () => {
    const made = join(folder, '..', 'book-club')
    expect((await pishkhan('init', made)).code).toBe(0)
    const { code, out } = await pishkhan('validate', made)
    expect(code).toBe(0)
    expect(out.match(/ (?:error|warning) .*/g)).toEqual([expect.stringMatching(/ warning there are no texts for ar, fr/)])
  })
  it.each([
    ['is not empty', []],
    ['cannot name a module', ['--name', 'Book Club']],
    ['is a module of the product', ['--name', 'content']],
  ])('writes nothing where the folder or the name will not do: %s', async (message, more) => {
    const where = more.length > 0 ? join(folder, '..', 'fresh') : folder
    expect(await pishkhan('init', where, ...more)).toMatchObject({ code: 2, err: expect.stringContaining(message) as string })
  })
  it.each([
    ['api', 'the address "/api" is the server\'s own'],
    ['grid', 'addresses that begin with "grid" are those of grids'],
    ['constructor', 'nothing can be called "constructor"'],
  ])('writes nothing into a folder called "%s", which cannot name a module', async (name, fault) => {
    const { code, err } = await pishkhan('init', join(folder, name))
    expect(code).toBe(2)
    expect(err).toContain(`"${name}" cannot name a module: ${fault}`)
    expect(err).toContain(`--name ${name}-desk`)
  })
})

it('whoever reads may stop early: | head is no crash', async () => {
  const script = "const { run } = await import('#schemas/cli/pishkhan.ts'); process.exitCode = await run(['help'])"
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'pipe'] })
  child.stdout.destroy()
  let printed = ''
  child.stderr.on('data', (chunk: Buffer) => {
    printed += String(chunk)
  })
  const code = await new Promise<number | null>((ended) => child.on('close', ended))
  expect([code, printed]).toEqual([0, ''])
})
