import { administratorRole, developerRole } from '#server/plugins/authentication.ts'

export interface RoleRow {
  slug: string
  title: Record<string, string>
  two_step_required: boolean
  enters_panel: boolean
}

const role = (
  slug: string,
  fa: string,
  en: string,
  ar: string,
  fr: string,
  tr: string,
  es: string,
  ru: string,
  de: string,
  it: string,
  zh: string,
): RoleRow => ({ slug, title: { fa, en, ar, fr, tr, es, ru, de, it, zh }, two_step_required: false, enters_panel: true })

/** The roles that every installation has. What each may do is said by the modules' `grants`. */
export const roleRows: readonly RoleRow[] = [
  role(
    administratorRole,
    'مدیر',
    'Administrator',
    'مدير',
    'Administrateur',
    'Yönetici',
    'Administrador',
    'Администратор',
    'Administrator',
    'Amministratore',
    '管理员',
  ),
  role(
    developerRole,
    'توسعه‌دهنده',
    'Developer',
    'مطوّر',
    'Développeur',
    'Geliştirici',
    'Desarrollador',
    'Разработчик',
    'Entwickler',
    'Sviluppatore',
    '开发者',
  ),
  role(
    'content_manager',
    'مدیر محتوا',
    'Content manager',
    'مدير المحتوى',
    'Responsable de contenu',
    'İçerik yöneticisi',
    'Gestor de contenido',
    'Контент-менеджер',
    'Content-Manager',
    'Responsabile contenuti',
    '内容经理',
  ),
  role('moderator', 'ناظر', 'Moderator', 'مشرف', 'Modérateur', 'Moderatör', 'Moderador', 'Модератор', 'Moderator', 'Moderatore', '审核员'),
  role('editor', 'ویراستار', 'Editor', 'محرّر', 'Rédacteur', 'Editör', 'Editor', 'Редактор', 'Redakteur', 'Redattore', '编辑'),
  role(
    'accountant',
    'حسابدار',
    'Accountant',
    'محاسب',
    'Comptable',
    'Muhasebeci',
    'Contable',
    'Бухгалтер',
    'Buchhalter',
    'Contabile',
    '会计',
  ),
  role('operator', 'اپراتور', 'Operator', 'مشغّل', 'Opérateur', 'Operatör', 'Operador', 'Оператор', 'Sachbearbeiter', 'Operatore', '操作员'),
  role('staff', 'کارمند', 'Staff', 'موظف', 'Employé', 'Personel', 'Empleado', 'Сотрудник', 'Mitarbeiter', 'Dipendente', '员工'),
  role('customer', 'مشتری', 'Customer', 'عميل', 'Client', 'Müşteri', 'Cliente', 'Клиент', 'Kunde', 'Cliente', '客户'),
]
