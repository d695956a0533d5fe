import { LEDGER_KINDS, type LedgerKind } from '#src/shared/ledger.ts';

const WORDS: Record<LedgerKind, string> = {
  decision: 'Decision',
  edit: 'Edit',
  carried_over: 'Carried over',
  consent: 'Consent',
  correction: 'Update or correction',
  deliveries: 'Deliveries',
  stop: 'Stop or resume',
  recall: 'Recall',
  mute: 'Mute or unmute',
  symbol_list: 'Symbol list',
  blocked: 'Blocked by the restricted list',
  erasure: 'Erasure',
  retention: 'Retention',
  pruned: 'Pruned',
  finding: 'Finding',
  comment: 'Comment',
  hold: 'Legal hold',
};

export const kindWord = (kind: string): string =>
  Object.hasOwn(WORDS, kind) ? WORDS[kind as LedgerKind] : kind;

export const KIND_CHOICES = LEDGER_KINDS.map((value) => ({ value, label: WORDS[value] }));

export const kindOf = (text: string | null): LedgerKind | null =>
  LEDGER_KINDS.find((each) => each === text) ?? null;

/** Kinds whose subject is an alert. */
const OF_ALERTS = new Set([
  'decision',
  'edit',
  'carried_over',
  'correction',
  'deliveries',
  'recall',
  'finding',
  'comment',
  'blocked',
]);
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
export const alertOf = ({ kind, subject }: { kind: string; subject: string }): string | null =>
  OF_ALERTS.has(kind) && UUID.test(subject) ? subject : null;
