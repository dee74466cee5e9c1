import './devtools.css'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useCall } from '#renderer/api/use-call.ts'
import { cellLayouts } from '#renderer/grid/columns/columns.ts'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { allWidgets } from '#renderer/registry/widgets.ts'
import { lazyComponent } from '#renderer/documents/lazy-component.tsx'
import { showToast } from '#renderer/ui/toast-store.ts'
import type { CodeEditorHandle } from './code-editor.tsx'
import {
  formatShared,
  keepDraft,
  kindOf,
  labKinds,
  parseShared,
  readDraft,
  ruleDraft,
  sampleDraft,
  scratchModule,
  type LabDraft,
  type LabKind,
} from './lab-draft.ts'
import { draftedEntity, fieldNames } from './drafted-entity.ts'
import { LookBar, Pick, Stage, type Look } from './look.tsx'
import { ProblemList } from './problem-list.tsx'
import { RuleList } from './rule-list.tsx'
import { suggest, type KnownNames } from './suggest.ts'
import { TriedDocument } from './tried-document.tsx'
import { useTexts } from './use-texts.ts'
import { useTrial } from './use-trial.ts'

const CodeEditor = lazyComponent(() => import('./code-editor.tsx'))

interface Version {
  module: string
  is_current: boolean
}

/** Editor for a document with its problems, its preview, and the data that it would send. Nothing is published. */
export default function Lab() {
  const say = useTexts()
  const { locale } = useLocale()
  const editor = useRef<CodeEditorHandle>(null)
  const [draft, setDraft] = useState<LabDraft>(() => parseShared(window.location.hash ?? '') ?? readDraft() ?? sampleDraft('form'))
  const [look, setLook] = useState<Look>({})
  const kind = kindOf(draft.path)
  const change = useCallback((part: Partial<LabDraft>) => setDraft((before) => ({ ...before, ...part })), [])
  useEffect(() => keepDraft(draft), [draft])

  const trial = useTrial({ module: draft.module, path: draft.path, text: draft.text, role: look.role }, locale)
  const problems = trial.latest?.problems ?? noProblems
  const hasErrors = problems.some(({ severity }) => severity === 'error')
  const { value: data, broken } = useMemo(() => readData(draft.data), [draft.data])
  const published = usePublished(draft.module)
  const fields = useFields(draft.text, kind)
  const names = useMemo<KnownNames>(
    () => ({
      widgets: allWidgets().map(({ manifest }) => ({ name: manifest.name, props: manifest.props as Record<string, unknown> | undefined })),
      cells: Object.keys(cellLayouts),
      endpoints: published.endpoints,
      messages: published.messages,
      fields,
    }),
    [published.endpoints, published.messages, fields],
  )
  const offer = useCallback((text: string, offset: number) => suggest(text, offset, kind, names), [kind, names])

  const copy = (text: string, told: string) =>
    void navigator.clipboard.writeText(text).then(
      () => showToast({ tone: 'success', text: told }),
      () => showToast({ tone: 'danger', text: say('copy_failed') }),
    )
  const share = () => {
    const { origin, pathname } = window.location
    copy(`${origin}${pathname}#${formatShared(draft)}`, say('link_copied'))
  }
  const state = trial.failure !== null ? 'failed' : trial.busy ? 'busy' : hasErrors ? 'wrong' : 'right'
  return (
    <div className="dt">
      <div className="dt-bar">
        <Pick
          label={say('module')}
          value={draft.module}
          options={[[scratchModule, say('scratch')], ...published.modules.map((name) => [name, name] as const)]}
          onPick={(module) => change(module === scratchModule ? sampleDraft(kind) : { module })}
        />
        {draft.module === scratchModule ? (
          <Pick
            label={say('kind')}
            value={kind}
            options={labKinds.map((one) => [one, one] as const)}
            onPick={(one) => setDraft(sampleDraft(one as LabKind))}
          />
        ) : (
          <Pick
            label={say('document')}
            value={Object.hasOwn(published.documents, draft.path) ? draft.path : ''}
            options={[
              ['', say('choose')],
              ...Object.keys(published.documents)
                .filter((path) => /^(forms|grids|modals|screens|metrics|entities|extensions)\//.test(path))
                .sort()
                .map((path) => [path, path] as const),
            ]}
            onPick={(path) => {
              if (path) setDraft({ module: draft.module, path, text: published.documents[path]!, data: '{}' })
            }}
          />
        )}
        <span className="dt-buttons">
          <button type="button" className="pk-button" onClick={() => copy(draft.text, say('copied'))}>
            {say('copy')}
          </button>
          <button type="button" className="pk-button" onClick={share}>
            {say('share')}
          </button>
        </span>
      </div>
      <LookBar look={look} onLook={setLook} />
      <div className="dt-lab">
        <section className="dt-pane" aria-label={say('document')}>
          <CodeEditor
            ref={editor}
            label={say('document')}
            value={draft.text}
            onChange={(text) => change({ text })}
            problems={problems}
            suggest={offer}
          />
          <p className="dt-state" role="status" data-state={state}>
            {trial.failure ?? say(state, { module: draft.module, path: draft.path })}
          </p>
          <ProblemList problems={problems} path={draft.path} onOpen={({ line = 1, column = 1 }) => editor.current?.goTo(line, column)} />
          <details className="dt-section" open={broken || undefined}>
            <summary>{say('data_given')}</summary>
            <textarea
              className="pf-input dt-json-input"
              dir="ltr"
              rows={6}
              spellCheck={false}
              aria-label={say('data_given')}
              aria-invalid={broken}
              value={draft.data}
              onChange={(event) => change({ data: event.target.value })}
            />
            {broken && <p className="pf-error">{say('data_broken')}</p>}
          </details>
        </section>
        <section className="dt-pane" aria-label={say('result')}>
          {hasErrors && trial.good && (
            <p className="pf-notice" data-tone="warning" role="note">
              {say('last_good')}
            </p>
          )}
          {trial.good?.refused && (
            <p className="pf-notice" data-tone="info" role="note">
              {say('refused', { role: look.role ?? '', code: trial.good.refused })}
            </p>
          )}
          <Stage look={look}>
            {trial.good?.answer ? (
              <TriedDocument
                key={`${draft.module}/${draft.path}/${draft.data}`}
                kind={trial.good.kind}
                answer={trial.good.answer}
                data={data}
              />
            ) : (
              !trial.good?.refused && <p className="dt-empty">{kind === 'entity' ? say('nothing_drawn') : say('nothing_yet')}</p>
            )}
          </Stage>
        </section>
      </div>
      <RuleList
        onTry={(rule, value) => {
          setDraft(ruleDraft(rule, value))
          window.scrollTo({ top: 0 })
        }}
      />
    </div>
  )
}

const noProblems: never[] = []

function readData(text: string): { value: Record<string, unknown>; broken: boolean } {
  try {
    const value: unknown = JSON.parse(text.trim() || '{}')
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { value: value as Record<string, unknown>, broken: false }
      : { value: {}, broken: true }
  } catch {
    return { value: {}, broken: true }
  }
}

const noDocuments: Record<string, string> = {}

/** The published modules; for the chosen one its documents and the names that they define. */
/** Fields of the entity that a draft names, or that the document which it extends is about. */
function useFields(text: string, kind: string): string[] {
  const { entity, extended } = draftedEntity(text, kind)
  const fetched = useCall<{ documents: Record<string, string> }>('publish-fetch', extended ? { module: extended.module } : null, {
    background: true,
    revalidateIfStale: false,
  })
  const base = extended && fetched.data?.results.documents[extended.path]
  const model =
    entity ?? (base === undefined ? undefined : draftedEntity(base, extended!.path.startsWith('entities/') ? 'entity' : 'grid').entity)
  const info = useCall('info', model === undefined ? null : { model }, { background: true, revalidateIfStale: false })
  const found = info.data?.results
  return useMemo(() => fieldNames(found), [found])
}

function usePublished(module: string) {
  const versions = useCall<Version[]>('publish-versions', {}, { background: true, revalidateIfStale: false })
  const fetched = useCall<{ documents: Record<string, string> }>('publish-fetch', module === scratchModule ? null : { module }, {
    background: true,
    revalidateIfStale: false,
  })
  const documents = fetched.data?.results.documents ?? noDocuments
  const found = versions.data?.results
  const modules = useMemo(
    () => [...new Set((Array.isArray(found) ? found : []).filter(({ is_current }) => is_current).map((version) => version.module))].sort(),
    [found],
  )
  return useMemo(() => {
    const endpoints = (parsed(documents['endpoints.json']).endpoints ?? []) as { name: string }[]
    const generic = ['list', 'single', 'save', 'trash', 'restore', 'destroy', 'activate', 'deactivate', 'info', 'upload']
    return {
      modules,
      documents,
      endpoints: [...endpoints.map(({ name }) => name), ...generic],
      messages: Object.keys(parsed(documents['locales/en.json'])),
    }
  }, [modules, documents])
}

const parsed = (text: string | undefined): Record<string, unknown> => readData(text ?? '{}').value
