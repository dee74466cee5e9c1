import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { textOption, type Command, type CommandCall } from '#schemas/cli/command.ts'
import { productRoot } from '#schemas/cli/contract-bundle.ts'
import { contactSheet } from '#schemas/cli/gallery/contact-sheet.ts'
import { galleryJunit } from '#schemas/cli/gallery/junit-report.ts'
import { loadGallery } from '#schemas/cli/gallery/load-gallery.ts'
import { gallerySummary } from '#schemas/cli/gallery/terminal-summary.ts'
import { readableFolder } from '#schemas/cli/readable-folder.ts'
import { UsageError } from '#schemas/cli/usage-error.ts'
import { galleryStates } from '#schemas/gallery/gallery-state.ts'
import { galleryLocales, gallerySchemes, galleryWidths } from '#schemas/gallery/result.ts'
import { locales } from '#schemas/rules/locales.ts'

/** `gallery MODULE…`: draws every screen, grid and modal of modules in their states. */
export const gallery: Command = {
  name: 'gallery',
  summary: 'draws the screens, grids and modals of modules in their states, and says what is wrong and what has changed',
  detail:
    'MODULE is the folder of a module, or the name of one of the product. A page with all pictures is written into the folder of --out.',
  arguments: ['module', 'more…'],
  options: {
    out: { type: 'string', value: 'DIR', summary: 'folder of the pictures, gallery when left out; those of the last run are compared' },
    states: { type: 'string', value: 'A,B', summary: `only these states: ${galleryStates.join(', ')}` },
    locales: { type: 'string', value: 'A,B', summary: 'in these languages; fa,en when left out' },
    schemes: { type: 'string', value: 'A,B', summary: 'in these colours; light,dark when left out' },
    widths: { type: 'string', value: 'A,B', summary: 'in windows so many pixels wide; 1366,390 when left out' },
    only: { type: 'string', value: 'PATH', summary: 'only what has this in its name, or a path that begins with it' },
    workers: { type: 'string', value: 'N', summary: 'pages at the same time; 2 when left out' },
    keyboard: { type: 'boolean', summary: 'walks through each of them by Tab, and out of dialogs by Escape' },
    check: { type: 'boolean', summary: 'ends with 1 if there is a finding, or something could not be drawn' },
    junit: { type: 'string', value: 'FILE', summary: 'writes a report in the format of JUnit' },
  },
  async run(call) {
    const { out, env } = call.terminal
    const folders = call.arguments.map(folderOf)
    if (folders.some((folder) => !readableFolder(folder, call.terminal, 'not drawn'))) return 1
    const target = resolve(textOption(call, 'out') ?? 'gallery')
    const only = textOption(call, 'only')
    const { drawGallery, NoBrowser } = await loadGallery()
    try {
      const result = await drawGallery(folders, {
        root: productRoot,
        env,
        out: target,
        states: listOption(call, 'states', galleryStates, galleryStates),
        locales: listOption(call, 'locales', galleryLocales, locales),
        schemes: listOption(call, 'schemes', gallerySchemes, gallerySchemes),
        widths: widthsOption(call),
        workers: wholeOption(call, 'workers', 2, 1, 16),
        hasKeyboard: call.options.keyboard === true,
        ...(only !== undefined && { only }),
      })
      const sheet = join(target, 'index.html')
      mkdirSync(target, { recursive: true })
      writeFileSync(sheet, contactSheet(result, `Gallery of ${call.arguments.join(', ')}`))
      const junit = textOption(call, 'junit')
      if (junit !== undefined) {
        mkdirSync(dirname(resolve(junit)), { recursive: true })
        writeFileSync(junit, galleryJunit(result))
      }
      out(gallerySummary(result))
      out(sheet)
      const isClean = result.missed.length === 0 && result.pictures.every(({ findings }) => findings.length === 0)
      return call.options.check === true && !isClean ? 1 : 0
    } catch (fault) {
      if (fault instanceof NoBrowser) throw new UsageError(fault.message)
      throw fault
    }
  },
}

/** @throws UsageError when it is neither a folder nor the name of a module */
function folderOf(named: string): string {
  if (existsSync(join(named, 'module.json'))) return resolve(named)
  const own = join(productRoot, 'modules', named)
  if (/^[a-z][a-z0-9-]*$/.test(named) && existsSync(join(own, 'module.json'))) return own
  throw new UsageError(`${named} is neither the folder of a module nor the name of one of the product`)
}

function listOption<Value extends string>(call: CommandCall, name: string, usual: readonly Value[], allowed: readonly Value[]): Value[] {
  const text = textOption(call, name)
  if (text === undefined) return [...usual]
  const values = text.split(',').map((value) => value.trim())
  const unknown = values.find((value) => !allowed.some((each) => each === value))
  if (unknown !== undefined) throw new UsageError(`--${name} takes ${allowed.join(', ')}, not ${JSON.stringify(unknown)}`)
  return allowed.filter((each) => values.includes(each))
}

function widthsOption(call: CommandCall): number[] {
  const text = textOption(call, 'widths')
  if (text === undefined) return [...galleryWidths]
  return text.split(',').map((value) => {
    if (!/^\d{3,4}$/.test(value.trim()))
      throw new UsageError(`--widths takes numbers of pixels from 100 to 9999, not ${JSON.stringify(value)}`)
    return Number(value)
  })
}

function wholeOption(call: CommandCall, name: string, usual: number, least: number, most: number): number {
  const text = textOption(call, name)
  if (text === undefined) return usual
  if (!/^\d{1,6}$/.test(text) || Number(text) < least || Number(text) > most)
    throw new UsageError(`--${name} takes a whole number from ${least} to ${most}, not ${text}`)
  return Number(text)
}
