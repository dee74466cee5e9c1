import { compilePattern } from '#schemas/rules/pattern/pattern-parser.ts'

// Runs one pattern on one text; the caller terminates the worker if it takes too long.
self.onmessage = ({ data: { pattern, text } }: MessageEvent<{ pattern: string; text: string }>) => {
  self.postMessage(compilePattern(pattern).test(text))
}
self.postMessage('ready')
