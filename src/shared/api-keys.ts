import type { Permission } from './permissions.ts';

type ScopeWords = {
  /** What it lets a program do, as a person reads it. */
  label: string;
  /** It changes something, or starts something. */
  changes: boolean;
};

/**
 * What a program may be allowed: some of the permissions of permissions.ts, and never more than is named here. Whatever
 * else an address needs, it takes a signed-in person.
 */
export const KEY_SCOPES = {
  'alerts:read': { label: 'Read alerts, deliveries and figures', changes: false },
  'alerts:run': { label: 'Start trial runs', changes: true },
  'documents:read': { label: 'Read documents and folders', changes: false },
  'documents:write': { label: 'Upload, change, share and delete documents', changes: true },
} as const satisfies Partial<Record<Permission, ScopeWords>>;

export type KeyScope = keyof typeof KEY_SCOPES;

/** Every key may ask for this: which workspace it works in, and what it is. */
export const KEY_BASE: Permission = 'workspace:read';

/** Whether a key with these scopes may do what needs this. */
export function keyMay(scopes: readonly string[], permission: Permission): boolean {
  return permission === KEY_BASE || (permission in KEY_SCOPES && scopes.includes(permission));
}

/** Whether any key may do what needs this. */
export const forPrograms = (permission: Permission): boolean =>
  permission === KEY_BASE || permission in KEY_SCOPES;
