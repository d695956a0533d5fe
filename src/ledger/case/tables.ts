import { toCsv } from '#src/shared/csv.ts';
import { canonicalJson } from '#src/platform/json/canonical.ts';
import type { RebuiltComment, RebuiltDecision, RebuiltDelivery } from '../deliveries.ts';

export const DELIVERIES = 'deliveries.csv';
export const DECISIONS = 'decisions.csv';
export const COMMENTS = 'comments.csv';

/** A line of a table that grows; only its first one begins with the mark that spreadsheets look for. */
const line = (cells: readonly (string | number | null)[]): string => toCsv([cells]).slice(1);

export const DELIVERIES_HEAD = toCsv([
  [
    'entry',
    'alert',
    'delivery',
    'channel',
    'purpose',
    'send',
    'outcome',
    'started',
    'finished',
    'provider_message',
    'rendition',
    'revision',
    'approved_by_entry',
    'person',
    'to',
    'parameters',
  ],
]);
export const DECISIONS_HEAD = toCsv([
  [
    'entry',
    'alert',
    'at',
    'decision',
    'revision',
    'policy',
    'person',
    'name',
    'email',
    'entity',
    'reason',
    'in_place_of',
    'in_place_of_name',
    'with',
    'with_names',
  ],
]);

export const COMMENTS_HEAD = toCsv([
  ['entry', 'alert', 'at', 'act', 'comment', 'person', 'name', 'email', 'text'],
]);

/** Some fields of a person's own, where their key is there. */
export function ownText(own: unknown, name: string): string | null {
  const value: unknown = typeof own === 'object' && own !== null ? Reflect.get(own, name) : null;
  return typeof value === 'string' ? value : null;
}

export function deliveryLine({ entry, alert, revision, ...rest }: RebuiltDelivery): string {
  const { delivery, rendition, recipient, decision } = rest;
  const { own } = recipient;
  const params: unknown = typeof own === 'object' && own !== null ? Reflect.get(own, 'params') : null;
  return line([
    entry,
    alert,
    delivery.delivery,
    delivery.channel,
    delivery.purpose,
    delivery.send,
    delivery.outcome,
    delivery.startedAt,
    delivery.finishedAt,
    delivery.providerMessageId,
    rendition.hash,
    revision,
    decision?.entry ?? null,
    recipient.person,
    ownText(own, 'to'),
    params === null || params === undefined ? null : canonicalJson(params),
  ]);
}

/** What a comment says, with the names of those whom it mentions where their keys are there; null where its author's isn't. */
export function commentText({ by, mentions }: Pick<RebuiltComment, 'by' | 'mentions'>): string | null {
  const text = ownText(by.own, 'text');
  return mentions.reduce(
    (words, { person, own }) =>
      words?.replaceAll(`@{${person}}`, `@${ownText(own, 'name') ?? person}`) ?? null,
    text,
  );
}

export function commentLine(alert: string, made: RebuiltComment): string {
  const { entry, at, act, comment, by } = made;
  return line([
    entry,
    alert,
    at,
    act,
    comment,
    by.person,
    ownText(by.own, 'name'),
    ownText(by.own, 'email'),
    commentText(made),
  ]);
}

/** Who approved it too: `Mary Somerville (Acme Capital)`, or their pseudonym, and in whose place. */
export const withNames = ({ with: others }: Pick<RebuiltDecision, 'with'>): string[] =>
  others.map(({ person, own, inPlaceOf: absent }) => {
    const entity = ownText(own, 'entity');
    const name = `${ownText(own, 'name') ?? person}${entity === null ? '' : ` (${entity})`}`;
    return absent === null ? name : `${name} for ${ownText(absent.own, 'name') ?? absent.person}`;
  });

export function decisionLine(alert: string, { by, inPlaceOf, ...made }: RebuiltDecision): string {
  const own = 'person' in by ? by.own : null;
  return line([
    made.entry,
    alert,
    made.at,
    made.decision,
    made.revision,
    'policy' in by ? by.policy : null,
    'person' in by ? by.person : null,
    ownText(own, 'name'),
    ownText(own, 'email'),
    ownText(own, 'entity'),
    made.reason,
    inPlaceOf?.person ?? null,
    ownText(inPlaceOf?.own, 'name'),
    made.with.map(({ person }) => person).join('; ') || null,
    withNames(made).join('; ') || null,
  ]);
}
