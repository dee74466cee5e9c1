import { describe, expect, it } from 'vitest'
import { stylesInPlace } from '#schemas/rules/html/html-styles.ts'

describe('a style of formatted text', () => {
  it.each([
    'color: red; text-align: center',
    'position: relative',
    'position:static !important;color:red',
    'margin: 0 auto; margin-top: 4px',
    'background: url("data:image/png;base64,AAAA")',
    'width: 50%; float: left; text-indent: 2em',
    '',
  ])('stays as it is: %j', (style) => expect(stylesInPlace(style)).toBe(style))

  it.each([
    ['position: fixed', ''],
    ['color: red; POSITION : Sticky ; text-align: center', 'color: red; text-align: center'],
    ['position:absolute!important;inset:0', ''],
    ['position: -webkit-sticky', ''],
    ['--x: fixed; position: var(--x)', '--x: fixed'],
    ['position/**/:/**/fixed;color:red', 'color:red'],
    ['/* position: fixed */ color: red', 'color: red'],
    ['pos\\69tion: fixed; color: red', ''],
    ['position: relative; top: -900px; left: -900px', 'position: relative'],
    ['transform: translate(-50vw, -50vh) scale(9); color: red', 'color: red'],
    ['-webkit-transform: scale(9)', ''],
    ['margin: 0 -900px', ''],
    ['margin-top:calc(0px - 900px)', ''],
    ['animation: pk-open 1s', ''],
    ['box-shadow: 0 0 0 100vmax red; color: red', 'color: red'],
    ['outline: 9999px solid; filter: drop-shadow(-90vw 0 red)', ''],
    ['text-indent: -999px', ''],
  ])('keeps its element in its place: %j', (style, kept) => expect(stylesInPlace(style)).toBe(kept))
})
