import { defineWidget, NumberControl, PhoneControl, type Widget } from '#renderer'
import accessPreviewManifest from './access-preview/widget.json'
import accountCodeManifest from './account-code/widget.json'
import auditLogManifest from './audit-log/widget.json'
import avatarManifest from './avatar/widget.json'
import balanceBarManifest from './balance-bar/widget.json'
import checkboxManifest from './checkbox/widget.json'
import checkboxesManifest from './checkboxes/widget.json'
import codeManifest from './code/widget.json'
import colorManifest from './color/widget.json'
import componentsListManifest from './components-list/widget.json'
import consultationCalendarManifest from './consultation-calendar/widget.json'
import contraAmountManifest from './contra-amount/widget.json'
import copyManifest from './copy/widget.json'
import dashboardManifest from './dashboard/widget.json'
import daysManifest from './days/widget.json'
import dateManifest from './date/widget.json'
import dateRangeManifest from './date-range/widget.json'
import dateTimeManifest from './date-time/widget.json'
import dateTimeRangeManifest from './date-time-range/widget.json'
import divisionPickerManifest from './division-picker/widget.json'
import driverTestManifest from './driver-test/widget.json'
import emailManifest from './email/widget.json'
import fieldSettingsManifest from './field-settings/widget.json'
import folderTagsManifest from './folder-tags/widget.json'
import forbiddenManifest from './forbidden/widget.json'
import galleryManifest from './gallery/widget.json'
import helpListManifest from './help-list/widget.json'
import iconManifest from './icon/widget.json'
import identifierManifest from './identifier/widget.json'
import jsonManifest from './json/widget.json'
import labManifest from './lab/widget.json'
import layoutPreviewManifest from './layout-preview/widget.json'
import localeMapManifest from './locale-map/widget.json'
import localeSelectManifest from './locale-select/widget.json'
import mapPointManifest from './map-point/widget.json'
import menuTreeManifest from './menu-tree/widget.json'
import memberListManifest from './member-list/widget.json'
import mobileManifest from './mobile/widget.json'
import moneyManifest from './money/widget.json'
import multiPickManifest from './multi-pick/widget.json'
import multiSelectManifest from './multi-select/widget.json'
import numberManifest from './number/widget.json'
import panelInfoManifest from './panel-info/widget.json'
import oneTimeCodeManifest from './one-time-code/widget.json'
import passkeysManifest from './passkeys/widget.json'
import passwordManifest from './password/widget.json'
import permissionMatrixManifest from './permission-matrix/widget.json'
import phoneManifest from './phone/widget.json'
import productWaresManifest from './product-wares/widget.json'
import publicationsManifest from './publications/widget.json'
import qrCodeManifest from './qr-code/widget.json'
import radioManifest from './radio/widget.json'
import recordSessionManifest from './record-session/widget.json'
import remoteSelectManifest from './remote-select/widget.json'
import reportedSessionManifest from './reported-session/widget.json'
import roleAssignmentsManifest from './role-assignments/widget.json'
import richTextManifest from './rich-text/widget.json'
import routeListManifest from './route-list/widget.json'
import secondFactorManifest from './second-factor/widget.json'
import selectManifest from './select/widget.json'
import seoPanelManifest from './seo-panel/widget.json'
import serverAddressManifest from './server-address/widget.json'
import notificationChoicesManifest from './notification-choices/widget.json'
import notificationDigestManifest from './notification-digest/widget.json'
import pushBrowsersManifest from './push-browsers/widget.json'
import sessionInfoManifest from './session-info/widget.json'
import outboxManifest from './outbox/widget.json'
import sessionListManifest from './session-list/widget.json'
import signInManifest from './sign-in/widget.json'
import sisterSwitcherManifest from './sister-switcher/widget.json'
import slideStageManifest from './slide-stage/widget.json'
import slugManifest from './slug/widget.json'
import socialAccountsManifest from './social-accounts/widget.json'
import socialReturnManifest from './social-return/widget.json'
import startLinksManifest from './start-links/widget.json'
import stateChoiceManifest from './state-choice/widget.json'
import stockLevelManifest from './stock-level/widget.json'
import switchManifest from './switch/widget.json'
import tagsManifest from './tags/widget.json'
import textManifest from './text/widget.json'
import textareaManifest from './textarea/widget.json'
import timeManifest from './time/widget.json'
import timelineManifest from './timeline/widget.json'
import treeSelectManifest from './tree-select/widget.json'
import uploadManifest from './upload/widget.json'
import urlManifest from './url/widget.json'
import userPermitsManifest from './user-permits/widget.json'
import userSearchManifest from './user-search/widget.json'
import wareInventoryManifest from './ware-inventory/widget.json'

/**
 * A widget and the control that it is made of: both have come before either is drawn, so that a key that opens a cell of a
 * table is not lost.
 */
const together = async <T>(widget: Promise<T>, control: { preload: () => Promise<void> }): Promise<T> =>
  (await Promise.all([widget, control.preload()]))[0]

/** Every widget of the panel; its component is loaded when a document first uses it. */
export const widgets: readonly Widget[] = [
  defineWidget('block', accessPreviewManifest, () => import('./access-preview/access-preview.tsx')),
  defineWidget('field', accountCodeManifest, () => import('./account-code/account-code.tsx'), { line: true }),
  defineWidget('block', auditLogManifest, () => import('./audit-log/audit-log.tsx')),
  defineWidget('field', avatarManifest, () => import('./avatar/avatar.tsx')),
  defineWidget('block', balanceBarManifest, () => import('./balance-bar/balance-bar.tsx')),
  defineWidget('field', checkboxManifest, () => import('./checkbox/checkbox.tsx'), { label: 'beside' }),
  defineWidget('field', checkboxesManifest, () => import('./checkboxes/checkboxes.tsx'), { label: 'group' }),
  defineWidget('field', codeManifest, () => import('./code/code.tsx'), { longText: true }),
  defineWidget('field', colorManifest, () => import('./color/color.tsx'), { line: true }),
  defineWidget('block', componentsListManifest, () => import('./components-list/components-list.tsx')),
  defineWidget('block', dashboardManifest, () => import('./dashboard/dashboard.tsx')),
  defineWidget('block', driverTestManifest, () => import('./driver-test/driver-test.tsx')),
  defineWidget('block', consultationCalendarManifest, () => import('./consultation-calendar/consultation-calendar.tsx')),
  defineWidget('field', contraAmountManifest, () => together(import('./contra-amount/contra-amount.tsx'), NumberControl), { line: true }),
  defineWidget('field', copyManifest, () => import('./copy/copy.tsx'), { line: true }),
  defineWidget('field', dateManifest, () => import('./date/date.tsx'), { line: true, limited: 'day' }),
  defineWidget('field', dateRangeManifest, () => import('./date-range/date-range.tsx'), { label: 'group', limited: 'day', isPeriod: true }),
  defineWidget('field', dateTimeManifest, () => import('./date-time/date-time.tsx'), { line: true, limited: 'moment' }),
  defineWidget('field', dateTimeRangeManifest, () => import('./date-time-range/date-time-range.tsx'), {
    label: 'group',
    limited: 'moment',
    isPeriod: true,
  }),
  defineWidget('field', daysManifest, () => import('./days/days.tsx'), { label: 'group' }),
  defineWidget('field', divisionPickerManifest, () => import('./division-picker/division-picker.tsx'), {
    label: 'group',
    choosesRecords: 'generic-division-list',
  }),
  defineWidget('field', emailManifest, () => import('./email/email.tsx'), { line: true }),
  defineWidget('block', fieldSettingsManifest, () => import('./field-settings/field-settings.tsx')),
  defineWidget('field', folderTagsManifest, () => import('./folder-tags/folder-tags.tsx'), {
    label: 'group',
    errors: 'own',
    readValue: () => import('./folder-tags/read-labels.ts'),
  }),
  defineWidget('block', forbiddenManifest, () => import('./forbidden/forbidden.tsx')),
  defineWidget('field', galleryManifest, () => import('./gallery/gallery.tsx')),
  defineWidget('block', helpListManifest, () => import('./help-list/help-list.tsx')),
  defineWidget('field', iconManifest, () => import('./icon/icon.tsx'), { line: true }),
  defineWidget('field', identifierManifest, () => import('./identifier/identifier.tsx'), { line: true }),
  defineWidget('field', jsonManifest, () => import('./json/json.tsx'), { longText: true }),
  defineWidget('block', labManifest, () => import('./lab/lab.tsx')),
  defineWidget('block', layoutPreviewManifest, () => import('./layout-preview/layout-preview.tsx')),
  defineWidget('field', localeMapManifest, () => import('./locale-map/locale-map.tsx'), { label: 'group', errors: 'own' }),
  defineWidget('field', localeSelectManifest, () => import('./locale-select/locale-select.tsx')),
  defineWidget('field', mapPointManifest, () => import('./map-point/map-point.tsx')),
  defineWidget('field', menuTreeManifest, () => import('./menu-tree/menu-tree.tsx'), { label: 'group', errors: 'own' }),
  defineWidget('block', memberListManifest, () => import('./member-list/member-list.tsx')),
  defineWidget('field', mobileManifest, () => together(import('./mobile/mobile.tsx'), PhoneControl), { line: true }),
  defineWidget('field', moneyManifest, () => together(import('./money/money.tsx'), NumberControl), { line: true }),
  defineWidget('field', multiPickManifest, () => import('./multi-pick/multi-pick.tsx'), { choosesRecords: true }),
  defineWidget('field', multiSelectManifest, () => import('./multi-select/multi-select.tsx'), { several: true }),
  defineWidget('field', numberManifest, () => together(import('./number/number.tsx'), NumberControl), { line: true }),
  defineWidget('block', panelInfoManifest, () => import('./panel-info/panel-info.tsx')),
  defineWidget('block', reportedSessionManifest, () => import('./reported-session/reported-session.tsx')),
  defineWidget('block', recordSessionManifest, () => import('./record-session/record-session.tsx')),
  defineWidget('field', oneTimeCodeManifest, () => import('./one-time-code/one-time-code.tsx'), { line: true }),
  defineWidget('field', passwordManifest, () => import('./password/password.tsx')),
  defineWidget('block', permissionMatrixManifest, () => import('./permission-matrix/permission-matrix.tsx')),
  defineWidget('field', phoneManifest, () => together(import('./phone/phone.tsx'), PhoneControl), { line: true }),
  defineWidget('cell', productWaresManifest, () => import('./product-wares/product-wares.tsx')),
  defineWidget('block', publicationsManifest, () => import('./publications/publications.tsx')),
  defineWidget('field', qrCodeManifest, () => import('./qr-code/qr-code.tsx'), { label: 'group' }),
  defineWidget('field', radioManifest, () => import('./radio/radio.tsx'), { label: 'group' }),
  defineWidget('field', remoteSelectManifest, () => import('./remote-select/remote-select.tsx'), {
    line: true,
    several: true,
    choosesRecords: true,
  }),
  defineWidget('field', richTextManifest, () => import('./rich-text/rich-text.tsx'), { label: 'group', longText: true }),
  defineWidget('block', roleAssignmentsManifest, () => import('./role-assignments/role-assignments.tsx')),
  defineWidget('block', routeListManifest, () => import('./route-list/route-list.tsx')),
  defineWidget('block', passkeysManifest, () => import('./passkeys/passkeys.tsx')),
  defineWidget('block', secondFactorManifest, () => import('./second-factor/second-factor.tsx')),
  defineWidget('field', selectManifest, () => import('./select/select.tsx'), { line: true }),
  defineWidget('field', seoPanelManifest, () => import('./seo-panel/seo-panel.tsx'), {
    label: 'group',
    errors: 'own',
    readValue: () => import('./seo-panel/read-seo.ts'),
  }),
  defineWidget('cell', serverAddressManifest, () => import('./server-address/server-address.tsx')),
  defineWidget('block', notificationChoicesManifest, () => import('./notification-choices/notification-choices.tsx')),
  defineWidget('block', notificationDigestManifest, () => import('./notification-digest/notification-digest.tsx')),
  defineWidget('block', pushBrowsersManifest, () => import('./push-browsers/push-browsers.tsx')),
  defineWidget('block', sessionInfoManifest, () => import('./session-info/session-info.tsx')),
  defineWidget('block', outboxManifest, () => import('./outbox/outbox.tsx')),
  defineWidget('block', sessionListManifest, () => import('./session-list/session-list.tsx')),
  defineWidget('block', signInManifest, () => import('./sign-in/sign-in.tsx')),
  defineWidget('block', sisterSwitcherManifest, () => import('./sister-switcher/sister-switcher.tsx')),
  defineWidget('field', slideStageManifest, () => import('./slide-stage/slide-stage.tsx'), { label: 'group' }),
  defineWidget('field', slugManifest, () => import('./slug/slug.tsx')),
  defineWidget('block', socialAccountsManifest, () => import('./social-accounts/social-accounts.tsx')),
  defineWidget('block', socialReturnManifest, () => import('./social-return/social-return.tsx')),
  defineWidget('block', wareInventoryManifest, () => import('./ware-inventory/ware-inventory.tsx')),
  defineWidget('block', startLinksManifest, () => import('./start-links/start-links.tsx')),
  defineWidget('block', stateChoiceManifest, () => import('./state-choice/state-choice.tsx')),
  defineWidget('cell', stockLevelManifest, () => import('./stock-level/stock-level.tsx')),
  defineWidget('field', switchManifest, () => import('./switch/switch.tsx'), { line: true, label: 'beside' }),
  defineWidget('field', tagsManifest, () => import('./tags/tags.tsx'), { several: true }),
  defineWidget('field', textManifest, () => import('./text/text.tsx'), { line: true }),
  defineWidget('field', textareaManifest, () => import('./textarea/textarea.tsx'), { longText: true }),
  defineWidget('field', timeManifest, () => import('./time/time.tsx'), { line: true, limited: 'time' }),
  defineWidget('block', timelineManifest, () => import('./timeline/timeline.tsx')),
  defineWidget('field', treeSelectManifest, () => import('./tree-select/tree-select.tsx'), { several: true, choosesRecords: true }),
  defineWidget('field', uploadManifest, () => import('./upload/upload.tsx')),
  defineWidget('field', urlManifest, () => import('./url/url.tsx'), { line: true }),
  defineWidget('block', userPermitsManifest, () => import('./user-permits/user-permits.tsx')),
  defineWidget('field', userSearchManifest, () => import('./user-search/user-search.tsx'), {
    line: true,
    several: true,
    choosesRecords: 'user-search',
  }),
]
