import type { AnswerChange, Answers, Json, Session } from './replay-changed.ts'

/** Changes that can be told apart by what is said of them are played in one session. */
export interface FaultySession extends Session {
  /** Each with what is said of it: the step, the place, and what was there before and after. */
  changes: Record<string, [change: AnswerChange, told: RegExp]>
}

const onPhone: Session = { fixture: 'content/fixtures/types-on-a-phone', steps: 0 }
const withMenu: Session = { fixture: 'content/fixtures/types-on-a-phone' }
const withDialog: Session = { fixture: 'divisions/fixtures/tabs-and-dialog' }
const withCall: Session = { fixture: 'problems/fixtures/a-report-is-done', steps: 2 }

const column = (grid: Json, key: string): Json => grid.columns.find((each: Json) => each.key === key)
const form = ({ modals }: Answers): Json => modals.find(({ id }) => id === 'division-create').body
const entry = ({ of }: Answers, id: string): Json => of('layout').results.sidebar.find((each: Json) => each.id === id)
const continents = ({ all }: Answers): Json => all.findLast(({ name }) => name === 'divisions-grid')!.body
const finish = ({ modals }: Answers): Json => modals.find(({ id }) => id === 'problem-report-finish-step')

export const faultsInAnswers: Record<string, FaultySession> = {
  'values-of-a-list': {
    ...onPhone,
    changes: {
      'an amount is rounded otherwise': [({ rows }) => (rows[0].order = 10.5), /^0 .*row "خبر.* - text: ترتیب ۱۰ [+] text: ترتیب ۱۰\/۵$/m],
      'a value is lost': [({ rows }) => (rows[1].icon = null), /^0 .*row .*مقاله.* - .*"?read"?/m],
      'a status is another one': [({ rows }) => (rows[2].active = false), /^0 .*row .*محصول.* - img "بله" [+] img "خیر"$/m],
      'a day is the day before': [
        ({ rows }) => (rows[2].created_at = '2022-12-31T06:00:00.000Z'),
        /^0 .*row .*محصول.* - time: ۱۱ دی ۱۴۰۱ [+] time: ۱۰ دی ۱۴۰۱$/m,
      ],
      'an option is another one': [({ rows }) => (rows[3].template = 'gallery'), /^0 .*row .*برگه.* - gridcell "قالب تمام‌عرض"/m],
      'a link leads elsewhere': [
        ({ rows }) => (rows[1].slug = 'articles'),
        /^0 .*مقاله.* - \/url: \/content\/post\/article [+] .*articles$/m,
      ],
      'a row is missing': [({ rows }) => rows.pop(), /^0 .*rowgroup - 'row "راهنما/m],
      'a tab counts otherwise': [({ grid }) => (grid.tabs[0].count = 6), /^0 .*tablist "نماها".* - tab "همه ۵" .*[+] tab "همه ۶"/m],
      'a total is another one': [
        ({ of }) => (of('content-type-grid').metadata.pagination.total = 7),
        /^0 .* - text: ۱ تا ۵ از ۵ [+] .*۷$/m,
      ],
      'a page has another heading': [
        ({ of }) => (of('content-type-grid').metadata.page_title = 'محتواها'),
        /^0 .*- heading "انواع محتوا" \[level=1\] [+] heading "محتواها"/m,
      ],
      'the site has another name': [
        ({ of }) => (of('site-settings').results.site_title = 'دفتر'),
        /^0 title of the window - .*[+] .*دفتر$/m,
      ],
    },
  },
  'columns-of-a-list': {
    ...onPhone,
    changes: {
      'a column is gone': [({ grid }) => grid.columns.splice(1, 1), /^0 .*row .*خبر.* - gridcell "نامک news کپی"/m],
      'columns change places': [
        ({ grid }) => grid.columns.push(...grid.columns.splice(2, 1)),
        /^0 .*row .*خبر.* [+] gridcell "قالب معمولی"$/m,
      ],
      'a field cannot be edited in its place': [({ grid }) => delete column(grid, 'active').editable, /^0 .*- button "ویرایش فعال"$/m],
      'rows cannot be moved': [({ grid }) => delete grid.reorder, /^0 .*- '?button "خبر: جابه‌جایی/m],
      'nothing can be searched for': [({ grid }) => (grid.search = false), /^0 .*- search/m],
      'filters are gone': [({ grid }) => (grid.filters = []), /^0 .*- group "فیلترها"/m],
      'an action has no name': [({ grid }) => (grid.toolbar[0].title = ''), /^0 main.* - button "افزودن نوع محتوا"/m],
    },
  },
  'rows-in-another-order': {
    ...onPhone,
    changes: {
      'rows are in another order': [({ rows }) => rows.splice(0, 2, rows[1], rows[0]), /^0 .*rowgroup [-+] 'row "(خبر|مقاله)/m],
      'a call is not answered': [
        ({ all, answer }) => all.splice(all.indexOf(answer('task-list')), 1),
        /^0 errors [+] no answer was recorded for GET task-list$/m,
      ],
    },
  },
  'without-rights': {
    ...onPhone,
    changes: {
      'a right is gone': [({ rows }) => rows.forEach((row) => (row.can_edit = false)), /^0 .*row .*خبر.* - button "ویرایش عنوان"$/m],
      'a column has another title': [
        ({ grid }) => (column(grid, 'order').title = 'ردیف'),
        /^0 .*row .*خبر.*gridcell "ردیف ۱۰" - text: ترتیب ۱۰$/m,
      ],
      'an action is gone': [({ grid }) => grid.toolbar.pop(), /^0 main - button "افزودن نوع محتوا"$/m],
    },
  },
  'a-list-that-fails': {
    ...onPhone,
    changes: {
      'the server fails': [
        ({ answer }) => Object.assign(answer('content-type-grid'), { status: 500, body: {} }),
        /^0 main.* - region "انواع محتوا"/m,
      ],
    },
  },
  'a-menu': {
    ...withMenu,
    changes: {
      'an entry of the menu is gone': [({ of }) => of('layout').results.sidebar.shift(), /^1 navigation "منوی اصلی" › list - listitem/m],
    },
  },
  'a-form': {
    ...withDialog,
    changes: {
      'a rule is loosened': [
        (answers) => {
          const { schema } = form(answers)
          schema.required = ['type']
          delete schema.properties.title.rules
          delete schema.properties.title.minProperties
        },
        /^3 fields marked as wrong - Title \(English\): Title is required[.]$/m,
      ],
      'a field is gone': [
        (answers) => delete form(answers).schema.properties.phone_code,
        /^2 dialog "Add division" - textbox "Calling code"$/m,
      ],
      'a help text is gone': [
        (answers) => delete form(answers).ui.slug.description,
        /^2 dialog "Add division" - paragraph: Made from the title/m,
      ],
      'a field is named otherwise': [
        (answers) => (form(answers).ui.code.title = 'Cipher'),
        /^2 dialog "Add division".* [+] textbox "Cipher"$/m,
      ],
      'a value that is there from the start is another one': [
        (answers) => (form(answers).data.active = false),
        /^2 dialog "Add division" - switch "Active" \[checked\] [+] switch "Active"$/m,
      ],
      'an option of a field is called otherwise': [
        (answers) => (form(answers).ui.type.options[1].title = 'Land'),
        /^2 dialog "Add division" - combobox "Type": Country [+] combobox "Type": Land$/m,
      ],
      'an entry of the menu is called otherwise': [
        (answers) => (entry(answers, 'dashboard').label = 'Start'),
        /^0 navigation "Main menu".* - link "Dashboard": [+] link "Start":$/m,
      ],
      'a tab answers with fewer rows': [(answers) => continents(answers).results.splice(2, 1), /^1 .*- row "Asia Continent/m],
    },
  },
  'a-form-in-another-order': {
    ...withDialog,
    steps: 3,
    changes: {
      'a field need not be filled': [
        (answers) => delete form(answers).ui.continents_id.required,
        /^3 fields marked as wrong - Continent [*]: Continent is required[.]$/m,
      ],
      'fields change places': [
        (answers) => form(answers).layout.splice(6, 0, form(answers).layout.splice(8, 1)[0]),
        /^2 dialog "Add division" [-+] textbox "Place on the map"/m,
      ],
      'a button of a dialog is gone': [
        ({ modals }) => modals.find(({ id }) => id === 'division-create').buttons.shift(),
        /^2 dialog "Add division" - button "Cancel"$/m,
      ],
    },
  },
  'a-call': {
    ...withCall,
    changes: {
      'a call sends something else': [
        (answers) => (finish(answers).buttons[1].action.options.payload.transition = 'see'),
        /^2 calls [+] POST transition .*"see"/m,
      ],
      'a menu counts otherwise': [
        ({ of }) => (of('menu-counts').results[0].count = 9),
        /^0 navigation "Main menu".* [+] link "Online briefs 9"/m,
      ],
    },
  },
  'a-call-that-is-not-told': {
    ...withCall,
    changes: {
      'a message is another one': [
        (answers) => (finish(answers).buttons[1].action.options.success.toast = 'Done.'),
        /^2 region "Messages".* - paragraph: The report is done[.] [+] paragraph: Done[.]$/m,
      ],
      'a list is not fetched anew': [
        (answers) => delete finish(answers).buttons[1].action.options.success.refresh,
        /^2 calls - GET grid .*"ids":"2"/m,
      ],
    },
  },
  'a-call-that-is-refused': {
    ...withCall,
    changes: {
      'a server refuses': [
        ({ answer }) =>
          Object.assign(answer('transition'), {
            status: 409,
            body: { errorCode: 'stale-version', userMessage: 'Somebody was faster.', errors: {} },
          }),
        /^2 page [+] dialog "Mark as done":$/m,
      ],
    },
  },
}
