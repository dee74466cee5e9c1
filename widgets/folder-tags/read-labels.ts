import { callNamed, fetchRemoteOptions, type ReadValue } from '#renderer'
import { readChosen } from './chosen-labels.ts'

/** The chosen labels by their titles, a line for each folder. */
const readLabels: ReadValue = async (value, { folders, labels, params }, locale, signal) => {
  const chosen = Object.entries(readChosen(value)).filter(([, ids]) => ids.length > 0)
  const sent = typeof params === 'object' && params !== null ? (params as Record<string, unknown>) : {}
  const { metadata } = await callNamed(String(folders), { method: 'GET', params: sent, signal })
  const known = Array.isArray(metadata.folders) ? (metadata.folders as { slug: string; title: string }[]) : []
  const list = new Intl.ListFormat(locale, { type: 'unit', style: 'short' })
  const lines = chosen.map(async ([slug, ids]) => {
    const options = await fetchRemoteOptions(String(labels), { slug, ids: ids.join(',') }, signal)
    const titles = ids.map((id) => options.find((option) => option.value === String(id))?.title ?? String(id))
    return `${known.find((folder) => folder.slug === slug)?.title ?? slug}: ${list.format(titles)}`
  })
  return (await Promise.all(lines)).join('\n')
}

export default readLabels
