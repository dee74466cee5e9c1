import { describe, expect, it, vi } from 'vitest'
import { checkFiles, limitsOf } from '#renderer/form/uploads/check-files.ts'
import { entryFor, readFiles, shapeOf, writeFiles } from '#renderer/form/uploads/file-value.ts'
import { createUploadQueue, uploadFault, type Upload } from '#renderer/form/uploads/upload-queue.ts'
import { CallFailure } from '#renderer/api/call-failure.ts'
import type { UploadedFile, UploadOptions } from '#renderer/api/upload-file.ts'
import { createFormStore } from '#renderer/form/data/form-store.ts'
import { buildPayload } from '#renderer/form/data/payload.ts'
import { formatFileSize } from '#schemas/rules/numbers/file-size.ts'

const server = { types: ['jpg', 'jpeg', 'png', 'gif', 'pdf'], max_size: 10 * 1024 * 1024 }
const many = limitsOf({}, undefined, server, true)
const file = (name: string, size = 10, type = '') => ({ name, size, type })

describe('what a field takes', () => {
  it('is by default a hundred files of five types and of ten megabytes', () =>
    expect(many).toEqual({ types: ['jpg', 'jpeg', 'png', 'gif', 'pdf'], maxBytes: 10 * 1024 * 1024, max: 100 }))
  it('is narrowed by its document and its rule, never widened beyond the server', () => {
    expect(limitsOf({ max_size: 50, types: ['.PNG'], max: 3 }, 'required|size:100', server, true)).toEqual({
      types: ['png'],
      maxBytes: 102_400,
      max: 3,
    })
    expect(limitsOf({ max_size: 50 }, undefined, server, false)).toMatchObject({ maxBytes: server.max_size, max: 1 })
  })
  it('tells a wrong type, a size and an empty file by name, and takes the rest', () => {
    const { accepted, faults } = checkFiles(
      [file('a.PNG'), file('b.exe'), file('c.png', 11 * 1024 * 1024), file('d.png', 0), file('e.png', 5, 'text/html')],
      0,
      many,
    )
    expect([accepted.map(({ name }) => name), faults.map(({ kind }) => kind)]).toEqual([['a.PNG'], ['type', 'size', 'empty', 'type']])
  })
  it('refuses more files than it holds all together', () => {
    const list = Array.from({ length: 101 }, (_, at) => file(`${at}.png`))
    expect(checkFiles(list, 0, many)).toEqual({
      accepted: [],
      faults: [{ kind: 'count', name: '0.png, 1.png, 2.png …', max: 100, chosen: 101, room: 100 }],
    })
    expect(checkFiles(list.slice(0, 2), 99, many).faults).toEqual([{ kind: 'count', name: '0.png, 1.png', max: 100, chosen: 2, room: 1 }])
    expect(checkFiles(list.slice(0, 1), 1, { ...many, max: 1 }).accepted).toHaveLength(1)
  })
})

it('writes sizes in the units of the reader, and one over the limit never as the limit', () => {
  expect([
    formatFileSize(11 * 1024 * 1024, 'en'),
    formatFileSize(11 * 1024 * 1024, 'fa'),
    formatFileSize(900, 'en'),
    formatFileSize(10.1 * 1024 * 1024, 'en'),
    formatFileSize(11 * 1024 * 1024 + 1, 'en'),
  ]).toEqual(['11 MB', '۱۱ مگابایت', '900 bytes', '10.1 MB', '11 MB'])
  const over = (bytes: number, atLeast: number, locale = 'en') => formatFileSize(bytes, locale, { atLeast })
  expect([
    over(10 * 1024 * 1024 + 1, 10 * 1024 * 1024),
    over(10.06 * 1024 * 1024 + 1, 10.06 * 1024 * 1024),
    over(100 * 1024 + 1, 100 * 1024),
    over(10 * 1024 * 1024 + 1, 10 * 1024 * 1024, 'fa'),
  ]).toEqual(['10.1 MB', '10.07 MB', '100.1 kB', '۱۰/۱ مگابایت'])
  expect([
    formatFileSize(301, 'de'),
    formatFileSize(1, 'en'),
    formatFileSize(301, 'ar'),
    formatFileSize(301, 'zh'),
    formatFileSize(2048, 'fa'),
  ]).toEqual(['301 Byte', '1 byte', '٣٠١ بايت', '301字节', '۲ کیلوبایت'])
})

describe('a value', () => {
  const uploaded: UploadedFile = {
    id: 7,
    link: '/files/k/original.png',
    mime_type: 'image/png',
    versions: { panel_thumb: '/files/k/panel_thumb.webp' },
    name: 'a.png',
    size: 3,
  }
  it('is the object of the server, a list of them, or a link, as its schema says', () => {
    const shapes = [
      { type: ['object', 'null'], format: 'file' },
      { type: 'array', items: { type: 'object', format: 'file' } },
      { type: 'string' },
    ].map(shapeOf)
    expect(shapes.map((shape) => writeFiles([entryFor(uploaded, shape)], shape))).toEqual([
      uploaded,
      [uploaded],
      `${uploaded.link}#name=a.png`,
    ])
    expect(writeFiles([], shapes[0]!)).toBeUndefined()
  })
  it('shows its small picture, and is read from older shapes too', () => {
    const named = `/files/k/original.pdf#name=${encodeURIComponent('گزارش "۱".pdf')}`
    expect(readFiles(named)).toMatchObject([{ name: 'گزارش "۱".pdf', link: named, mimeType: 'application/pdf', value: named }])
    expect(
      readFiles([
        uploaded,
        { src: '/a/b.jpg', thumbnail: '/a/s.jpg' },
        { name: 'x.svg', versions: { original: '/d/1.svg' } },
        null,
        {},
        '/p/%D9%81.pdf',
      ]).map(({ name, link, preview }) => [name, link, preview]),
    ).toEqual([
      ['a.png', uploaded.link, '/files/k/panel_thumb.webp'],
      ['b.jpg', '/a/b.jpg', '/a/s.jpg'],
      ['x.svg', '/d/1.svg', '/d/1.svg'],
      ['ف.pdf', '/p/%D9%81.pdf', undefined],
    ])
  })
  it('goes to the server whole', () => {
    const form = {
      schema: {
        type: 'object',
        properties: { one: { type: 'object', format: 'file' }, list: { type: 'array', items: { type: 'object', format: 'file' } } },
      },
    }
    expect(buildPayload(form, { one: uploaded, list: [uploaded] }, {})).toEqual({ one: uploaded, list: [uploaded] })
  })
})

describe('the queue', () => {
  const open = () => {
    const sent: { file: File; options: UploadOptions; done: (file: UploadedFile) => void; fail: (failure: CallFailure) => void }[] = []
    const done: string[] = []
    const failed: Upload[] = []
    const queue = createUploadQueue({
      onDone: ({ link }) => done.push(link),
      onFailed: (upload) => failed.push(upload),
      send: (chosen, options) =>
        new Promise((resolve, reject) => {
          sent.push({ file: chosen, options, done: resolve, fail: reject })
        }),
    })
    return { queue, sent, done, failed }
  }
  const chosen = (count: number) => Array.from({ length: count }, (_, at) => new File(['x'], `${at}.png`))
  const answer = (link: string): UploadedFile => ({ id: 1, link, mime_type: '', versions: {} })

  it('sends three at a time, and tells when all have ended', async () => {
    const { queue, sent, done } = open()
    queue.add(chosen(5))
    expect(sent).toHaveLength(3)
    const idle = queue.whenIdle()
    sent[1]!.done(answer('/1'))
    await vi.waitFor(() => expect(sent).toHaveLength(4))
    for (const at of [0, 2, 3]) sent[at]!.done(answer(`/${at}`))
    await vi.waitFor(() => expect(sent).toHaveLength(5))
    sent[4]!.done(answer('/4'))
    await idle
    expect([done.length, queue.uploads(), queue.isBusy()]).toEqual([5, [], false])
  })
  it('keeps a failed file to be sent again: under its key when nobody knows whether it arrived', async () => {
    const { queue, sent, failed } = open()
    queue.add(chosen(1))
    sent[0]!.fail(new CallFailure('upload', 0, { errorCode: 'network' }))
    await queue.whenIdle()
    expect([failed.length, queue.uploads()[0]!.state]).toEqual([1, 'failed'])
    queue.retry(queue.uploads()[0]!.key)
    expect(sent[1]!.options.idempotencyKey).toBe(sent[0]!.options.idempotencyKey)
    sent[1]!.fail(new CallFailure('upload', 503, { errorCode: 'not-ready' }))
    await queue.whenIdle()
    queue.retry(queue.uploads()[0]!.key)
    expect(sent[2]!.options.idempotencyKey).not.toBe(sent[1]!.options.idempotencyKey)
  })
  it('gives up what is cancelled, and goes on with the next', async () => {
    const { queue, sent, done } = open()
    queue.add(chosen(4))
    const first = queue.uploads()[0]!.key
    queue.cancel(first)
    expect(sent[0]!.options.signal!.aborted).toBe(true)
    sent[0]!.done(answer('/late'))
    await vi.waitFor(() => expect(sent).toHaveLength(4))
    expect([done, queue.uploads().some(({ key }) => key === first)]).toEqual([[], false])
  })
})

describe('what holds the save', () => {
  const gone = { failure: new CallFailure('upload', 0, { errorCode: 'network' }) }
  const tooLarge = { failure: new CallFailure('upload', 413, { errorCode: 'file-too-large' }) }
  it.each([
    ['a file that did not get through', { failed: [gone], refused: 0, present: 2 }, 'form.upload.unfinished'],
    ['files that were refused, with none that stands', { failed: [tooLarge], refused: 1, present: 0 }, 'form.upload.unwanted'],
    ['nothing where a refused file stands beside a good one', { failed: [], refused: 1, present: 1 }, undefined],
    ['nothing where the server refused a file beside a good one', { failed: [tooLarge], refused: 0, present: 1 }, undefined],
    ['nothing where all is well', { failed: [], refused: 0, present: 0 }, undefined],
  ] as const)('is %s', (_, files, fault) => expect(uploadFault(files)).toBe(fault))
})

describe('a form', () => {
  it('is not waited for any longer when some of what holds it was given up', async () => {
    const sent: ((file: UploadedFile) => void)[] = []
    const queue = createUploadQueue({
      onDone: () => {},
      onFailed: () => {},
      send: () =>
        new Promise((resolve) => {
          sent.push(resolve)
        }),
    })
    const store = createFormStore({}, () => ({}))
    const hold = () => store.hold(queue.whenIdle())
    queue.add([new File(['x'], 'a.png'), new File(['x'], 'b.png')])
    hold()
    const ended = store.whenWorkEnds()
    queue.cancel(queue.uploads()[0]!.key)
    hold()
    expect([await ended, store.getState().working]).toEqual([false, true])
    const again = store.whenWorkEnds()
    queue.cancelAll()
    queue.add([new File(['x'], 'c.png')])
    hold()
    sent[2]!({ id: 1, link: '/c', mime_type: '', versions: {} })
    expect([await again, store.getState().working]).toEqual([true, false])
  })
  it('is held while something of it is on its way, and is not well while a field says so', async () => {
    const store = createFormStore({}, () => ({}))
    let end = (): void => {}
    store.hold(
      new Promise<void>((resolve) => {
        end = resolve
      }),
    )
    const ended = store.whenWorkEnds()
    expect([store.getState().working, store.isDirty()]).toEqual([true, true])
    end()
    await ended
    expect([store.getState().working, store.isDirty()]).toEqual([false, false])
    store.setFault('files', 'not there')
    store.recheck()
    expect([store.getState().problems, store.isDirty()]).toEqual([{ files: ['not there'] }, true])
    store.setFault('files', undefined)
    expect(store.getState().problems).toEqual({})
  })
})
