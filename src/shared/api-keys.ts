import * as z from 'zod/mini';
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
  'alerts:write': { label: 'Write alerts, and update and correct those that were sent', changes: true },
  'alerts:run': { label: 'Start trial runs, and try the AI writer', changes: true },
  'sending:stop': { label: 'Stop sending', changes: true },
  'alerts:mute': { label: 'Mute rules, symbols and brands', changes: true },
  'rules:read': { label: 'Read rules and watchlists, and backtest rules', changes: false },
  'rules:write': { label: 'Make, change, pause and delete rules and watchlists', changes: true },
  'feeds:read': { label: 'Read feeds and watched symbols', changes: false },
  'feeds:write': { label: 'Choose which symbols are watched', changes: true },
  'feeds:connect': { label: 'Connect sources of market data with a key', changes: true },
  'contacts:read': { label: 'Read contacts and audiences', changes: false },
  'contacts:write': { label: 'Add, import, change and delete contacts and audiences', changes: true },
  'channels:read': { label: 'Read channels, connections and senders', changes: false },
  'channels:write': { label: 'Connect channels, and set who sends', changes: true },
  'brands:write': { label: 'Create, change and archive brands', changes: true },
  'restrictions:read': { label: 'Read restricted and watch lists', changes: false },
  'restrictions:write': { label: 'Change restricted and watch lists', changes: true },
  'templates:write': { label: 'Create, change and delete templates', changes: true },
  'writer:read': { label: 'Read the AI writer’s settings and usage', changes: false },
  'writer:write': { label: 'Set up the AI writer', changes: true },
  'documents:read': { label: 'Read documents and folders', changes: false },
  'documents:write': { label: 'Upload, change, share and delete documents', changes: true },
} as const satisfies Partial<Record<Permission, ScopeWords>>;

export type KeyScope = keyof typeof KEY_SCOPES;
const scopeNames = Object.keys(KEY_SCOPES) as [KeyScope, ...KeyScope[]];

const isScope = (permission: string): boolean => Object.hasOwn(KEY_SCOPES, permission);

/** Every key may ask for this: which workspace it works in, and what it is. */
export const KEY_BASE: Permission = 'workspace:read';

/** Whether a key with these scopes may do what needs this. */
export function keyMay(scopes: readonly string[], permission: Permission): boolean {
  return permission === KEY_BASE || (isScope(permission) && scopes.includes(permission));
}

/** Whether any key may do what needs this. */
export const forPrograms = (permission: Permission): boolean =>
  permission === KEY_BASE || isScope(permission);

/** So many a workspace may have at a time. */
export const KEYS_MAX = 20;
const DAYS_MAX = 3_650;

const time = z.iso.datetime();

/** A key as its workspace sees it. The key itself is told once, when it is made. */
export const apiKeySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  hint: z.string(),
  scopes: z.array(z.string()),
  madeBy: z.string(),
  makerLeft: z.boolean(),
  createdAt: time,
  expiresAt: z.nullable(time),
  lastUsedAt: z.nullable(time),
  lastUsedNetwork: z.nullable(z.string()),
});
export type ApiKey = z.infer<typeof apiKeySchema>;

export const apiKeysSchema = z.object({
  items: z.array(apiKeySchema),
  max: z.int(),
  /** Without it in the plan, the keys are there and refused. */
  inPlan: z.boolean(),
});
export type ApiKeys = z.infer<typeof apiKeysSchema>;

export const apiKeyFormSchema = z.object({
  name: z
    .string('Please give the key a name.')
    .check(
      z.trim(),
      z.minLength(1, 'Please give the key a name.'),
      z.maxLength(80, 'Please use at most 80 characters.'),
    ),
  scopes: z
    .array(z.enum(scopeNames, 'There is no such scope.'), 'Please choose what the key may do.')
    .check(z.minLength(1, 'Please choose what the key may do.')),
  expiresInDays: z.optional(
    z.nullable(
      z
        .int('expiresInDays is a number of days.')
        .check(z.gte(1, 'A key lives a day at least.'), z.lte(DAYS_MAX, 'A key lives ten years at most.')),
    ),
  ),
  password: z.optional(z.string().check(z.maxLength(4_096))),
});
export type ApiKeyForm = z.infer<typeof apiKeyFormSchema>;

export const newApiKeySchema = z.object({ ...apiKeySchema.shape, key: z.string() });

/** The key that asks, as GET /keys/current answers it. */
export const currentKeySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  scopes: z.array(z.string()),
  expiresAt: z.nullable(time),
  workspace: z.object({ id: z.uuid(), name: z.string() }),
});
