import { type PolicyContent, type Reason, REASONS } from '#src/shared/approval.ts';

/** A policy as its fields hold it: numbers as they are typed. */
export type PolicyDraft = {
  mode: PolicyContent['mode'];
  asksFrom: string;
  /** '' is the standard weight. */
  weights: Record<Reason, string>;
  roles: PolicyContent['approvers']['roles'];
  people: readonly string[];
  /** Client approvers of the brand; null: none of them decides. */
  clients: 'may' | 'must' | null;
  needs: 1 | 2;
  notAuthor: boolean;
  together: boolean;
  barCorrections: boolean;
  /** '' is no limit of its own. */
  waits: string;
  unanswered: PolicyContent['unanswered'];
  /** null: the price may move as far as it likes. */
  freshness: {
    movedPercent: string;
    action: NonNullable<PolicyContent['freshness']>['action'];
    late: NonNullable<PolicyContent['freshness']>['late'];
  } | null;
  hours: { days: number[]; from: string; to: string; timeZone: string } | null;
  /** '' is none. */
  sampling: string;
};

export const draftOf = (content: PolicyContent): PolicyDraft => ({
  mode: content.mode,
  asksFrom: String(content.asksFrom),
  weights: Object.fromEntries(
    REASONS.map((reason) => [reason, content.weights[reason]?.toString() ?? '']),
  ) as PolicyDraft['weights'],
  roles: content.approvers.roles,
  people: content.approvers.people,
  clients: content.approvers.clients ?? null,
  needs: content.needs,
  notAuthor: content.notAuthor,
  together: content.together ?? false,
  barCorrections: content.barCorrections ?? false,
  waits: content.waitsMinutes?.toString() ?? '',
  unanswered: content.unanswered,
  freshness: content.freshness
    ? { ...content.freshness, movedPercent: String(content.freshness.movedPercent) }
    : null,
  hours: content.hours,
  sampling: content.sampling?.toString() ?? '',
});

const numberOf = (typed: string): number => (typed.trim() === '' ? Number.NaN : Number(typed));

/** As the server takes it; what is typed wrong is its schema's to say. */
export const contentOf = (draft: PolicyDraft): unknown => ({
  mode: draft.mode,
  asksFrom: numberOf(draft.asksFrom),
  weights: Object.fromEntries(
    REASONS.flatMap((reason) =>
      draft.weights[reason].trim() === '' ? [] : [[reason, numberOf(draft.weights[reason])]],
    ),
  ),
  approvers: {
    roles: [...draft.roles],
    people: [...draft.people],
    ...(draft.clients !== null && { clients: draft.needs === 2 ? draft.clients : 'may' }),
  },
  needs: draft.needs,
  notAuthor: draft.notAuthor,
  together: draft.together,
  ...(draft.barCorrections && { barCorrections: true }),
  waitsMinutes: draft.waits.trim() === '' ? null : numberOf(draft.waits),
  unanswered: draft.unanswered,
  hours: draft.hours,
  ...(draft.sampling.trim() !== '' && { sampling: numberOf(draft.sampling) }),
  ...(draft.freshness && {
    freshness: { ...draft.freshness, movedPercent: numberOf(draft.freshness.movedPercent) },
  }),
});

/** The field that a fault is shown at: 'name', 'asksFrom', 'weights.move', 'hours.to', 'freshness.movedPercent'. */
export const fieldOf = ([first, ...rest]: readonly PropertyKey[]): string => {
  if (first !== 'content') return String(first);
  const [part, inner] = rest;
  return (part === 'weights' || part === 'hours' || part === 'freshness') && inner !== undefined
    ? `${part}.${String(inner)}`
    : String(part);
};
