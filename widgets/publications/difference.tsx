import { Loading, ReadFailure, useCall } from '#renderer'
import type { Endpoints } from '#schemas/types/endpoints.d.ts'
import { useTexts } from './use-texts.ts'

type Diff = Endpoints['publish-diff']['results']

/** What a version changes in the one before; sentences about documents are in English, as in the command line. */
export function Difference({ module, from, to }: { module: string; from: number | null; to: number }) {
  const say = useTexts()
  const { data, error, mutate } = useCall<Diff>('publish-diff', { module, to, ...(from !== null && { from }) })
  if (error) return <ReadFailure text={say('failed')} onRetry={() => void mutate()} />
  if (!data) return <Loading />
  const { changes, files } = data.results
  return (
    <div className="pb-diff">
      <ul>
        {changes.map(({ level, subject, sentence }) => (
          <li key={`${subject} ${sentence}`} data-level={level}>
            <span>{say(`level_${level}`)}</span>
            <bdi dir="ltr" lang="en">
              <b>{subject}</b> {sentence}
            </bdi>
          </li>
        ))}
      </ul>
      <ul className="pb-files" aria-label={say('files')}>
        {files.map(({ path, change }) => (
          <li key={path}>
            <code dir="ltr">{path}</code> <span>{say(`file_${change}`)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
