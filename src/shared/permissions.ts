/** What the members of a workspace are to it. The strongest first. */
export const ROLES = ['owner', 'admin', 'editor', 'approver', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

const everybody: readonly Role[] = ROLES;

/**
 * Who may do what: the one table. The server asks it before every request of /api/v1 (each address names what it
 * needs in api/contract.ts); the screens ask it to show only what will work.
 */
export const PERMISSIONS = {
  'workspace:read': everybody,
  'alerts:read': everybody,
  'alerts:write': ['owner', 'admin', 'editor'],
  'alerts:run': ['owner', 'admin', 'editor'],
  'alerts:approve': ['owner', 'admin', 'approver'],
  'sending:stop': ['owner', 'admin', 'approver'],
  'sending:resume': ['owner', 'admin'],
  'sending:warm-up': ['owner'],
  'alerts:mute': ['owner', 'admin', 'editor', 'approver'],
  'rules:read': everybody,
  'rules:write': ['owner', 'admin', 'editor'],
  'feeds:read': everybody,
  'feeds:write': ['owner', 'admin', 'editor'],
  'feeds:connect': ['owner', 'admin'],
  'contacts:read': ['owner', 'admin', 'editor', 'approver'],
  'contacts:write': ['owner', 'admin', 'editor'],
  'channels:read': everybody,
  'channels:write': ['owner', 'admin'],
  'documents:read': everybody,
  'documents:write': ['owner', 'admin', 'editor'],
  'keys:read': ['owner', 'admin'],
  'keys:write': ['owner', 'admin'],
  'team:read': everybody,
  'team:manage': ['owner', 'admin'],
  'team:owners': ['owner'],
  'workspace:write': ['owner', 'admin'],
  'brands:write': ['owner', 'admin'],
  'restrictions:read': ['owner', 'admin', 'approver'],
  'restrictions:write': ['owner', 'admin', 'approver'],
  'policies:write': ['owner', 'admin'],
  'templates:write': ['owner', 'admin', 'editor'],
  'writer:read': ['owner', 'admin', 'editor'],
  'writer:write': ['owner', 'admin'],
  'activity:read': ['owner', 'admin'],
  'ledger:read': ['owner', 'admin'],
  'ledger:hold': ['owner', 'admin'],
  'ledger:prune': ['owner'],
  'billing:read': ['owner', 'admin'],
  'billing:write': ['owner'],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof PERMISSIONS;

/** What visitors of the public demo may read beside what a viewer may: its people are made up. */
export const DEMO_READS: readonly Permission[] = ['contacts:read'];

/**
 * What an address of /api/v1 asks for. `self` stands for what is the person's own, in whatever role, and is therefore
 * for sessions only: no program speaks for a person.
 */
export type Need = Permission | 'self';

export function roleMay(role: Role, permission: Permission): boolean {
  const roles: readonly Role[] = PERMISSIONS[permission];
  return roles.includes(role);
}
