import * as z from 'zod/mini';
import { daySchema } from './day.ts';
import { singularOnes } from './plural.ts';

/** The actor: a member, a program with an API key, the product itself, an operator, or a client approver. */
const ACTOR_KINDS = ['member', 'key', 'system', 'operator', 'client'] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

/** What the log is filtered by. */
export const ACTIVITY_AREAS = {
  team: 'Team',
  workspace: 'Workspace',
  alerts: 'Alerts',
  people: 'Contacts',
  documents: 'Documents',
  plan: 'Plan and payments',
} as const;
export type ActivityArea = keyof typeof ACTIVITY_AREAS;

type Words = { area: ActivityArea; says: string };

/**
 * Every recorded action, as a sentence after the actor's name: `{subject}` is what it was done to,
 * any other slot a value of its detail. The one table: an action that is not here cannot be recorded.
 */
export const ACTIVITY = {
  'member.invited': { area: 'team', says: 'invited {subject} as {role}' },
  'invitation.resent': { area: 'team', says: 'sent the invitation to {subject} again' },
  'invitation.withdrawn': { area: 'team', says: 'withdrew the invitation to {subject}' },
  'invitation.declined': { area: 'team', says: 'declined the invitation' },
  'member.joined': { area: 'team', says: 'joined as {role}' },
  'member.role_changed': { area: 'team', says: 'changed {subject} from {from} to {to}' },
  'member.removed': { area: 'team', says: 'removed {subject}, who was {role}' },
  'deputy.set': { area: 'team', says: 'named {deputy} as deputy of {subject}, {from} to {until}' },
  'deputy.ended': { area: 'team', says: 'ended {deputy} deciding for {subject}' },
  'member.left': { area: 'team', says: 'left the workspace' },
  'workspace.started': { area: 'workspace', says: 'started the workspace “{subject}”' },
  'workspace.renamed': { area: 'workspace', says: 'renamed the workspace from “{from}” to “{subject}”' },
  'brand.renamed': { area: 'workspace', says: 'renamed the brand from “{from}” to “{subject}”' },
  'brand.made': { area: 'workspace', says: 'created the brand “{subject}”' },
  'brand.languages_set': {
    area: 'workspace',
    says: 'set the languages of the brand “{subject}” to {languages}',
  },
  'brand.colored': { area: 'workspace', says: 'changed the colors of the brand “{subject}” to {color}' },
  'brand.kit_changed': { area: 'workspace', says: 'changed the brand “{subject}”' },
  'brand.logo_set': { area: 'workspace', says: 'uploaded a logo for the brand “{subject}”' },
  'brand.logo_removed': { area: 'workspace', says: 'removed the logo of the brand “{subject}”' },
  'brand.made_default': { area: 'workspace', says: 'made “{subject}” the default brand' },
  'brand.link_domain_set': {
    area: 'workspace',
    says: 'set {domain} as the link domain of the brand “{subject}”',
  },
  'brand.link_domain_removed': {
    area: 'workspace',
    says: 'removed the link domain {domain} of the brand “{subject}”',
  },
  'brand.link_domain_verified': { area: 'workspace', says: 'verified the link domain {subject}' },
  'brand.link_domain_lost': {
    area: 'workspace',
    says: 'no longer found the records of the link domain {subject}',
  },
  'sender.domain_aligned': { area: 'workspace', says: 'found SPF, DKIM and DMARC of {subject}' },
  'sender.domain_lost': { area: 'workspace', says: 'no longer found the DNS records of {subject}' },
  'sender.warm_up_over': { area: 'workspace', says: 'ended the warm-up of {subject} after its last day' },
  'sender.warm_up_ended': { area: 'workspace', says: 'ended the warm-up of {subject}: “{reason}”' },
  'brand.archived': { area: 'workspace', says: 'archived the brand “{subject}”' },
  'brand.restored': { area: 'workspace', says: 'restored the brand “{subject}”' },
  'policy.made': { area: 'workspace', says: 'created the approval policy “{subject}”' },
  'policy.changed': { area: 'workspace', says: 'saved version {version} of the approval policy “{subject}”' },
  'policy.renamed': { area: 'workspace', says: 'renamed the approval policy from “{from}” to “{subject}”' },
  'policy.deleted': { area: 'workspace', says: 'deleted the approval policy “{subject}”' },
  'approver.invited': { area: 'team', says: 'invited {subject} to approve the alerts of “{brand}”' },
  'approver.resent': { area: 'team', says: 'sent the invitation of the client approver {subject} again' },
  'approver.confirmed': { area: 'team', says: 'confirmed to approve the alerts of “{brand}”' },
  'approver.suspended': { area: 'team', says: 'suspended the client approver {subject}' },
  'approver.resumed': { area: 'team', says: 'ended the suspension of the client approver {subject}' },
  'approver.removed': { area: 'team', says: 'removed the client approver {subject}' },
  'chat.on': { area: 'workspace', says: 'turned on approval in the chat “{subject}”' },
  'chat.off': { area: 'workspace', says: 'turned off approval in the chat “{subject}”' },
  'chat.linked': { area: 'team', says: 'linked the {subject} account “{account}” to approve there' },
  'chat.unlinked': { area: 'team', says: 'unlinked the chat account “{subject}”' },
  'readers.bot_set': { area: 'people', says: 'let people subscribe to “{subject}” with the bot “{bot}”' },
  'readers.bot_removed': { area: 'people', says: 'ended subscribing to “{subject}” with a bot' },
  'template.made': { area: 'workspace', says: 'created the template “{subject}”' },
  'template.changed': { area: 'workspace', says: 'saved version {version} of the template “{subject}”' },
  'template.renamed': { area: 'workspace', says: 'renamed the template from “{from}” to “{subject}”' },
  'template.restored': { area: 'workspace', says: 'restored version {version} of the template “{subject}”' },
  'template.deleted': { area: 'workspace', says: 'deleted the template “{subject}”' },
  'writer.changed': { area: 'workspace', says: 'changed the AI writer: {subject} writes the alerts' },
  'writer.off': { area: 'workspace', says: 'changed the AI writer, which is off: {subject}' },
  'key.made': { area: 'workspace', says: 'made the API key “{subject}”: {scopes}' },
  'key.revoked': { area: 'workspace', says: 'revoked the API key “{subject}”' },
  'plan.set': { area: 'workspace', says: 'set the plan to {subject}' },
  'feed.watched': { area: 'workspace', says: 'began to watch {subject}' },
  'feed_key.connected': { area: 'workspace', says: 'connected {subject} with a key' },
  'feed_key.replaced': { area: 'workspace', says: 'replaced the key of {subject}' },
  'feed_key.removed': { area: 'workspace', says: 'removed the key of {subject}' },
  'feed.unwatched': { area: 'workspace', says: 'left {subject}, which was watched' },
  'bars.imported': {
    area: 'workspace',
    says: 'imported {rows} rows of {subject} from “{file}”: {stored} bars stored, {put_aside} rows quarantined',
  },
  'symbol.split_confirmed': { area: 'workspace', says: 'confirmed the split of {subject}: {split}' },
  'symbol.split_dismissed': {
    area: 'workspace',
    says: 'said that the jump of {subject} is no split: {split}',
  },
  'symbol.splits_set': { area: 'workspace', says: 'set the splits of {subject}: {splits}' },
  'symbol.removed': { area: 'workspace', says: 'removed {subject} and its imported bars' },
  'news.added': { area: 'workspace', says: 'added the news of “{subject}”' },
  'news.changed': { area: 'workspace', says: 'changed the news of “{subject}”' },
  'news.removed': { area: 'workspace', says: 'removed the news of “{subject}”' },
  'calendar.added': { area: 'workspace', says: 'added the calendar “{subject}”' },
  'calendar.changed': { area: 'workspace', says: 'changed the calendar “{subject}”' },
  'calendar.file_read': {
    area: 'workspace',
    says: 'gave a file to the calendar “{subject}”: {entries} entries, {putAside} quarantined',
  },
  'calendar.removed': { area: 'workspace', says: 'removed the calendar “{subject}”' },
  'alert.first_approval': {
    area: 'alerts',
    says: 'approved the alert “{subject}”, which needs a second approval',
  },
  'alert.approved': { area: 'alerts', says: 'approved the alert “{subject}”' },
  'alert.composed': { area: 'alerts', says: 'wrote the alert “{subject}”' },
  'alert.rescheduled': { area: 'alerts', says: 'rescheduled the alert “{subject}” to {to}' },
  'alert.sent_now': { area: 'alerts', says: 'sent the planned alert “{subject}” early' },
  'alert.canceled': { area: 'alerts', says: 'canceled the planned alert “{subject}”' },
  'alert.checked': { area: 'alerts', says: 'checked the alert “{subject}” after it went out' },
  'alert.edited': { area: 'alerts', says: 'edited the alert “{subject}”' },
  'alert.rejected': { area: 'alerts', says: 'rejected the alert “{subject}”: {reason}' },

  'alert.followed': { area: 'alerts', says: 'wrote the {purpose} of “{subject}”' },
  'alert.follow_up_approved': { area: 'alerts', says: 'approved the {purpose} of “{subject}”' },
  'alert.bar_correction_dismissed': {
    area: 'alerts',
    says: 'dismissed the correction of the bars of “{subject}”: {reason}',
  },
  'alert.follow_up_rejected': { area: 'alerts', says: 'rejected the {purpose} of “{subject}”: {reason}' },
  'alert.hidden': { area: 'alerts', says: 'hid “{subject}” from public pages' },
  'alert.shown': { area: 'alerts', says: 'showed “{subject}” on public pages again' },
  'delivery.arrived': { area: 'alerts', says: 'confirmed that a delivery over {subject} arrived' },
  'delivery.lost': { area: 'alerts', says: 'marked a delivery over {subject} as not delivered' },
  'delivery.send_again': { area: 'alerts', says: 'sent a delivery over {subject} again' },
  'ledger.retention_set': { area: 'workspace', says: 'set the ledger to be kept {subject} years' },
  'ledger.held': { area: 'workspace', says: 'placed a legal hold on {subject}: {reason}' },
  'ledger.released': { area: 'workspace', says: 'lifted the legal hold on {subject}: {reason}' },
  'ledger.case_made': { area: 'workspace', says: 'made a case file about {subject}' },
  'ledger.exported': {
    area: 'workspace',
    says: 'exported a search of the ledger with {alerts} alerts: {subject}',
  },
  'ledger.pruned': { area: 'workspace', says: 'pruned {entries} entries of the ledger, up to {subject}' },
  'sending.stopped': { area: 'alerts', says: 'stopped {subject}{why}' },
  'sending.resumed': { area: 'alerts', says: 'resumed {subject}' },
  'sending.recalled': { area: 'alerts', says: 'recalled {alerts} alerts while {subject} was stopped' },
  'sending_hours.set': { area: 'alerts', says: 'set the sending hours of {subject}: {hours}' },
  'sending_hours.removed': { area: 'alerts', says: 'removed the sending hours of {subject}' },
  'mute.set': { area: 'alerts', says: 'muted {subject} {until}{why}' },
  'mute.ended': { area: 'alerts', says: 'unmuted {subject}' },
  'flapping.suspended': { area: 'alerts', says: 'suspended {subject}: it {fired}' },
  'flapping.resumed': { area: 'alerts', says: 'resumed {subject}' },
  'flapping.set': { area: 'alerts', says: 'set when rules are suspended: {subject}' },
  'symbols.listed': { area: 'alerts', says: 'added {symbols} to the {list} list of the brand “{subject}”' },
  'symbols.unlisted': {
    area: 'alerts',
    says: 'removed a symbol from the {list} list of the brand “{subject}”',
  },
  'trial_run.started': { area: 'alerts', says: 'started a trial run of “{subject}”' },
  'rule.created': { area: 'alerts', says: 'created the rule “{subject}”' },
  'rule.changed': { area: 'alerts', says: 'changed the rule “{subject}”' },
  'rule.routed': { area: 'alerts', says: 'changed who gets the alerts of “{subject}”: {routes}' },
  'rule.paused': { area: 'alerts', says: 'paused the rule “{subject}”' },
  'rule.resumed': { area: 'alerts', says: 'resumed the rule “{subject}”' },
  'rule.secret_made': { area: 'alerts', says: 'created a new address for the webhook “{subject}”' },
  'rule.deleted': { area: 'alerts', says: 'deleted the rule “{subject}”' },
  'rule.restored': { area: 'alerts', says: 'restored the rule “{subject}”' },
  'rules.imported': { area: 'alerts', says: 'imported {rules} rules' },
  'watchlist.created': { area: 'alerts', says: 'created the watchlist “{subject}”' },
  'watchlist.changed': { area: 'alerts', says: 'changed the watchlist “{subject}”' },
  'watchlist.deleted': { area: 'alerts', says: 'deleted the watchlist “{subject}”' },
  'contact.erased': { area: 'people', says: 'erased {subject} at the person’s request' },
  'form.created': { area: 'people', says: 'created the sign-up form “{subject}”' },
  'form.changed': { area: 'people', says: 'changed the sign-up form “{subject}”' },
  'form.deleted': { area: 'people', says: 'deleted the sign-up form “{subject}”' },
  'suppression.added': { area: 'people', says: 'suppressed {subject}: {reason}' },
  'suppression.lifted': { area: 'people', says: 'lifted the suppression of {subject}: {reason}' },
  'reporter.made': { area: 'people', says: 'connected the bounce reports of {subject}' },
  'reporter.removed': { area: 'people', says: 'disconnected the bounce reports of {subject}' },
  'contact.created': { area: 'people', says: 'added the contact {subject}' },
  'contact.changed': { area: 'people', says: 'changed the contact {subject}' },
  'contact.preferences_changed': {
    area: 'people',
    says: 'changed what {subject} gets from {brand}: {changes}',
  },
  'contact.deleted': { area: 'people', says: 'deleted the contact {subject}' },
  'contacts.deleted': { area: 'people', says: 'deleted {contacts} contacts' },
  'contact.merged': { area: 'people', says: 'merged {contacts} contacts into {subject}' },
  'contacts.imported': { area: 'people', says: 'imported contacts from “{subject}”: {rows} rows' },
  'contacts.import_undone': { area: 'people', says: 'undid the import of contacts from “{subject}”' },
  'audience.created': { area: 'people', says: 'created the audience “{subject}”' },
  'audience.changed': { area: 'people', says: 'changed the audience “{subject}”' },
  'audience.deleted': { area: 'people', says: 'deleted the audience “{subject}”' },
  'connection.added': { area: 'workspace', says: 'connected “{subject}” to {channel}' },
  'connection.changed': { area: 'workspace', says: 'changed the connection “{subject}”' },
  'connection.paused': { area: 'workspace', says: 'paused the connection “{subject}”' },
  'connection.resumed': { area: 'workspace', says: 'resumed the connection “{subject}”' },
  'connection.removed': { area: 'workspace', says: 'deleted the connection “{subject}”' },
  'replay.started': { area: 'workspace', says: 'started a replay of {messages} messages to “{subject}”' },
  'replay.stopped': { area: 'workspace', says: 'stopped a replay to “{subject}”' },
  'sender.set': { area: 'workspace', says: 'set who sends “{subject}” by {channel}' },
  'destination.added': { area: 'workspace', says: 'added “{subject}” to the connection “{connection}”' },
  'destination.tested': { area: 'workspace', says: 'sent a test message to “{subject}”' },
  'destination.changed': { area: 'workspace', says: 'changed how alerts are grouped at “{subject}”' },
  'destination.removed': { area: 'workspace', says: 'removed “{subject}” from its connection' },
  'document.uploaded': { area: 'documents', says: 'uploaded “{subject}”' },
  'document.renamed': { area: 'documents', says: 'renamed “{from}” to “{subject}”' },
  'document.moved': { area: 'documents', says: 'moved “{subject}” to {to}' },
  'document.shared': { area: 'documents', says: 'shared “{subject}” by a link, for {days} days' },
  'document.link_revoked': { area: 'documents', says: 'revoked a link to “{subject}”' },
  'document.deleted': { area: 'documents', says: 'deleted “{subject}”' },
  'document.restored': { area: 'documents', says: 'restored “{subject}”' },
  'document.erased': { area: 'documents', says: 'permanently deleted “{subject}”' },
  'folder.created': { area: 'documents', says: 'created the folder “{subject}”' },
  'folder.renamed': { area: 'documents', says: 'renamed the folder “{from}” to “{subject}”' },
  'folder.moved': { area: 'documents', says: 'moved the folder “{subject}” to {to}' },
  'folder.deleted': {
    area: 'documents',
    says: 'deleted the folder “{subject}”, with {documents} documents and {folders} folders',
  },
  'checkout.started': { area: 'plan', says: 'went to pay {due} for the {subject}, {monthly} a month' },
  'plan.cancel_requested': { area: 'plan', says: 'canceled the {subject} at the end of the paid month' },
  'plan.resume_requested': { area: 'plan', says: 'kept the {subject} after all' },
  'plan.change_requested': { area: 'plan', says: 'chose the {subject} for after the paid month' },
  'plan.started': { area: 'plan', says: 'took {paid}: the {subject} runs until {paid_until}' },
  'plan.renewed': { area: 'plan', says: 'took {paid}: the {subject} runs on until {paid_until}' },
  'plan.changed': { area: 'plan', says: 'confirmed the change of the {subject}' },
  'plan.ended': { area: 'plan', says: 'ended the {subject}' },
  'payment.declined': { area: 'plan', says: 'declined the payment. Nothing was charged' },
  'payment.failed': { area: 'plan', says: 'could not take the payment for the {subject}' },
} as const satisfies Record<string, Words>;
export type ActivityAction = keyof typeof ACTIVITY;

export type ActivityDetail = Record<string, string | number | boolean | null>;

/** The sentence of a row, without its actor. One of an action that is no more says what it was. */
export function activitySentence(action: string, subject: string, detail: ActivityDetail): string {
  const known: Words | undefined = Object.hasOwn(ACTIVITY, action)
    ? ACTIVITY[action as ActivityAction]
    : undefined;
  if (!known) return `did “${action.replaceAll(/[._]/g, ' ')}” to ${subject}`;
  // Names come last: what they say is not ours to mend.
  return singularOnes(
    known.says.replaceAll(/\{(\w+)\}/g, (slot, name: string) => {
      const value = name === 'subject' ? subject : (detail[name] ?? '–');
      return Number.isFinite(Number(value)) && value !== '' ? String(value) : slot;
    }),
  ).replaceAll(/\{(\w+)\}/g, (_slot, name: string) =>
    name === 'subject' ? subject : String(detail[name] ?? '–'),
  );
}

export const actionsOf = (area: ActivityArea): ActivityAction[] =>
  (Object.keys(ACTIVITY) as ActivityAction[]).filter((action) => ACTIVITY[action].area === area);

export const activityRowSchema = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  actor: z.object({ kind: z.enum(ACTOR_KINDS), userId: z.nullable(z.uuid()), name: z.string() }),
  action: z.string(),
  subject: z.string(),
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
export type ActivityRow = z.infer<typeof activityRowSchema>;
/** /api/v1/team/activity, newest first. */
export const activityPageSchema = z.object({
  items: z.array(activityRowSchema),
  next: z.nullable(z.string()),
});
export type ActivityPage = z.infer<typeof activityPageSchema>;
/** /api/v1/team/activity/people: everyone with recorded activity in the workspace. */
export const activityPeopleSchema = z.object({
  items: z.array(z.object({ userId: z.uuid(), name: z.string() })),
});
/** What the log is narrowed to: whose doing, what it concerned, days in UTC (both included). */
const activityFilterSchema = z.object({
  person: z.optional(z.uuid()),
  area: z.optional(z.enum(Object.keys(ACTIVITY_AREAS) as ActivityArea[])),
  from: z.optional(daySchema),
  to: z.optional(daySchema),
});
export type ActivityFilter = z.infer<typeof activityFilterSchema>;

/** Reads a filter out of a query; `name` is the first word that cannot be what it says. */
export function readActivityFilter(
  query: URLSearchParams,
): { ok: true; filter: ActivityFilter } | { ok: false; name: string } {
  const given = Object.fromEntries(
    Object.keys(activityFilterSchema.shape).flatMap((name) => {
      const value = query.get(name);
      return value === null || value === '' ? [] : [[name, value]];
    }),
  );
  const parsed = activityFilterSchema.safeParse(given);
  if (parsed.success) return { ok: true, filter: parsed.data };
  return { ok: false, name: String(parsed.error.issues[0]?.path[0] ?? 'filter') };
}

export const ACTIVITY_PAGE_MAX = 100;
/** A file has so many rows at most. */
export const ACTIVITY_CSV_MAX = 10_000;
