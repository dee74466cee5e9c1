import { useEffect, useEffectEvent } from 'react'
import { isCancelled } from '#renderer/api/call-failure.ts'
import { showFailure } from '#renderer/api/show-failure.ts'
import { useCall } from '#renderer/api/use-call.ts'
import { ModalFrame } from '#renderer/dialog/modal-frame.tsx'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { PanelLink } from '#renderer/shell/panel-link.tsx'
import { Icon } from '#renderer/ui/icon.tsx'
import { Loading } from '#renderer/ui/loading.tsx'
import { HelpText } from './help-text.tsx'
import type { HelpPost } from './help-types.ts'
import type { RouteHelp } from './use-help.ts'
import { useTexts } from './use-texts.ts'

interface HelpDrawerProps {
  help: RouteHelp
  opener: HTMLElement | null
  onShown: () => void
  onClose: () => void
}

/** The help of the open page, beside it. It closes itself when the help cannot be read. */
export default function HelpDrawer({ help: { slug, read }, opener, onShown, onClose }: HelpDrawerProps) {
  const { t } = useLocale()
  const say = useTexts()
  const { data, error } = useCall<HelpPost>(read.name, { ...read.params, slug }, { scope: 'help' })
  const help = data?.results
  const shown = useEffectEvent(onShown)
  const fail = useEffectEvent(() => {
    if (error && !isCancelled(error)) showFailure(error, { title: say('failed') })
    onClose()
  })
  const isShown = help !== undefined
  useEffect(() => {
    if (isShown) shown()
  }, [isShown])
  useEffect(() => {
    if (error) fail()
  }, [error])
  const foot = (
    <>
      {help?.edit_page && (
        <PanelLink to={help.edit_page} className="pk-button" onFollow={onClose}>
          <Icon name="pencil" size={16} /> {say('edit')}
        </PanelLink>
      )}
      <PanelLink to="/help" className="pk-button" onFollow={onClose}>
        <Icon name="search" size={16} /> {say('all')}
      </PanelLink>
      <button type="button" className="pk-button pk-button-primary" onClick={onClose}>
        {t('modal.close')}
      </button>
    </>
  )
  return (
    <ModalFrame title={help?.title ?? t('shell.help_word')} size="drawer" opener={opener} ready={isShown} onClose={onClose} foot={foot}>
      {help ? <HelpText help={help} /> : <Loading />}
    </ModalFrame>
  )
}
