import type { Permission } from './permissions.ts';

/** Each permission in plain words, in the order in which the Team screen and the documentation tell them. */
export const PERMISSION_WORDS: Record<Permission, string> = {
  'workspace:read': 'See the workspace, its plan and its name',
  'alerts:read': 'See alerts, their evidence and what became of them',
  'alerts:run': 'Start trial runs',
  'rules:read': 'See rules and watchlists, and replay them',
  'rules:write': 'Make, change, pause and delete rules and watchlists',
  'feeds:read': 'See feeds, watched symbols and what was put aside',
  'feeds:write': 'Choose which symbols are watched',
  'contacts:read': 'See contacts and audiences, and export them',
  'contacts:write': 'Add, import, change and delete contacts and audiences',
  'channels:read': 'See channels, connections and senders',
  'channels:write': 'Connect channels, and set who sends',
  'documents:read': 'See documents, and download them',
  'documents:write': 'Upload, change, share and delete documents',
  'keys:read': 'See the API keys',
  'keys:write': 'Make and revoke API keys',
  'team:read': 'See who is in the team',
  'team:manage': 'Invite people, change their roles, remove them',
  'team:owners': 'Make and unmake owners',
  'workspace:write': 'Rename the workspace and its brand',
  'brands:write': 'Create, change and archive brands',
  'activity:read': 'See who did what',
  'ledger:read': 'See the ledger of what was approved and sent',
  'billing:read': 'See what is paid, and the invoices',
  'billing:write': 'Choose, pay and cancel the plan',
};
