import { Suspense } from 'react'
import type { FixtureDocumentStep, FixtureDocumentTarget } from '#schemas/types/contract.d.ts'
import { Loading } from '#renderer/ui/loading.tsx'
import type { Say } from '#renderer/locale/own-texts.ts'
import { useTexts } from './use-texts.ts'
import './step-list.css'

export type RecordedStep = FixtureDocumentStep

interface StepListProps {
  /** Path of the page before the first step. */
  opens: string
  steps: readonly RecordedStep[]
}

/** Steps as sentences, in their order. */
export function StepList(props: StepListProps) {
  return (
    <Suspense fallback={<Loading />}>
      <Steps {...props} />
    </Suspense>
  )
}

function Steps({ opens, steps }: StepListProps) {
  const say = useTexts()
  return (
    <ol className="stp" tabIndex={0} aria-label={say('steps')}>
      <li>
        <span>{say('do.open')}</span> <code dir="ltr">{opens}</code>
      </li>
      {steps.map((step, index) => (
        <li key={index}>
          <span>{say(`do.${step.do}`)}</span> <What step={step} say={say} />
        </li>
      ))}
    </ol>
  )
}

function What({ step, say }: { step: RecordedStep; say: Say }) {
  const { on, key, path, options, files, text } = step
  return (
    <>
      {on && <Target target={on} say={say} />}
      {key !== undefined && <kbd dir="ltr">{key}</kbd>}
      {path !== undefined && <code dir="ltr">{path}</code>}
      {(options ?? files) && <bdi>{(options ?? files)!.join(', ')}</bdi>}
      {text !== undefined && (
        <>
          : <q>{text}</q>
        </>
      )}
    </>
  )
}

function Target({ target: { role, name, in: around }, say }: { target: FixtureDocumentTarget; say: Say }) {
  const known = say(`role.${role}`)
  return (
    <>
      {known === `role.${role}` ? role : known} {name !== undefined && <bdi className="stp-name">{name}</bdi>}
      {around && (
        <span className="stp-in">
          {' '}
          (<Target target={around} say={say} />)
        </span>
      )}{' '}
    </>
  )
}
