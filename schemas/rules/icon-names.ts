/** Icons that documents may name; `renderer/shell/icon-paths.ts` draws each of them. */
export const iconNames: readonly string[] = [
  'dot', 'menu', 'close', 'check', 'plus', 'add', 'minus', 'more', 'down', 'up', 'next', 'previous', 'arrow-left', 'arrow-right', 'collapse', 'expand',
  'edit', 'pencil', 'delete', 'trash', 'destroy', 'restore', 'undo', 'redo', 'view', 'eye', 'eye-off', 'search', 'filter', 'sort', 'columns',
  'refresh', 'reload', 'save', 'copy', 'download', 'upload', 'print', 'link', 'external', 'send', 'home', 'dashboard', 'settings', 'setting', 'gear',
  'tool', 'user', 'person', 'profile', 'users', 'persons', 'team', 'login', 'logout', 'key', 'keyboard', 'lock', 'unlock', 'shield', 'swap', 'sun', 'moon',
  'global', 'globe', 'language', 'info', 'warning', 'error', 'success', 'help', 'bell', 'star', 'calendar', 'clock', 'history', 'mail', 'message',
  'comment', 'comments', 'phone', 'map', 'pin', 'location', 'file', 'document', 'post', 'content', 'article', 'folder', 'book', 'news', 'list',
  'table', 'grid', 'image', 'picture', 'gallery', 'slideshow', 'video-camera', 'tag', 'tags', 'label', 'layers', 'division', 'divisions', 'tree', 'organization', 'building',
  'shop', 'market', 'cart', 'order', 'orders', 'product', 'stock', 'box', 'truck', 'coupon', 'gift', 'money', 'wallet', 'bank', 'invoice', 'chart',
  'report', 'percent', 'apps', 'appstore', 'notification', 'file-text', 'clock-circle', 'close-circle', 'check-circle', 'question-circle',
  'info-circle', 'pushpin', 'read', 'safety', 'shopping', 'stop', 'form', 'code', 'developer', 'routes', 'components', 'lab', 'preview', 'power',
  'activate', 'deactivate', 'block', 'publish', 'archive',
]
